import { type Benchmark, type Protocol, type RunFile, Summary } from '../../contracts/index.ts';
import {
  hashStart,
  machineError,
  readRegular,
  readRegularText,
  sha256,
  sizeOf,
  writeJsonAtomic,
  writePartsAtomic,
} from '../../files/index.ts';
import { inSmallHeap } from '../../host/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { Blobs, readRunFile, runPaths, StoredSamples } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { readInto } from './read-run.ts';
import { digestOf, KeptReplies, type ReplyAt, resultsFile } from './results-file.ts';
import { type RunResults, RunScoring } from './run-scoring.ts';
import { type ScoredRun, summarise } from './summarise.ts';

/** Raised whenever the same journal gives another summary: those of older rules are computed again. */
export const SUMMARY_RULES = 3;

/**
 * Says in a summary what it was computed from. @param bytes as much of the journal as was read; where it has grown since, nobody
 * can say what the numbers are of, and nothing is said.
 */
async function bindSummary(folder: string, summary: Summary, bytes: number): Promise<Summary> {
  const paths = runPaths(folder);
  if (sizeOf(paths.events) !== bytes) return summary;
  const of = {
    rules: SUMMARY_RULES,
    run: sha256(readRegular(paths.run, { inside: folder })),
    journal: { bytes, sha256: await hashStart(paths.events, bytes) },
  };
  return { ...summary, of: { ...of, summary: sha256(canonicalJson({ ...summary, of })) } };
}

/** A summary has a line per group; a larger one is not ours and is computed again. */
const MAX_BYTES = 64 * 2 ** 20;

/** A summary that says what it is of. */
type Bound = Summary & Required<Pick<Summary, 'of'>>;

/** The summary in a run folder, if it is of just this journal. */
export async function readBoundSummary(folder: string): Promise<Summary | undefined> {
  const summary = read(folder)?.summary;
  // A journal that grew need not be hashed: runs that are going are looked at all the time.
  if (!summary || summary.of.journal.bytes !== sizeOf(runPaths(folder).events) || summary.of.rules !== SUMMARY_RULES)
    return undefined;
  return (await changesSince(folder)).length === 0 ? summary : undefined;
}

/** The summary in a run folder, whatever has become of the rest, and also where it does not say what it is of. */
export function readStoredSummary(folder: string): Summary | undefined {
  return parse(folder)?.summary;
}

/** What was changed since a folder's summary was written, though it is never changed: a journal only grows. */
export async function changesSince(folder: string): Promise<string[]> {
  const paths = runPaths(folder);
  const stored = read(folder);
  if (!stored) return [];
  const { raw, summary } = stored;
  const { summary: own, ...of } = summary.of;
  const { bytes } = of.journal;
  const isJournal = sizeOf(paths.events) >= bytes && (await hashStart(paths.events, bytes)) === of.journal.sha256;
  return [
    ...(sha256(canonicalJson({ ...raw, of })) === own ? [] : [`${paths.summary} was changed after it was written`]),
    ...(sha256(readRegular(paths.run, { inside: folder })) === of.run
      ? []
      : [`${paths.run} was changed after the run was summed up`]),
    ...(isJournal ? [] : [`${paths.events} was changed after the run was summed up: a journal only grows`]),
  ];
}

function read(folder: string): { raw: object; summary: Bound } | undefined {
  const stored = parse(folder);
  const of = stored?.summary.of;
  return stored && of && { raw: stored.raw, summary: { ...stored.summary, of } };
}

function parse(folder: string): { raw: object; summary: Summary } | undefined {
  try {
    const raw: unknown = JSON.parse(readRegularText(runPaths(folder).summary, { inside: folder, most: MAX_BYTES }));
    return { raw: Object(raw), summary: Summary.parse(raw) };
  } catch {
    return undefined;
  }
}

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

/** @param named the run's own protocol where there are none */
async function scoreAndSum(
  folder: string,
  benchmark: Benchmark,
  named: readonly Protocol[] | undefined,
  opts: SummariseOptions,
): Promise<ScoredRun[]> {
  const run = readRunFile(folder);
  const protocols = named ?? [run.spec.protocol];
  const paths = runPaths(folder);
  const bytes = sizeOf(paths.events);
  const { results, replies, replyAt } = await scoreRun(run, folder, benchmark, protocols);
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
  const [scored] = await inSmallHeap(() => scoreAndSum(folder, benchmark, protocol && [protocol], opts));
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
  run: RunFile,
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
  const scoring = new RunScoring({ run, benchmark, samples, where, protocols, assets, find, keep });
  try {
    await readInto(scoring, where, samples);
    const results = scoring.results();
    return { results, replies, replyAt: replies.inOrder(scoring.order()) };
  } finally {
    samples.free();
  }
}
