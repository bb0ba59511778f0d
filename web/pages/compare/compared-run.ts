import type { Comparison, Pairing, Summary } from '../../../src/contracts/index.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import type { FromWorker, ScoredSide, ToWorker } from '../../work/messages.ts';
import { openWorker } from '../../work/open-worker.ts';
import { compareSides, matrixOf } from './compare-sides.ts';

/** One of the runs that are compared, under the letter that it has on the page. */
export interface ComparedRun {
  letter: string;
  head: RunHead;
  summary: Summary;
  rows: UnitRow[];
}

/** @example letterOf(0) // 'A' */
export function letterOf(at: number): string {
  return String.fromCharCode(65 + (at % 26)) + (at < 26 ? '' : String(Math.floor(at / 26)));
}

export function resultsOf({ head, summary, rows }: ComparedRun): ScoredSide {
  return { name: head.name, run: head.run, summary, units: rows.map(({ result }) => result) };
}

/** Changes whenever what is compared does. */
export function versionOf(runs: readonly ComparedRun[]): string {
  return runs.map(({ head, rows }) => `${head.changed} ${rows.length}`).join(' ');
}

/** Two runs side by side; thousands of units are resampled thousands of times, so a worker does it where there is one. */
export async function compareApart(a: ScoredSide, b: ScoredSide): Promise<Comparison> {
  const done = await apart({ kind: 'compare', a, b });
  return done?.kind === 'compared' ? done.comparison : compareSides(a, b);
}

export async function matrixApart(sides: ScoredSide[]): Promise<(Pairing | null)[][]> {
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
