import type { AttemptEvent, Benchmark, RunEvent, RunFile, Sample, Summary, Usage } from '../contracts/index.ts';
import { Pace } from './pace.ts';
import { unitKey } from './plan.ts';
import { addUsage, isUnmetered } from './usage.ts';

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
  /** Units whose question is missing or cannot be read. */
  unreadable: Set<string>;
  problems: string[];
}

export interface ReadingOptions {
  run: Pick<RunFile, 'price'>;
  benchmark: Benchmark;
  /** Whoever reads the journal keeps its questions. */
  samples: { get(id: string): Sample | undefined };
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
  readonly #unreadable = new Set<string>();
  readonly #problems: string[] = [];
  readonly #pace = new Pace();
  #unmetered = false;

  constructor(opts: ReadingOptions) {
    this.#opts = opts;
  }

  /** A line that is none. */
  note(problem: string): void {
    this.#problems.push(problem);
  }

  async take(event: RunEvent): Promise<void> {
    if (event.event === 'session') this.#time.begin(event.at);
    if (event.event === 'pause') this.#time.until(event.at);
    if (event.event === 'problem') this.#unasked.set(event.unit, event.message);
    if (event.event !== 'attempt') return;
    this.#time.until(event.at, event.ms);
    if (!event.cached) addUsage(this.#usage, event.reply?.usage);
    this.#unmetered ||= isUnmetered(event, this.#opts.run.price);
    const key = unitKey({ id: event.unit, epoch: event.epoch });
    if (event.final) this.#pace.add(event.reply?.acting);
    if (event.final) return this.#finish(key, event);
    if (event.reply && !this.#firstReplies.has(key)) this.#firstReplies.set(key, event);
  }

  get reading(): Reading {
    const open = [...this.#unasked].map(([unit, message]) => `unit ${unit}: ${message}`);
    return {
      usage: { ...this.#usage },
      unmetered: this.#unmetered,
      seconds: this.#time.seconds,
      ...this.#pace.acting,
      unreadable: this.#unreadable,
      problems: [...this.#problems, ...open],
    };
  }

  async #finish(key: string, event: AttemptEvent): Promise<void> {
    const { samples, benchmark, where, visit } = this.#opts;
    this.#unasked.delete(event.unit);
    const first = this.#firstReplies.get(key);
    this.#firstReplies.delete(key);
    const stored = samples.get(event.unit);
    const sample = stored && benchmark.schema.safeParse(stored);
    if (sample?.success) return visit({ sample: sample.data, event, first });
    this.#unreadable.add(key);
    const [issue] = sample?.error.issues ?? [];
    const why = issue ? `cannot be read: ${issue.path.join('.')}: ${issue.message}` : `is missing from ${where}`;
    this.#problems.push(`unit ${event.unit}: its question ${why}`);
  }
}

/** Adds up how long sessions lasted; a killed one ended with its last attempt. */
class SessionClock {
  #begun: number | undefined;
  #last = 0;
  #total = 0;

  begin(at: string): void {
    this.#total += this.#open;
    this.#begun = Date.parse(at);
    this.#last = this.#begun;
  }

  until(at: string, plusMs = 0): void {
    this.#last = Math.max(this.#last, Date.parse(at) + plusMs);
  }

  get seconds(): number {
    return Math.round(this.#total + this.#open) / 1000;
  }

  /** Milliseconds of the session that has not been followed by another. */
  get #open(): number {
    return this.#begun === undefined ? 0 : this.#last - this.#begun;
  }
}
