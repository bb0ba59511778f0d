import type { Benchmark, Protocol } from '../../contracts/index.ts';
import { machineError, sizeOf, writeJsonAtomic, writePartsAtomic } from '../../files/index.ts';
import { inSmallHeap } from '../../host/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { Blobs, readRunFile, runPaths, StoredSamples } from '../../store/index.ts';
import { bindSummary } from './bound-summary.ts';
import { KeptReplies, type ReplyAt } from './kept-replies.ts';
import { readInto } from './read-run.ts';
import { digestOf, resultsFile } from './results-file.ts';
import { type RunResults, RunScoring } from './run-scoring.ts';
import { type ScoredRun, summarise } from './summarise.ts';

export interface SummariseOptions {
  /** Whether results and summary are kept in the folder. Yes, unless told otherwise. */
  keep?: boolean;
  /** False for whoever needs scores only: two runs at once are large. Then extractions, notes and reasons of units cannot be read. */
  answers?: boolean;
}

/** Scores a stored run under several protocols and sums it up; under its own one, results and summary are also kept in the folder. */
export function summariseUnder(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
  opts: SummariseOptions = {},
): Promise<ScoredRun[]> {
  return inSmallHeap(() => scoreAndSum(folder, benchmark, protocols, opts));
}

async function scoreAndSum(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
  opts: SummariseOptions,
): Promise<ScoredRun[]> {
  const run = readRunFile(folder);
  const paths = runPaths(folder);
  const bytes = sizeOf(paths.events);
  const { results, replies, replyAt } = await scoreRun(folder, benchmark, protocols);
  const scored: ScoredRun[] = [];
  for (const [at, protocol] of protocols.entries()) {
    const result = results[at];
    if (!result) continue;
    const { units } = result;
    let summary = summarise({ run, benchmark, protocol, results: result });
    if (summary.protocol.hash === run.spec.protocolHash) {
      const file = () => resultsFile({ run, units, replyAt });
      const write = (parts: Iterable<Uint8Array>) => writePartsAtomic(paths.results, parts);
      const kept = opts.keep === false ? undefined : keep(() => digestOf(file(), write));
      summary = await bindSummary(folder, { ...summary, digest: kept ?? digestOf(file()) }, bytes);
      // Written last, so that a summary never names results that are not there yet.
      if (kept !== undefined) keep(() => writeJsonAtomic(paths.summary, summary));
    }
    scored.push({ folder, benchmark, run, summary, units });
  }
  replies.free();
  if (opts.answers === false) for (const { forgetAnswers } of results) forgetAnswers();
  return scored;
}

/** The same under one protocol: the run's own unless another one is named. */
export async function summariseRun(
  folder: string,
  benchmark: Benchmark,
  protocol?: Protocol,
  opts: SummariseOptions = {},
): Promise<ScoredRun> {
  const [scored] = await summariseUnder(folder, benchmark, [protocol ?? readRunFile(folder).spec.protocol], opts);
  if (!scored) throw new Error('one protocol gives one result');
  return scored;
}

/** All of it can be computed again at any time: a folder that one may only read, or a full disk, is no reason to fail. */
function keep<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM' && !machineError(error)) throw error;
    return undefined;
  }
}

/** Scores what is stored, without asking any model. */
async function scoreRun(
  folder: string,
  benchmark: Benchmark,
  protocols: readonly Protocol[],
): Promise<{ results: RunResults[]; replies: KeptReplies; replyAt: ReplyAt }> {
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
    const results = scoring.results();
    return { results, replies, replyAt: replies.inOrder(scoring, results[0]?.units ?? []) };
  } finally {
    samples.free();
  }
}
