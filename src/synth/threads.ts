import { Worker } from 'node:worker_threads';
import { type Sample, SextantError } from '../contracts/index.ts';
import type { Made, MakeOptions } from './family.ts';
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts';

/** Scenes that wait to be taken, per thread: enough that nobody stands still, and few enough for memory. */
const AHEAD = 3;

/**
 * Scenes 0 … count − 1 in their order, made by several threads. Which thread makes which does not matter.
 * @example for await (const made of makeScenes({ benchmark: 'synth-point', difficulty, seed: 7 }, { count: 100, threads: 2 })) …
 */
export async function* makeScenes<S extends Sample>(
  setup: ThreadSetup,
  opts: { count: number; threads: number; stop?: AbortSignal; options?(scene: number): MakeOptions },
): AsyncGenerator<Made<S>> {
  const threads = Array.from({ length: Math.min(opts.threads, opts.count) }, () => new Thread<S>(setup));
  const waiting: Promise<Made<S>>[] = [];
  let next = 0;
  try {
    for (let scene = 0; scene < opts.count; scene += 1) {
      for (; next < opts.count && next < scene + AHEAD * threads.length; next += 1) {
        const made = freest(threads).make(next, opts.options?.(next) ?? {});
        // Whoever waits for it hears of a failure; until then it must not end the process.
        made.catch(() => {});
        waiting.push(made);
      }
      opts.stop?.throwIfAborted();
      const made = await waiting.shift();
      if (made) yield made;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

function freest<S extends Sample>(threads: readonly Thread<S>[]): Thread<S> {
  const [first, ...others] = threads;
  if (!first) throw new Error('no thread');
  return others.reduce((best, thread) => (thread.queued < best.queued ? thread : best), first);
}

/** One thread with its own maker; scenes are made in the order in which they were asked for. */
class Thread<S extends Sample> {
  queued = 0;
  readonly #worker: Worker;
  readonly #waiting: { resolve(made: Made<S>): void; reject(error: Error): void }[] = [];

  constructor(setup: ThreadSetup) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: setup });
    this.#worker.on('message', (message: FromThread<S>) => {
      this.queued -= 1;
      const asked = this.#waiting.shift();
      if ('made' in message) asked?.resolve(message.made);
      else asked?.reject(new SextantError(message.code, message.message, message.place));
    });
    const died = (cause?: unknown) => {
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      for (const { reject } of this.#waiting.splice(0))
        reject(new SextantError('internal', `a thread that makes scenes ended${why}`, { cause }));
    };
    this.#worker.on('error', died).on('exit', () => died());
  }

  make(scene: number, opts: MakeOptions): Promise<Made<S>> {
    this.queued += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      const message: ToThread = { scene, opts };
      this.#worker.postMessage(message);
    });
  }

  async stop(): Promise<void> {
    this.#waiting.length = 0;
    await this.#worker.terminate();
  }
}
