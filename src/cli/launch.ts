import { join, relative } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { openPrices } from '../contestants/index.ts';
import { type Dataset, type Decoding, messageOf, type Price, type RunSpec, SextantError } from '../contracts/index.ts';
import {
  contextOf,
  findBenchmark,
  findProtocol,
  Gate,
  ResponseCache,
  type RunEnd,
  type RunListener,
  runNames,
  runUnits,
  type ScoredRun,
  Stage,
  StagedDataset,
  specFor,
  summariseRun,
  withDecoding,
} from '../engine/index.ts';
import { findExtractor } from '../extract/index.ts';
import { Blobs, isRunFolder } from '../store/index.ts';
import { clock } from './clock.ts';
import { openContestant } from './contestant.ts';
import { findData, openDataset } from './dataset.ts';
import { say } from './output.ts';

export interface LaunchOptions {
  benchmark: string;
  /** Who answers, or who acts: one of the two. */
  who: { model: string } | { policy: string };
  /** Threads that simulate worlds. */
  workers: number;
  data?: string;
  protocol?: string;
  decoding: Partial<Record<keyof Decoding, number | null>>;
  select: RunSpec['select'];
  epochs: number;
  seed: number;
  concurrency: number | 'auto';
  retries: number;
  timeoutMs?: number;
  budget?: number;
  prices?: string;
  cache?: string;
  keepMedia: boolean;
  /** Which camera films every episode, if any. */
  film?: string;
  /** Data sets that several runs share: what is made for one need not be made again. */
  shelf?: Map<string, Dataset>;
  /** The run's folder; by default one below `runs/` that the same command finds again. */
  out?: string;
  stop: AbortSignal;
  abort: AbortSignal;
  listener: RunListener;
  /** Called when nothing more will be asked and only scoring is left. */
  asked?(): void;
}

/** A policy is not paid by the token. */
const FREE: Price = { input: 0, output: 0, note: 'no tokens' };

/** How long one call of a policy may take unless --timeout says otherwise. */
const POLICY_TIMEOUT_MS = 60_000;

export const versions = { sextant: packageJson.version, node: process.version };

/** Puts a run together, works on it, and scores what there is. */
export async function launch(opts: LaunchOptions): Promise<{ end: RunEnd; scored: ScoredRun }> {
  const { benchmark, args } = findBenchmark(opts.benchmark);
  const isPolicy = 'policy' in opts.who;
  const protocol = withDecoding(findProtocol(benchmark, opts.protocol, isPolicy ? 'policy' : 'model'), opts.decoding);
  if (protocol.act && opts.cache !== undefined) {
    throw new SextantError('bad_argument', 'episodes are not cached', { fix: 'leave --cache away' });
  }
  const dir = await findData(benchmark, opts.data);
  const questions = await (opts.shelf?.get(opts.benchmark) ?? openDataset(benchmark, args, dir));
  opts.shelf?.set(opts.benchmark, questions);
  const gate = new Gate(isPolicy ? opts.workers : opts.concurrency, clock.now);
  const place = { env: process.env, cwd: process.cwd() };
  const prices = await openPrices({ ...place, ...(opts.prices === undefined ? {} : { file: opts.prices }) });
  const contestant = await openContestant(opts.who, {
    ...place,
    ...(opts.timeoutMs === undefined ? {} : { timeoutMs: opts.timeoutMs }),
    seed: opts.seed,
    onRateLimit: (ms) => gate.pause(ms),
    onWarning: (text) => say(`warning: ${text}`),
  });
  const { id, settings, readsTruth } = contestant;
  const setup = { benchmark: benchmark.id, args, cwd: place.cwd, ...(dir === undefined ? {} : { dir }) };
  const stage = protocol.act ? new Stage(setup, Math.min(opts.workers, contestant.atOnce ?? opts.workers)) : undefined;
  const dataset = stage ? new StagedDataset(questions, stage) : questions;
  const { model } = contestant;
  try {
    const spec = specFor({
      benchmark,
      args,
      dataset,
      protocol,
      model: { id, settings, readsTruth },
      select: opts.select,
      epochs: opts.epochs,
      seed: opts.seed,
    });
    const folder = relative('', opts.out ?? placeOf(spec)) || '.';
    const blobs = new Blobs(folder);
    const perform =
      stage &&
      contestant.perform({
        stage,
        blobs,
        seed: opts.seed,
        timeoutMs: opts.timeoutMs ?? POLICY_TIMEOUT_MS,
        ...(opts.film === undefined ? {} : { film: opts.film }),
        extractor: findExtractor(protocol.extractor),
        contextOf: (sample) => contextOf(benchmark, sample),
      });
    const end = await runUnits({
      folder,
      spec,
      benchmark,
      dataset,
      blobs,
      keepMedia: opts.keepMedia,
      model,
      ...(perform ? { perform } : {}),
      price: isPolicy ? FREE : prices(model.id),
      versions,
      gate,
      retries: opts.retries,
      ...(opts.budget === undefined ? {} : { budget: opts.budget }),
      ...(opts.cache === undefined ? {} : { cache: new ResponseCache(opts.cache) }),
      clock,
      stop: opts.stop,
      abort: opts.abort,
      listener: opts.listener,
    });
    opts.asked?.();
    return { end, scored: await summariseRun(folder, benchmark) };
  } finally {
    await stage?.close();
    // Who cannot close does not undo what was answered.
    await contestant.close().catch((error: unknown) => say(`warning: closing ${id} failed: ${messageOf(error)}`));
  }
}

/** The folder that this command made before, also under the name of a former data hash; otherwise a new one. */
function placeOf(spec: RunSpec): string {
  const [first = '', ...others] = runNames(spec).map((name) => join('runs', name));
  return [first, ...others].find(isRunFolder) ?? first;
}
