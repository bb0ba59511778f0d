import {
  type AnswerArm,
  type AttemptEvent,
  describeError,
  type Extractor,
  type RunEvent,
  type RunFile,
  SextantError,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { collectEvery } from '../../host/index.ts';
import { random } from '../../stats/index.ts';
import type { Blobs } from '../../store/index.ts';
import { plural } from '../../util/index.ts';
import { contextOf } from '../score/judge.ts';
import { prepareAhead } from './ahead.ts';
import { type Asked, askUnit } from './ask.ts';
import { Breaker } from './breaker.ts';
import type { Purse } from './budget.ts';
import type { History } from './history.ts';
import type { LostFiles } from './lost-files.ts';
import { planUnits, type Unit, unitKey } from './plan.ts';
import { practise } from './practise.ts';
import { type Prepared, prepareUnit } from './prepare.ts';

import type { Ledger, RunEnd, RunUnitsOptions } from './run.ts';
import { Standing } from './standing.ts';
import { UnderWay } from './under-way.ts';

/** How many questions are made ready while others are being answered. */
const AHEAD = 8;
/** How many units are asked before their garbage is collected: at least a second's work, of which that takes a fiftieth. */
const UNITS_AT_ONCE = 4096;

export interface SessionOptions extends RunUnitsOptions {
  run: RunFile;
  journal: Ledger;
  history: History;
  blobs: Blobs;
  lost: LostFiles;
  /** Which samples, by position. */
  chosen: readonly number[];
  purse: Purse | undefined;
  /** Where others work on the same run: the units that are left to this session. Ends when there are none, or it should stop. */
  feed?(stop: AbortSignal): AsyncIterable<Unit>;
  /** How many questions are made ready while others are being answered; 8 */
  ahead?: number;
}

/** One process at work on a run, from the first unit without an answer until nothing is left or it has to stop. */
export class Session {
  readonly #opts: SessionOptions;
  readonly #extractor: Extractor;
  readonly #standing: Standing;
  readonly #breaker: Breaker;
  readonly #underWay = new UnderWay();
  readonly #halt = new AbortController();
  /** Begin no further unit: a stop was requested, or every further one would fail. */
  readonly #stop = this.#halt.signal;
  #end: RunEnd = 'done';
  /** What went wrong with ourselves; the first counts. */
  #failure: unknown;
  #doubted = false;
  readonly #tidy = collectEvery(UNITS_AT_ONCE);

  constructor(opts: SessionOptions) {
    const { run, history, gate } = opts;
    this.#opts = opts;
    this.#extractor = findExtractor(opts.spec.protocol.extractor);
    this.#breaker = new Breaker(history.answered.size > 0);
    // The folder may also hold units that nobody planned.
    let done = 0;
    for (const unit of this.#units()) if (history.answered.has(unitKey(unit))) done += 1;
    this.#standing = new Standing({ run, history, gate, done });
    const places = this.#answer?.places;
    if (places) this.#standing.state.endpoints = places.at;
  }

  async work(): Promise<RunEnd> {
    const { stop, abort, blobs } = this.#opts;
    // Not AbortSignal.any, which takes many times longer to say whether it is aborted, and every unit asks often.
    const cease = () => this.#halt.abort();
    for (const signal of [stop, abort]) {
      signal.addEventListener('abort', cease);
      if (signal.aborted) cease();
    }
    try {
      await this.#begin();
      await this.#askAll().finally(() => this.#underWay.allEnded());
    } finally {
      for (const signal of [stop, abort]) signal.removeEventListener('abort', cease);
    }
    await blobs.flush().catch(this.#fail);
    if (this.#failure !== undefined) throw this.#failure;
    return (stop.aborted || abort.aborted) && !this.#standing.isWhole ? 'stopped' : this.#end;
  }

  async #begin(): Promise<void> {
    const { folder, run, listener, lost, dataset, benchmark, spec } = this.#opts;
    listener?.launch?.(folder, run, this.#standing.state);
    const restored = await lost.restore(dataset);
    if (restored > 0) listener?.restored?.(restored);
    const answer = this.#answer;
    if (!answer || this.#standing.isWhole) return;
    const { state } = this.#standing;
    await practise(answer, benchmark, {
      ...spec,
      taught: (lessons) => {
        state.doing = `teaching ${spec.model.id}: ${plural(lessons, 'lesson')}`;
        listener?.progress?.(state);
      },
    });
    delete state.doing;
  }

  /** The arm that is asked; none where a policy acts. */
  get #answer(): AnswerArm | undefined {
    const { contestant, spec } = this.#opts;
    return spec.protocol.act === 'policy' ? undefined : contestant.answer;
  }

  #units(): Iterable<Unit> {
    return planUnits(this.#opts.dataset, this.#opts.chosen, this.#opts.spec.epochs);
  }

  *#todo(): Generator<Unit> {
    for (const unit of this.#units()) {
      if (this.#stop.aborted) return;
      if (!this.#opts.history.answered.has(unitKey(unit))) yield unit;
    }
  }

  async #askAll(): Promise<void> {
    const { journal, clock } = this.#opts;
    const todo = this.#opts.feed?.(this.#stop) ?? this.#todo();
    for await (const prepared of prepareAhead(todo, this.#opts.ahead ?? AHEAD, (unit) => this.#prepare(unit))) {
      if ('problem' in prepared) {
        this.#end = 'data';
        journal.append({ event: 'problem', unit: prepared.unit.id, at: clock.date(), message: prepared.problem });
        continue;
      }
      const reserved = await this.#turn(prepared);
      if (this.#stop.aborted) return;
      this.#underWay.begin(this.#ask(prepared, reserved).catch(this.#fail));
    }
  }

  /** A question whose data are wrong must not keep the others from being asked; anything else ends the run. */
  async #prepare(unit: Unit): Promise<Prepared | { unit: Unit; problem: string }> {
    const { benchmark, dataset, spec, contestant, blobs, keepMedia } = this.#opts;
    try {
      return await prepareUnit(unit, {
        benchmark,
        dataset,
        protocol: spec.protocol,
        extractor: this.#extractor,
        contestant,
        answer: this.#answer,
        blobs,
        keepMedia,
      });
    } catch (error) {
      const isData = error instanceof SextantError && ['bad_data', 'bad_media', 'missing_blob'].includes(error.code);
      if (isData) return { unit, problem: describeError(error) };
      throw error;
    }
  }

  /** Waits until a unit may begin. @returns the money that is set aside for it */
  async #turn({ request }: Prepared): Promise<number> {
    const { gate, purse } = this.#opts;
    // One more task than places, so that a place never waits for the next question.
    while (this.#underWay.count > gate.limit && !this.#stop.aborted) await this.#underWay.oneEnded();
    let reserved = purse?.reserve(request);
    while (reserved === null && !this.#stop.aborted) {
      if (!(await purse?.refill?.(request))) {
        if (this.#underWay.count === 0) break;
        await this.#underWay.oneEnded();
      }
      reserved = purse?.reserve(request);
    }
    if (reserved === null) this.#haltFor('budget');
    return reserved ?? 0;
  }

  async #ask(prepared: Prepared, reserved: number): Promise<void> {
    const { spec, benchmark, contestant, respond, history, journal, clock } = this.#opts;
    const { retries, gate, purse: budget, cache, abort } = this.#opts;
    const { protocol, seed } = spec;
    const { unit, sample } = prepared;
    await prepared.durable;
    this.#writeQuestion(prepared);
    const before = history.open.get(unitKey(unit));
    const asked = await askUnit(prepared, {
      contestant,
      respond,
      extractor: this.#extractor,
      context: contextOf(benchmark, sample),
      attemptsBefore: before?.attempts ?? 0,
      repliesBefore: before?.replies ?? 0,
      act: protocol.act,
      askAgain: protocol.askAgain,
      retries,
      gate,
      budget,
      reserved,
      cache,
      clock,
      abort,
      random: () => random(seed, 'jitter', unit.id, unit.epoch),
      stop: this.#stop,
      words: history.words.get(unitKey(unit)),
      keepWords: (reply) => {
        journal.append({ event: 'said', unit: unit.id, epoch: unit.epoch, at: clock.date(), reply });
      },
      doubt: (what) => this.#doubt(what),
      begin: () => journal.release(),
      record: (attempt) => this.#record(attempt),
    });
    await journal.stored?.();
    this.#take(asked);
  }

  /** What a unit is about, once: it is in the journal before the unit is asked. */
  #writeQuestion({ unit, sample, ablations, prompt }: Prepared): void {
    const { history, journal, spec, feed } = this.#opts;
    const news: RunEvent[] = [];
    if (!history.samples.has(unit.id)) news.push({ event: 'sample', sample, ...(ablations && { ablations }) });
    if (!history.prompts.has(unit.id)) news.push({ event: 'prompt', unit: unit.id, prompt });
    journal.hold(...news);
    // Only repetitions have the same question again; where others work too, each unit brings its own.
    if (spec.epochs === 1 || feed) return;
    history.samples.add(unit.id);
    history.prompts.add(unit.id);
  }

  #record(attempt: AttemptEvent): void {
    const { journal, blobs, listener } = this.#opts;
    journal.append(attempt);
    // What was done follows in a group: should a power cut come first, the unit is asked again.
    if (attempt.reply?.episode) blobs.flush().catch(this.#fail);
    this.#standing.tried(attempt);
    if (attempt.reply && !attempt.cached) this.#breaker.ok();
    listener?.attempt?.(attempt);
  }

  #doubt(what: string): void {
    const { listener, contestant } = this.#opts;
    if (!this.#doubted) listener?.warning?.(`${contestant.id}: usage that cannot be true is left out (${what})`);
    this.#doubted = true;
  }

  /** A unit is done with, or stays open. */
  #take(asked: Asked): void {
    const { listener } = this.#opts;
    this.#tidy();
    if (asked.outcome === null) {
      if (asked.why === 'budget') this.#haltFor('budget');
      return;
    }
    this.#standing.done(asked.outcome);
    listener?.progress?.(this.#standing.state);
    const { error } = asked;
    const futile = error && this.#breaker.gaveUp(error);
    if (!error || futile === undefined || this.#stop.aborted || this.#standing.isWhole) return;
    this.#haltFor(futile);
    listener?.halting?.(futile, error.message);
  }

  #haltFor(why: RunEnd): void {
    this.#end = why;
    this.#halt.abort();
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= error;
    this.#halt.abort();
  };
}
