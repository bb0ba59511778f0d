import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import {
  type Dataset,
  type Decoding,
  messageOf,
  type Price,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import type { Env } from '../../host/index.ts';
import { Blobs, isRunFolder } from '../../store/index.ts';
import { findBenchmark } from '../catalogue.ts';
import type { Clock } from '../run/ask.ts';
import { ResponseCache } from '../run/cache.ts';
import { Gate } from '../run/gate.ts';
import type { RunListener } from '../run/progress.ts';
import { type RunEnd, runUnits } from '../run/run.ts';
import { findProtocol, runNames, specFor, withDecoding } from '../run/spec.ts';
import { contextOf } from '../score/context.ts';
import { summariseRun } from '../score/stored-summary.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { StagedDataset } from '../stage/actors.ts';
import { Stage } from '../stage/stage.ts';
import { machineClock } from './clock.ts';
import { openContestant } from './contestant.ts';
import { findData, openDataset } from './dataset.ts';
import { here } from './place.ts';
import { versions } from './versions.ts';

/** What is measured, and how. Only the first two must be told. */
export interface LaunchOptions {
  /** `mmsi`, `tiny:count=20,seed=7` … */
  benchmark: string;
  /** Who answers, or who acts: one of the two. */
  who: { model: string } | { policy: string };
  /** Folder with the benchmark's files; by default where `sextant data pull` put them. */
  data?: string;
  /** By default the authors' own. */
  protocol?: string;
  /** What differs from the protocol's decoding; null leaves it to the server. */
  decoding?: Partial<Record<keyof Decoding, number | null>>;
  /** All units unless it says otherwise. */
  select?: RunSpec['select'];
  /** 1 */
  epochs?: number;
  /** 0 */
  seed?: number;
  /** Requests under way at once; `auto` */
  concurrency?: number | 'auto';
  /** Threads that simulate worlds; as many as there are cores. */
  workers?: number;
  /** How often a failed request is tried again; 5 */
  retries?: number;
  /** For one request, or one call of a policy. */
  timeoutMs?: number;
  /** In US dollars. */
  budget?: number;
  /** A file with prices. */
  prices?: string;
  /** A folder with replies to reuse. */
  cache?: string;
  /** Copy pictures into the run even where they are files at hand. */
  keepMedia?: boolean;
  /** Which camera films every episode, if any. */
  film?: string;
  /** Data sets that several runs share: what is made for one need not be made again. */
  shelf?: Map<string, Dataset>;
  /** The run's folder; by default one below `runs/` that the same launch finds again. */
  out?: string;
  /** Finish what is under way, begin nothing new. */
  stop?: AbortSignal;
  /** Drop everything. */
  abort?: AbortSignal;
  /** Is told how it goes, warnings too. */
  listener?: RunListener;
  /** Called when nothing more will be asked and only scoring is left. */
  asked?(): void;
  /** The process's own unless it says otherwise. */
  env?: Env;
  /** Where paths begin; the process's own folder unless it says otherwise. */
  cwd?: string;
  clock?: Clock;
}

/** A policy is not paid by the token. */
const FREE: Price = { input: 0, output: 0, note: 'no tokens' };

/** How long one call of a policy may take unless somebody says otherwise. */
const POLICY_TIMEOUT_MS = 60_000;

const never = new AbortController().signal;

/**
 * Puts a run together, works on it, and scores what there is. Again with the same options: continues.
 * @example
 * const { end, scored } = await launch({ benchmark: 'tiny', who: { model: 'baseline/random' } });
 * scored.summary.metrics[0] // the headline
 */
export async function launch(opts: LaunchOptions): Promise<{ end: RunEnd; scored: ScoredRun }> {
  const { seed = 0, workers = availableParallelism(), clock = machineClock, listener = {}, timeoutMs } = opts;
  const place = { ...here(), ...(opts.env && { env: opts.env }), ...(opts.cwd && { cwd: opts.cwd }) };
  const at = (path: string) => (opts.cwd === undefined ? path : resolve(opts.cwd, path));
  const warn = (text: string) => listener.warning?.(text);
  const { benchmark, args } = findBenchmark(opts.benchmark);
  const isPolicy = 'policy' in opts.who;
  const recipe = findProtocol(benchmark, opts.protocol, isPolicy ? 'policy' : 'model');
  const protocol = withDecoding(recipe, opts.decoding ?? {});
  if (protocol.act && opts.cache !== undefined) {
    throw new SextantError('bad_argument', 'episodes are not cached', { fix: 'leave --cache away' });
  }
  const dir = await findData(benchmark, opts.data && at(opts.data), place);
  const questions = opts.shelf?.get(opts.benchmark) ?? (await openDataset(benchmark, args, dir, warn));
  opts.shelf?.set(opts.benchmark, questions);
  const gate = new Gate(isPolicy ? workers : (opts.concurrency ?? 'auto'), clock.now);
  // Loaded for those who launch: it brings all models, and policies with a whole world.
  const { openPrices } = await import('../../contestants/index.ts');
  const prices = await openPrices({ ...place, ...(opts.prices === undefined ? {} : { file: opts.prices }) });
  const contestant = await openContestant(opts.who, {
    ...place,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    seed,
    onRateLimit: (ms) => gate.pause(ms),
    onWarning: warn,
  });
  const { id, settings, readsTruth, model } = contestant;
  const setup = { benchmark: benchmark.id, args, cwd: place.cwd, ...(dir === undefined ? {} : { dir }) };
  const stage = protocol.act ? new Stage(setup, Math.min(workers, contestant.atOnce ?? workers)) : undefined;
  const dataset = stage ? new StagedDataset(questions, stage) : questions;
  try {
    const spec = specFor({
      benchmark,
      args,
      dataset,
      protocol,
      model: { id, settings, readsTruth },
      select: opts.select ?? {},
      epochs: opts.epochs ?? 1,
      seed,
    });
    const folder = relative('', opts.out === undefined ? placeOf(spec, at('runs')) : at(opts.out)) || '.';
    const blobs = new Blobs(folder);
    const perform =
      stage &&
      contestant.perform({
        stage,
        blobs,
        seed,
        timeoutMs: timeoutMs ?? POLICY_TIMEOUT_MS,
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
      keepMedia: opts.keepMedia === true,
      model,
      ...(perform ? { perform } : {}),
      price: isPolicy ? FREE : prices(model.id),
      versions,
      gate,
      retries: opts.retries ?? 5,
      ...(opts.budget === undefined ? {} : { budget: opts.budget }),
      ...(opts.cache === undefined ? {} : { cache: new ResponseCache(at(opts.cache)) }),
      clock,
      stop: opts.stop ?? never,
      abort: opts.abort ?? never,
      listener,
    });
    opts.asked?.();
    return { end, scored: await summariseRun(folder, benchmark) };
  } finally {
    await stage?.close();
    // Who cannot close does not undo what was answered.
    await contestant.close().catch((error: unknown) => warn(`closing ${id} failed: ${messageOf(error)}`));
  }
}

/** The folder that this launch made before, also under the name of a former data hash; otherwise a new one. */
function placeOf(spec: RunSpec, runs: string): string {
  const [first = '', ...others] = runNames(spec).map((name) => join(runs, name));
  return [first, ...others].find(isRunFolder) ?? first;
}
