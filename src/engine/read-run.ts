import type { AttemptEvent, Benchmark, Sample, Usage } from '../contracts/index.ts';
import { readEvents, readRunFile, runPaths, StoredSamples } from '../data/index.ts';
import { addUsage, isUnmetered } from './history.ts';
import { unitKey } from './plan.ts';

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
  /** Units whose question is missing or cannot be read. */
  unreadable: Set<string>;
  problems: string[];
}

/** Reads a journal once, whatever it is read for; of a unit that was asked again, the last one that is visited counts. */
export async function readRun(
  folder: string,
  benchmark: Benchmark,
  visit: (attempt: FinalAttempt) => Promise<void>,
): Promise<Reading> {
  const { price } = readRunFile(folder);
  const path = runPaths(folder).events;
  const samples = new StoredSamples(path);
  const firstReplies = new Map<string, AttemptEvent>();
  const unasked = new Map<string, string>();
  const time = new SessionClock();
  const reading: Reading = {
    ...{ usage: { inputTokens: 0, outputTokens: 0 }, unmetered: false, seconds: 0 },
    ...{ unreadable: new Set<string>(), problems: [] },
  };
  try {
    for await (const read of readEvents(path)) {
      if ('problem' in read) {
        reading.problems.push(read.problem);
        continue;
      }
      const { event, line } = read;
      if (event.event === 'session') time.begin(event.at);
      if (event.event === 'pause') time.until(event.at);
      if (event.event === 'sample') samples.add(event.sample, line);
      if (event.event === 'problem') unasked.set(event.unit, event.message);
      if (event.event !== 'attempt') continue;
      time.until(event.at, event.ms);
      if (!event.cached) addUsage(reading.usage, event.reply?.usage);
      reading.unmetered ||= isUnmetered(event, price);
      const key = unitKey({ id: event.unit, epoch: event.epoch });
      if (!event.final) {
        if (event.reply && !firstReplies.has(key)) firstReplies.set(key, event);
        continue;
      }
      unasked.delete(event.unit);
      const first = firstReplies.get(key);
      firstReplies.delete(key);
      const stored = samples.get(event.unit);
      const sample = stored && benchmark.schema.safeParse(stored);
      if (sample?.success) {
        await visit({ sample: sample.data, event, first });
        continue;
      }
      reading.unreadable.add(key);
      const [issue] = sample?.error.issues ?? [];
      const why = issue ? `cannot be read: ${issue.path.join('.')}: ${issue.message}` : `is missing from ${path}`;
      reading.problems.push(`unit ${event.unit}: its question ${why}`);
    }
  } finally {
    samples.close();
  }
  for (const [unit, message] of unasked) reading.problems.push(`unit ${unit}: ${message}`);
  return { ...reading, seconds: time.seconds };
}

/** Adds up how long sessions lasted; a killed one ended with its last attempt. */
class SessionClock {
  #begun: number | undefined;
  #last = 0;
  #total = 0;

  begin(at: string): void {
    this.#close();
    this.#begun = Date.parse(at);
    this.#last = this.#begun;
  }

  until(at: string, plusMs = 0): void {
    this.#last = Math.max(this.#last, Date.parse(at) + plusMs);
  }

  get seconds(): number {
    this.#close();
    return Math.round(this.#total) / 1000;
  }

  #close(): void {
    if (this.#begun !== undefined) this.#total += this.#last - this.#begun;
    this.#begun = undefined;
  }
}
