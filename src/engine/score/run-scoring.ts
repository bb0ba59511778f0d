import type {
  Assets,
  AttemptEvent,
  Protocol,
  RunEvent,
  Sample,
  Summary,
  UnitResult,
  Usage,
} from '../../contracts/index.ts';
import { type FindFile, lostFile } from '../run/made-files.ts';
import { type FinalAttempt, type ReadingOptions, RunReading } from './reading.ts';
import { unitScorer } from './unit-scorer.ts';

/** A run, read and scored: everything that statistics need, and what was wrong with the folder. */
export interface RunResults {
  /** In an order of their own: units finish in any order, and nothing that is computed from them may depend on it. */
  units: UnitResult[];
  /** Units that were answered but of which not even the question can be read: open, and in no order of their own. */
  unread: UnitResult[];
  usage: Usage;
  unmetered: boolean;
  seconds: number;
  acting?: NonNullable<Summary['acting']>;
  problems: string[];
}

export interface ScoringOptions extends Omit<ReadingOptions, 'visit'> {
  protocols: readonly Protocol[];
  assets: Assets & { free(): void };
  /** Where the run's files are at hand: an answer whose own files are gone is open. */
  find?: FindFile;
  /** Is told of every unit what it is scored by, and its place; later ones replace earlier ones. */
  keep?(place: number, event: AttemptEvent, sample: Sample): void;
}

/**
 * Scores a journal event by event, under several protocols at once: reading costs more than scoring. Asks no model, and runs in
 * the browser too.
 */
export class RunScoring {
  readonly #opts: ScoringOptions;
  readonly #reading: RunReading;
  readonly #boards = new Map<string, Board>();
  /** By the unit's number. */
  readonly #places = new Map<number, number>();

  constructor(opts: ScoringOptions) {
    this.#opts = opts;
    this.#reading = new RunReading({ ...opts, visit: (attempt) => this.#score(attempt) });
    for (const protocol of opts.protocols)
      this.#boards.set(recipeOf(protocol), {
        score: unitScorer(opts.benchmark, protocol, opts.assets),
        units: [],
        problems: new Map(),
      });
  }

  /** A line that is none. */
  note(problem: string): void {
    this.#reading.note(problem);
  }

  take(event: RunEvent): Promise<void> {
    return this.#reading.take(event);
  }

  /** The place of a unit that was scored. */
  placeOf(unit: { id: string; epoch: number }): number | undefined {
    return this.#places.get(this.#reading.numberOf(unit) ?? -1);
  }

  /** The result of a unit that was scored, under the first protocol. */
  resultOf(unit: { id: string; epoch: number }): UnitResult | undefined {
    const [board] = this.#boards.values();
    return board?.units[this.placeOf(unit) ?? -1];
  }

  /** What it comes to so far, protocol by protocol. */
  results(): RunResults[] {
    const { problems, ...reading } = this.#reading.reading;
    const results = new Map<string, RunResults>();
    for (const [recipe, board] of this.#boards)
      results.set(recipe, {
        ...reading,
        units: board.units.toSorted((a, b) => compareText(a.id, b.id) || a.epoch - b.epoch),
        problems: [...new Set([...problems, ...board.problems.values()])],
      });
    return this.#opts.protocols.flatMap((protocol) => results.get(recipeOf(protocol)) ?? []);
  }

  async #score({ sample, event, first }: FinalAttempt): Promise<void> {
    const { find } = this.#opts;
    const number = this.#reading.numberOf({ id: event.unit, epoch: event.epoch }) ?? -1;
    const place = this.#places.get(number) ?? this.#places.size;
    this.#places.set(number, place);
    const lost = find && event.reply && lostFile(event.reply, find);
    for (const board of this.#boards.values()) {
      const { result, problem = lost } = await board.score(sample, event);
      if (lost !== undefined) Object.assign(result, { score: null, damaged: true });
      if (first) {
        const { outcome, score } = (await board.score(sample, first)).result;
        result.first = { outcome, score };
      }
      board.units[place] = result;
      if (problem === undefined) board.problems.delete(place);
      else board.problems.set(place, `unit ${event.unit}: ${problem}`);
    }
    this.#opts.keep?.(place, event, sample);
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
