import type { Comparison, Pairing } from '../../../src/contracts/index.ts';
import type { FromWorker, RunResults, ToWorker } from '../../work/messages.ts';
import { openWorker } from '../../work/open-worker.ts';
import { compareSides, matrixOf } from './compare-sides.ts';

/** Two runs side by side; thousands of units are resampled thousands of times, so a worker does it where there is one. */
export async function compareApart(a: RunResults, b: RunResults): Promise<Comparison> {
  const done = await apart({ kind: 'compare', a, b });
  return done?.kind === 'compared' ? done.comparison : compareSides(a, b);
}

export async function matrixApart(sides: RunResults[]): Promise<(Pairing | null)[][]> {
  const done = await apart({ kind: 'matrix', sides });
  return done?.kind === 'matrix' ? done.matrix : matrixOf(sides);
}

/** Null where there is no worker. */
async function apart(job: ToWorker): Promise<FromWorker | null> {
  const worker = await openWorker();
  if (!worker) return null;
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('the comparison stopped'));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
        data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data);
      worker.postMessage(job);
    });
  } finally {
    worker.terminate();
  }
}
