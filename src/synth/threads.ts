import { Worker } from 'node:worker_threads';
import { type Sample, SextantError } from '../contracts/index.ts';
import type { Made, MakeOptions } from './family.ts';
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.ts';

interface Waiting<S extends Sample> {
  message: ToThread;
  resolve(made: Made<S>): void;
  reject(error: Error): void;
}

/**
 * Threads that make scenes, started when they are needed. They do not keep the process alive while nobody waits for them.
 * @example const made = await new Makers({ benchmark: 'synth-point', difficulty, seed: 7 }, 2).make(0);
 */
export class Makers<S extends Sample> {
  readonly #threads: Thread<S>[];
  readonly #queue: Waiting<S>[] = [];

  constructor(setup: ThreadSetup, threads: number) {
    this.#threads = Array.from({ length: threads }, () => new Thread<S>(setup, () => this.#next()));
  }

  make(scene: number, opts: MakeOptions = {}): Promise<Made<S>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ message: { scene, opts }, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#queue.length = 0;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Whoever has least to do takes the next one. */
  #next(): void {
    for (;;) {
      const [freest] = this.#threads.filter(({ hasRoom }) => hasRoom).sort((a, b) => a.load - b.load);
      const next = freest && this.#queue.shift();
      if (!next) return;
      freest.take(next);
    }
  }
}

/** A thread that has had nothing to do for so long gives its memory back. */
const IDLE_MS = 5000;

/** One that is being made, and one that waits in the thread, so that it does not stand still until it hears from us. */
const AT_ONCE = 2;

/** One thread with its own maker; scenes are made in the order in which they were asked for. */
class Thread<S extends Sample> {
  readonly #setup: ThreadSetup;
  readonly #onRoom: () => void;
  readonly #waiting: Waiting<S>[] = [];
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(setup: ThreadSetup, onRoom: () => void) {
    this.#setup = setup;
    this.#onRoom = onRoom;
  }

  get load(): number {
    return this.#waiting.length;
  }

  get hasRoom(): boolean {
    return this.load < AT_ONCE;
  }

  take(asked: Waiting<S>): void {
    this.#waiting.push(asked);
    clearTimeout(this.#idle);
    const worker = this.#started();
    worker.ref();
    worker.postMessage(asked.message);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#waiting.length = 0;
    await worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#setup });
    worker.on('message', (message: FromThread<S>) => {
      const asked = this.#waiting.shift();
      if ('made' in message) asked?.resolve(message.made);
      else asked?.reject(new SextantError(message.code, message.message, message.place));
      this.#onRoom();
      if (this.load > 0) return;
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    });
    const died = (cause?: unknown) => {
      if (this.#worker !== worker) return;
      const why = cause instanceof Error ? `: ${cause.message}` : '';
      const lost = this.#waiting.splice(0);
      void this.close();
      for (const { reject } of lost)
        reject(new SextantError('internal', `a thread that makes scenes ended${why}`, { cause }));
    };
    worker.on('error', died).on('exit', () => died());
    this.#worker = worker;
    return worker;
  }
}

/** Scenes that wait to be taken, per thread: enough that nobody stands still while one takes ten times as long, and few enough for memory. */
const AHEAD = 4;

/** Scenes 0 … count − 1 in their order, made by several threads. Which thread makes which does not matter. */
export async function* makeScenes<S extends Sample>(
  setup: ThreadSetup,
  opts: { count: number; threads: number; stop?: AbortSignal; options?(scene: number): MakeOptions },
): AsyncGenerator<Made<S>> {
  const makers = new Makers<S>(setup, Math.min(opts.threads, opts.count));
  const waiting: Promise<Made<S>>[] = [];
  let next = 0;
  try {
    for (let scene = 0; scene < opts.count; scene += 1) {
      for (; next < opts.count && next < scene + AHEAD * opts.threads; next += 1) {
        const made = makers.make(next, opts.options?.(next));
        // Whoever waits for it hears of a failure; until then it must not end the process.
        made.catch(() => {});
        waiting.push(made);
      }
      opts.stop?.throwIfAborted();
      const made = await waiting.shift();
      if (made) yield made;
    }
  } finally {
    await makers.close();
  }
}
