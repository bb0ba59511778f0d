import { messageOf, type Sample, SextantError } from '../contracts/index.ts';
import { Pool } from '../host/index.ts';
import type { Difficulty, Made, MakeOptions } from './family.ts';

/** What a thread is started with. */
export interface ThreadSetup {
  benchmark: string;
  difficulty: Difficulty;
  seed: number;
}

export interface ToThread {
  scene: number;
  opts: MakeOptions;
}

/** A thread that has had nothing to do for so long gives its memory back. */
const IDLE_MS = 5000;

/** One that is being made, and one that waits in the thread. */
const AT_ONCE = 2;

/**
 * Threads that make scenes, started when they are needed. They do not keep the process alive while they are idle.
 * @example const made = await openMakers({ benchmark: 'synth-point', difficulty, seed: 7 }, 2).do({ scene: 0, opts: {} });
 */
export function openMakers<S extends Sample>(setup: ThreadSetup, threads: number): Pool<ToThread, Made<S>> {
  return new Pool({
    file: new URL('./thread.ts', import.meta.url),
    threads,
    setup: () => setup,
    atOnce: AT_ONCE,
    idleMs: IDLE_MS,
    ended(cause) {
      const why = cause === undefined ? '' : `: ${messageOf(cause)}`;
      return new SextantError('internal', `a thread that makes scenes ended${why}`, { cause });
    },
  });
}

/** Scenes that wait to be taken, per thread: enough that no thread idles while one scene takes ten times as long, and few enough for memory. */
const AHEAD = 4;

/** Scenes `first` … count − 1 in their order, made by several threads. Which thread makes which does not matter. */
export async function* makeScenes<S extends Sample>(
  setup: ThreadSetup,
  opts: { first?: number; count: number; threads: number; stop?: AbortSignal; options?(scene: number): MakeOptions },
): AsyncGenerator<Made<S>> {
  const makers = openMakers<S>(setup, Math.min(opts.threads, opts.count));
  const waiting: Promise<Made<S>>[] = [];
  const { first = 0 } = opts;
  let next = first;
  try {
    for (let scene = first; scene < opts.count; scene += 1) {
      for (; next < opts.count && next < scene + AHEAD * opts.threads; next += 1) {
        const made = makers.do({ scene: next, opts: opts.options?.(next) ?? {} });
        // A failure is reported where it is awaited; until then it must not end the process.
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
