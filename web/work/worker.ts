import { messageOf, type RunEvent } from '../../src/contracts/index.ts';
import { findBenchmark } from '../../src/engine/pure.ts';
import { compareSides, matrixOf } from '../pages/compare/compare-sides.ts';
import { rescore } from '../rescore/rescore.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** What one side puts in and the other takes out, in order; taking waits for more until it is closed. */
class Queue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  push(items: readonly T[]): void {
    this.#items.push(...items);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (true) {
      yield* this.#items.splice(0);
      if (this.#items.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

// What takes long, beside the page, so that the page stays quick. Files are asked for from the page, which knows where they are.

const journal = new Queue<RunEvent>();
const wanted = new Map<number, PromiseWithResolvers<(Uint8Array | null)[]>>();
let requests = 0;

const say = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'events') journal.push(data.events);
  else if (data.kind === 'end') journal.close();
  else if (data.kind === 'files') wanted.get(data.request)?.resolve(data.files);
  else if (data.kind === 'no-files') wanted.get(data.request)?.reject(new Error(data.message));
  else
    work(data).then(say, (error: unknown) => {
      say({ kind: 'failed', message: messageOf(error) });
    });
});

async function work(job: Extract<ToWorker, { kind: 'rescore' | 'compare' | 'matrix' }>): Promise<FromWorker> {
  if (job.kind === 'compare') return { kind: 'compared', comparison: compareSides(job.a, job.b) };
  if (job.kind === 'matrix') return { kind: 'matrix', matrix: matrixOf(job.sides) };
  const { run, where, protocols } = job;
  const { benchmark } = findBenchmark(run.spec.benchmark);
  const rescored = await rescore({ run, where, benchmark, protocols, journal, files: ask, onProgress });
  return { kind: 'rescored', rescored };
}

function onProgress(units: number): void {
  say({ kind: 'progress', units });
}

function ask(hashes: string[]): Promise<(Uint8Array | null)[]> {
  requests += 1;
  const answer = Promise.withResolvers<(Uint8Array | null)[]>();
  wanted.set(requests, answer);
  say({ kind: 'wants', request: requests, hashes });
  const request = requests;
  return answer.promise.finally(() => wanted.delete(request));
}

say({ kind: 'ready' });
