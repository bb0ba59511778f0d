import type { Assets, Protocol, RunEvent, Summary, UnitResult, Usage } from '../contracts/index.ts';
import { unitKey } from './plan.ts';
import { type FinalAttempt, type ReadingOptions, RunReading } from './reading.ts';
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
  acting?: NonNullable<Summary['acting']>;
  problems: string[];
}

export interface ScoringOptions extends Omit<ReadingOptions, 'visit'> {
  protocols: readonly Protocol[];
  assets: Assets & { free(): void };
}

/**
 * Scores a journal event by event, under several protocols at once: reading costs more than scoring. Asks no model, and runs in
 * the browser too.
 */
export class RunScoring {
  readonly #opts: ScoringOptions;
  readonly #reading: RunReading;
  readonly #boards = new Map<string, Board>();
  readonly #places = new Map<string, number>();

  constructor(opts: ScoringOptions) {
    this.#opts = opts;
    this.#reading = new RunReading({ ...opts, visit: (attempt) => this.#score(attempt) });
    for (const protocol of opts.protocols)
      this.#boards.set(recipeOf(protocol), {
        score: unitScorer(opts.benchmark, protocol, opts.assets),
        ...{ units: [], problems: new Map() },
      });
  }

  /** A line that is none. */
  note(problem: string): void {
    this.#reading.note(problem);
  }

  take(event: RunEvent): Promise<void> {
    return this.#reading.take(event);
  }

  /** What it comes to so far, protocol by protocol. */
  results(): RunResults[] {
    const { unreadable, problems, ...reading } = this.#reading.reading;
    const results = new Map<string, RunResults>();
    for (const [recipe, board] of this.#boards)
      results.set(recipe, {
        ...reading,
        units: board.units.toSorted((a, b) => compareText(a.id, b.id) || a.epoch - b.epoch),
        unreadable: unreadable.size,
        problems: [...new Set([...problems, ...board.problems.values()])],
      });
    return this.#opts.protocols.flatMap((protocol) => results.get(recipeOf(protocol)) ?? []);
  }

  async #score({ sample, event, first }: FinalAttempt): Promise<void> {
    const key = unitKey({ id: event.unit, epoch: event.epoch });
    const known = this.#places.get(key);
    const place = known ?? this.#places.size;
    if (known === undefined) this.#places.set(key, place);
    for (const board of this.#boards.values()) {
      const { result, problem } = await board.score(sample, event);
      if (first) {
        const { outcome, score } = (await board.score(sample, first)).result;
        result.first = { outcome, score };
      }
      board.units[place] = result;
      if (problem === undefined) board.problems.delete(place);
      else board.problems.set(place, `unit ${event.unit}: ${problem}`);
    }
    this.#opts.assets.free();
  }
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
