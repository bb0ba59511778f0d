import {
  type Ablations,
  type Answer,
  type Assets,
  type AttemptEvent,
  type Benchmark,
  describeError,
  errorOutcome,
  isOpen,
  type Protocol,
  type RunEvent,
  type Sample,
  type Score,
  type Summary,
  type UnitResult,
  type Usage,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { expectedScores } from '../../stats/index.ts';
import { demand, PackedTexts } from '../../util/index.ts';
import { type FindFile, lostFile } from '../run/made-files.ts';
import { named } from '../run/named.ts';
import { unitKey } from '../run/plan.ts';
import { contextOf, judgeReply } from './judge.ts';
import { PackedUnits, placesInOrder } from './packed-units.ts';
import { type FinalAttempt, type ReadingOptions, RunReading } from './reading.ts';

/** A run, read and scored: everything that statistics need, and what was wrong with the folder. */
export interface RunResults {
  /** In an order of their own: units finish in any order, and nothing that is computed from them may depend on it. */
  units: UnitResult[];
  /** For whoever needs scores only; see `PackedUnits`. */
  forgetAnswers(): void;
  /** Units that were answered but of which not even the question can be read: open, and in no order of their own. */
  unread: UnitResult[];
  usage: Usage;
  unmetered: boolean;
  seconds: number;
  acting?: NonNullable<Summary['acting']>;
  again: number;
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

/** A file may claim any number of units: what it says is only a hint. */
const MOST_EXPECTED = 1e6;

/**
 * Scores a journal event by event, under several protocols at once: reading costs more than scoring. Asks no model, and runs in
 * the browser too.
 */
export class RunScoring {
  readonly #opts: ScoringOptions;
  readonly #reading: RunReading;
  readonly #boards = new Map<string, Board>();
  /** Units by their keys: a unit's number is its place. */
  readonly #places = new PackedTexts();
  /** By sample; of generated questions only. */
  readonly #ablations = new Map<string, Ablations>();

  constructor(opts: ScoringOptions) {
    this.#opts = opts;
    this.#reading = new RunReading({ ...opts, visit: (attempt) => this.#score(attempt) });
    for (const protocol of opts.protocols)
      this.#boards.set(recipeOf(protocol), {
        score: unitScorer(opts.benchmark, protocol, opts.assets),
        scoreOf: (sample, answer) => scorerOf(opts.benchmark, protocol).score(sample, answer, opts.assets),
        units: new PackedUnits(this.#places, Math.min(opts.run.units, MOST_EXPECTED)),
        problems: new Map(),
      });
  }

  /** Records a journal line that cannot be parsed. */
  note(problem: string): void {
    this.#reading.note(problem);
  }

  take(event: RunEvent): Promise<void> | undefined {
    if (event.event === 'sample' && event.ablations) this.#ablations.set(event.sample.id, event.ablations);
    return this.#reading.take(event);
  }

  /** The place of a unit that was scored. */
  placeOf(unit: { id: string; epoch: number }): number | undefined {
    return this.#places.find(unitKey(unit));
  }

  /** The places of all units that were scored, in the order of `results`. */
  order(): Uint32Array {
    return placesInOrder(this.#places);
  }

  /** The result of a unit that was scored, under the first protocol. */
  resultOf(unit: { id: string; epoch: number }): UnitResult | undefined {
    const [board] = this.#boards.values();
    const place = this.placeOf(unit);
    return place === undefined ? undefined : board?.units.at(place);
  }

  /** What it comes to so far, protocol by protocol. */
  results(): RunResults[] {
    const { problems, ...reading } = this.#reading.reading;
    const results = new Map<string, RunResults>();
    const order = this.order();
    for (const [recipe, board] of this.#boards)
      results.set(recipe, {
        ...reading,
        units: board.units.inOrder(order),
        forgetAnswers: () => board.units.forgetAnswers(),
        problems: [...new Set([...problems, ...board.problems.values()])],
      });
    return this.#opts.protocols.map((protocol) => demand(results, recipeOf(protocol)));
  }

  async #score({ sample, event, first }: FinalAttempt): Promise<void> {
    const { find } = this.#opts;
    const place = this.#places.add(unitKey({ id: event.unit, epoch: event.epoch }));
    const lost = find && event.reply && lostFile(event.reply, find);
    const ablations = this.#ablations.get(sample.id);
    for (const board of this.#boards.values()) {
      const { result, problem = lost } = await board.score(sample, event);
      if (ablations && !isOpen(result))
        result.ablated = await expectedScores(ablations, (answer) => board.scoreOf(sample, answer));
      if (lost !== undefined) Object.assign(result, { score: null, damaged: true });
      if (first) {
        const { outcome, score } = (await board.score(sample, first)).result;
        result.first = { outcome, score };
      }
      board.units.keep(place, result);
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
  /** What answers to a question score that nobody gave. */
  scoreOf(sample: Sample, answer: Answer): Score | Promise<Score>;
  units: PackedUnits;
  problems: Map<number, string>;
}

/** Protocols that differ only in what they ask are scored once. */
function recipeOf({ act, extractor, scorer }: Protocol): string {
  return JSON.stringify([act, extractor, scorer]);
}

/** A result, and why scoring failed where it did. */
interface Scored {
  result: UnitResult;
  problem?: string;
}

/** Turns an attempt into a result. What a damaged folder leaves unscored is open, like an error, and named. */
export function unitScorer(benchmark: Benchmark, protocol: Protocol, assets: Assets) {
  const extractor = findExtractor(protocol.extractor);
  const scorer = scorerOf(benchmark, protocol);

  return async (sample: Sample, { epoch, reply, error }: AttemptEvent): Promise<Scored> => {
    const { id, cluster, groups } = sample;
    if (!reply) {
      const { kind = 'unknown', status, message: note = '', recorded } = error ?? {};
      const reason = status === undefined ? kind : `${kind} (http ${status})`;
      const outcome = errorOutcome(kind);
      const failed: UnitResult = { id, epoch, cluster, groups, outcome, score: null, extraction: null, reason, note };
      if (recorded !== undefined) failed.recorded = recorded;
      return { result: failed };
    }
    const judged = judgeReply(reply, extractor, contextOf(benchmark, sample), protocol.act);
    const { outcome, reason, extraction } = judged;
    // Field by field: there may be a million of these, and spreading makes each slower and larger.
    try {
      const { value: score, note, facts } = await scorer.score(sample, extraction, assets, reply.episode);
      const result: UnitResult =
        note === undefined
          ? { id, epoch, cluster, groups, outcome, score, extraction }
          : { id, epoch, cluster, groups, outcome, score, extraction, note };
      if (reason !== undefined) result.reason = reason;
      if (facts !== undefined) result.facts = facts;
      return { result };
    } catch (error) {
      const result: UnitResult = { id, epoch, cluster, groups, outcome, score: null, extraction, damaged: true };
      if (reason !== undefined) result.reason = reason;
      return { result, problem: describeError(error) };
    }
  };
}

function scorerOf(benchmark: Benchmark, protocol: Protocol) {
  return named(benchmark.scorers, protocol.scorer, `scorer of ${benchmark.id}`);
}
