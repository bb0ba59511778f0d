import type { Benchmark, Protocol } from '../contracts/index.ts';
import { readRunFile, runPaths, StoredSamples } from '../data/index.ts';
import { assetsFrom, Blobs } from '../media/index.ts';
import { readInto } from './read-run.ts';
import { type RunResults, RunScoring } from './run-scoring.ts';

/** Scores what is stored, without asking any model. */
export async function scoreRun(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
): Promise<RunResults[]> {
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  const where = runPaths(folder).events;
  const samples = new StoredSamples(where);
  const scoring = new RunScoring({ run: readRunFile(folder), benchmark, samples, where, protocols, assets });
  try {
    await readInto(scoring, where, samples);
  } finally {
    samples.close();
  }
  return scoring.results();
}
