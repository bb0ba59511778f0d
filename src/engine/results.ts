import {
  type AttemptEvent,
  type Benchmark,
  describeError,
  type Protocol,
  type Sample,
  type UnitResult,
  type Usage,
} from '../contracts/index.ts';
import { findExtractor } from '../extract/index.ts';
import { assetsFrom, Blobs } from '../media/index.ts';
import { judgeReply } from './judge.ts';
import { unitKey } from './plan.ts';
import { contextOf } from './prepare.ts';
import { readRun } from './read-run.ts';

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
  const boards = protocols.map((protocol) => ({
    score: unitScorer(folder, benchmark, protocol),
    units: new Map<string, UnitResult>(),
    problems: new Map<string, string>(),
  }));
  const { unreadable, problems, ...reading } = await readRun(folder, benchmark, async ({ sample, event, first }) => {
    const key = unitKey({ id: event.unit, epoch: event.epoch });
    for (const board of boards) {
      const { problem, ...result } = await board.score(sample, event);
      if (first) {
        const { outcome, score } = await board.score(sample, first);
        result.first = { outcome, score };
      }
      board.units.set(key, result);
      if (problem === undefined) board.problems.delete(key);
      else board.problems.set(key, `unit ${event.unit}: ${problem}`);
    }
  });
  return boards.map((board) => ({
    ...reading,
    units: [...board.units.values()].sort((a, b) => compareText(a.id, b.id) || a.epoch - b.epoch),
    unreadable: unreadable.size,
    problems: [...new Set([...problems, ...board.problems.values()])],
  }));
}

/** Turns an attempt into a result. What a damaged folder leaves unscored is open, like an error, and named. */
function unitScorer(folder: string, benchmark: Benchmark, protocol: Protocol) {
  const extractor = findExtractor(protocol.extractor);
  const scorer = benchmark.scorers[protocol.scorer];
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  if (!scorer) throw new Error(`${benchmark.id} has no scorer ${protocol.scorer}`);

  return async (sample: Sample, event: AttemptEvent): Promise<UnitResult & { problem?: string }> => {
    const about = { id: sample.id, epoch: event.epoch, cluster: sample.cluster, groups: sample.groups };
    if (!event.reply) {
      const { kind = 'unknown', status, message = '' } = event.error ?? {};
      const reason = status === undefined ? kind : `${kind} (http ${status})`;
      return { ...about, outcome: 'provider_error', reason, note: message, score: null, extraction: null };
    }
    const judged = judgeReply(event.reply, extractor, contextOf(benchmark, sample));
    try {
      const { value, ...rest } = await scorer.score(sample, judged.extraction, assets);
      return { ...about, ...judged, score: value, ...rest };
    } catch (error) {
      return { ...about, ...judged, score: null, damaged: true, problem: describeError(error) };
    }
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
