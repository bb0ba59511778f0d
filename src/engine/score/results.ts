import type { Benchmark, Protocol } from '../../contracts/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { Blobs, readRunFile, runPaths, StoredSamples } from '../../store/index.ts';
import { KeptReplies, type ReplyAt } from './kept-replies.ts';
import { readInto } from './read-run.ts';
import { type RunResults, RunScoring } from './run-scoring.ts';

/** Scores what is stored, without asking any model. */
export async function scoreRun(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
): Promise<{ results: RunResults[]; replyAt: ReplyAt }> {
  const blobs = new Blobs(folder);
  const assets = assetsFrom((ref) => blobs.get(ref.sha256));
  const where = runPaths(folder).events;
  const samples = new StoredSamples(where);
  const find = (name: string) => blobs.find(name);
  const replies = new KeptReplies();
  const keep = replies.keep.bind(replies);
  const run = readRunFile(folder);
  const scoring = new RunScoring({ run, benchmark, samples, where, protocols, assets, find, keep });
  try {
    await readInto(scoring, where, samples);
  } finally {
    samples.close();
  }
  const results = scoring.results();
  return { results, replyAt: replies.inOrder(scoring, results[0]?.units ?? []) };
}
