import type { Benchmark, Protocol, UnitResult, Usage } from '../contracts/index.ts';
import { assetsFrom, Blobs } from '../media/index.ts';
import { unitKey } from './plan.ts';
import { readRun } from './read-run.ts';
import { unitScorer } from './unit-scorer.ts';

/** A run, read and scored: everything that statistics need, and what was wrong with the folder. */
export interface RunResults {
  /** In an order of their own: units finish in any order, and nothing that is computed from them may depend on it. */
  units: UnitResult[];
  /** Units that were answered but of which not even the question can be read. */
  unreadable: number;
  usage: Usage;
  unmetered: boolean;
  seconds: number;
  problems: string[];
}

/** Scores what is stored, without asking any model, under several protocols at once: reading costs more than scoring. */
export async function scoreRun(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
): Promise<RunResults[]> {
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  const boards = new Map<string, Board>();
  for (const protocol of protocols)
    boards.set(recipeOf(protocol), {
      score: unitScorer(benchmark, protocol, assets),
      ...{ units: [], problems: new Map() },
    });
  const places = new Map<string, number>();
  const { unreadable, problems, ...reading } = await readRun(folder, benchmark, async ({ sample, event, first }) => {
    const key = unitKey({ id: event.unit, epoch: event.epoch });
    const known = places.get(key);
    const place = known ?? places.size;
    if (known === undefined) places.set(key, place);
    for (const board of boards.values()) {
      const { result, problem } = await board.score(sample, event);
      if (first) {
        const { outcome, score } = (await board.score(sample, first)).result;
        result.first = { outcome, score };
      }
      board.units[place] = result;
      if (problem === undefined) board.problems.delete(place);
      else board.problems.set(place, `unit ${event.unit}: ${problem}`);
    }
    assets.free();
  });
  const results = new Map<string, RunResults>();
  for (const [recipe, board] of boards)
    results.set(recipe, {
      ...reading,
      units: board.units.sort((a, b) => compareText(a.id, b.id) || a.epoch - b.epoch),
      unreadable: unreadable.size,
      problems: [...new Set([...problems, ...board.problems.values()])],
    });
  return protocols.flatMap((protocol) => results.get(recipeOf(protocol)) ?? []);
}

/** Where results are collected; units and their problems by place. */
interface Board {
  score: ReturnType<typeof unitScorer>;
  units: UnitResult[];
  problems: Map<number, string>;
}

/** Protocols that differ only in what they ask are scored once. */
function recipeOf({ act, extractor, scorer }: Protocol): string {
  return JSON.stringify([act, extractor, scorer]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
