import {
  type AttemptEvent,
  type Benchmark,
  errorOutcome,
  type RunEvent,
  type RunFile,
  type Sample,
  type Summary,
  type UnitResult,
  type Usage,
} from '../../contracts/index.ts';
import type { PackedTexts } from '../../util/index.ts';
import { Pace } from '../run/pace.ts';
import { unitKey, unitName } from '../run/plan.ts';
import { Planned } from '../run/planned.ts';
import { addUsage, isUnmetered } from '../run/usage.ts';

/** A unit that is done with. */
export interface FinalAttempt {
  sample: Sample;
  event: AttemptEvent;
  /** The first reply, where the question was asked again. */
  first: AttemptEvent | undefined;
}

/** What a journal tells beside its answers. */
export interface Reading {
  usage: Usage;
  /** Some paid reply came without its usage: the cost is unknown. */
  unmetered: boolean;
  /** Wall-clock seconds spent asking, over all sessions. */
  seconds: number;
  acting?: NonNullable<Summary['acting']>;
  /** Episodes of a policy that were played again after an error. */
  again: number;
  /** Units that were answered but whose question is missing or cannot be read: open. */
  unread: UnitResult[];
  problems: string[];
}

export interface ReadingOptions {
  run: Pick<RunFile, 'price' | 'units' | 'spec'>;
  benchmark: Benchmark;
  /** The questions of the journal; the caller stores them as they are read. */
  samples: { get(id: string): Sample | undefined; ids?: PackedTexts };
  /** What the journal is called, for problems. */
  where: string;
  /** Told every unit that is done with; of one that was asked again, the last one counts. */
  visit(attempt: FinalAttempt): Promise<void>;
}

/** Goes through a journal, event by event, whatever it is read for. It may go on later, where the journal has grown. */
export class RunReading {
  readonly #opts: ReadingOptions;
  readonly #firstReplies = new Map<string, AttemptEvent>();
  readonly #unasked = new Map<string, string>();
  readonly #time = new SessionClock();
  readonly #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  readonly #planned: Planned;
  /** By unit, in the order of the journal. */
  readonly #unread = new Map<string, { result: UnitResult; problem: string }>();
  /** Units that the run did not plan. */
  readonly #strange = new Set<string>();
  readonly #problems: string[] = [];
  readonly #pace = new Pace();
  readonly #again = new Set<string>();
  #unmetered = false;

  constructor(opts: ReadingOptions) {
    this.#opts = opts;
    this.#planned = new Planned(opts.run, opts.samples.ids);
  }

  /** Records a journal line that cannot be parsed. */
  note(problem: string): void {
    this.#problems.push(problem);
  }

  /** Returns a promise only when a unit is finished: most events need no waiting. */
  take(event: RunEvent): Promise<void> | undefined {
    // Nothing takes less than no time, whatever somebody wrote into a journal.
    const took = event.event === 'attempt' ? Math.max(0, event.ms) : 0;
    const time = 'at' in event ? this.#moment(event.at, took) : undefined;
    if (event.event === 'session') this.#time.begin(time);
    if (event.event === 'pause') this.#time.until(time);
    if (event.event === 'sample') this.#planned.add(event.sample.id);
    if (event.event === 'problem') this.#unasked.set(event.unit, event.message);
    if (event.event !== 'attempt') return undefined;
    this.#time.until(time, took);
    if (!event.cached) addUsage(this.#usage, event.reply?.usage);
    this.#unmetered ||= isUnmetered(event, this.#opts.run.price);
    const key = unitKey({ id: event.unit, epoch: event.epoch });
    if (event.final) this.#pace.add(event.reply?.acting);
    if (event.attempt > 1 && this.#opts.run.spec.protocol.act === 'policy') this.#again.add(key);
    if (event.final) return this.#finish(key, event);
    if (event.reply && !this.#firstReplies.has(key)) this.#firstReplies.set(key, event);
    return undefined;
  }

  get reading(): Reading {
    const open = [...this.#unasked].map(([unit, message]) => `unit ${unit}: ${message}`);
    const { unread, strange } = this.#sortOut();
    return {
      usage: { ...this.#usage },
      unmetered: this.#unmetered,
      seconds: this.#time.seconds,
      ...this.#pace.acting,
      again: this.#again.size,
      unread: unread.map(({ result }) => result),
      problems: [
        ...this.#problems,
        ...unread.map(({ problem }) => problem),
        ...strange.map((unit) => `unit ${unit}: the run did not plan it; it is not counted`),
        ...open,
      ],
    };
  }

  /** There cannot be more units without a question than there are questions that have not been seen. */
  #sortOut() {
    const missing = new Set([...this.#unread.values()].map(({ result }) => result.id));
    const possible = new Set([...missing].filter((id) => !this.#planned.has(id)).slice(0, this.#planned.unseen));
    const isOurs = (id: string) => this.#planned.has(id) || possible.has(id);
    return {
      unread: [...this.#unread.values()].filter(({ result }) => isOurs(result.id)),
      strange: [...this.#strange, ...[...missing].filter((id) => !isOurs(id))],
    };
  }

  /** When something ended, in milliseconds. An invalid time is reported as a problem; its answer still counts. */
  #moment(at: string, plusMs: number): number | undefined {
    const time = new Date(Date.parse(at) + plusMs).getTime();
    if (!Number.isNaN(time)) return time;
    const said = plusMs > 0 ? `${at} and ${plusMs} ms` : at;
    this.#problems.push(`${this.#opts.where}: ${JSON.stringify(said.slice(0, 60))} is not a time; it is not counted`);
    return undefined;
  }

  #finish(key: string, event: AttemptEvent): Promise<void> | undefined {
    const { samples, benchmark, where, visit } = this.#opts;
    this.#unasked.delete(event.unit);
    const first = this.#firstReplies.get(key);
    this.#firstReplies.delete(key);
    const stored = samples.get(event.unit);
    const unit = { id: event.unit, epoch: event.epoch };
    if (!this.#planned.admits(unit) || (stored && !this.#planned.has(event.unit))) {
      this.#strange.add(unitName(unit));
      return undefined;
    }
    const sample = stored && benchmark.schema.safeParse(stored);
    if (sample?.success) {
      this.#unread.delete(key);
      return visit({ sample: sample.data, event, first });
    }
    const [issue] = sample?.error.issues ?? [];
    const why = issue ? `cannot be read: ${issue.path.join('.')}: ${issue.message}` : `is missing from ${where}`;
    this.#unread.set(key, { result: openResult(event, stored), problem: `unit ${event.unit}: its question ${why}` });
    return undefined;
  }
}

/** A unit of which nobody can say how it would have scored; its groups are known where its line can be read. */
function openResult({ unit: id, epoch, reply, error }: AttemptEvent, stored: Sample | undefined): UnitResult {
  const { cluster = id, groups = {} } = stored ?? {};
  const outcome = reply ? 'answered' : errorOutcome(error?.kind ?? '');
  return { id, epoch, cluster, groups, outcome, score: null, extraction: null, damaged: true };
}

/** The engine itself waits no longer than ten minutes: in a longer gap the clock was set, or the machine was asleep. */
const LONGEST_GAP_MS = 15 * 60_000;
/** Lines stand in the order in which their attempts ended, give or take a moment. */
const A_MOMENT_MS = 60_000;

/**
 * Adds up how long sessions lasted, from line to line; a killed one ended with its last attempt. Time that leaps or goes back is
 * a clock that was set: only what an attempt took by itself counts then, which no clock that people set has measured.
 */
class SessionClock {
  #last: number | undefined;
  #total = 0;

  begin(time: number | undefined): void {
    this.#last = time;
  }

  /** @param ownMs what the attempt that ended then took by itself */
  until(end: number | undefined, ownMs = 0): void {
    if (this.#last === undefined || end === undefined) return;
    const gap = end - this.#last;
    const wasSet = gap > ownMs + LONGEST_GAP_MS || gap < -A_MOMENT_MS;
    this.#total += wasSet ? ownMs : Math.max(0, gap);
    this.#last = wasSet ? end : Math.max(this.#last, end);
  }

  get seconds(): number {
    return Math.round(this.#total) / 1000;
  }
}
