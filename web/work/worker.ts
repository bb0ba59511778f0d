import { messageOf, type RunEvent } from '../../src/contracts/index.ts';
import { findBenchmark } from '../../src/engine/pure.ts';
import { compareSides, matrixOf } from '../pages/compare/compare-sides.ts';
import { rescore } from '../rescore/rescore.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { Queue } from './queue.ts';

// What takes long, beside the page, so that the page stays quick. Files are asked for from the page, which knows where they are.

const journal = new Queue<RunEvent>();
const wanted = new Map<string, ((bytes: Uint8Array | null) => void)[]>();

const say = (message: FromWorker) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'events') journal.push(data.events);
  else if (data.kind === 'end') journal.close();
  else if (data.kind === 'bytes') {
    for (const resolve of wanted.get(data.sha256) ?? []) resolve(data.bytes);
    wanted.delete(data.sha256);
  } else
    work(data).then(say, (error: unknown) => {
      say({ kind: 'failed', message: messageOf(error) });
    });
});

async function work(job: Extract<ToWorker, { kind: 'rescore' | 'compare' | 'matrix' }>): Promise<FromWorker> {
  if (job.kind === 'compare') return { kind: 'compared', comparison: compareSides(job.a, job.b) };
  if (job.kind === 'matrix') return { kind: 'matrix', matrix: matrixOf(job.sides) };
  const { run, where, protocols } = job;
  const { benchmark } = findBenchmark(run.spec.benchmark);
  const rescored = await rescore({ run, where, benchmark, protocols, journal, bytes: ask, onProgress });
  return { kind: 'rescored', rescored };
}

function onProgress(units: number): void {
  say({ kind: 'progress', units });
}

function ask(sha256: string): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const waiting = wanted.get(sha256);
    if (waiting) waiting.push(resolve);
    else {
      wanted.set(sha256, [resolve]);
      say({ kind: 'wants', sha256 });
    }
  });
}

say({ kind: 'ready' });
