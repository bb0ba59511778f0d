import { join, relative } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { findBenchmark } from '../benchmarks/index.ts';
import { type Decoding, messageOf, type RunSpec } from '../contracts/index.ts';
import {
  findProtocol,
  Gate,
  ResponseCache,
  type RunEnd,
  type RunListener,
  runName,
  runUnits,
  type ScoredRun,
  specFor,
  summariseRun,
  withDecoding,
} from '../engine/index.ts';
import { openModel, openPrices } from '../models/index.ts';
import { clock } from './clock.ts';
import { openDataset } from './dataset.ts';
import { say } from './output.ts';

export interface LaunchOptions {
  benchmark: string;
  model: string;
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
  /** The run's folder; by default one below `runs/` that the same command finds again. */
  out?: string;
  stop: AbortSignal;
  abort: AbortSignal;
  listener: RunListener;
  /** Called when nothing more will be asked and only scoring is left. */
  asked?(): void;
}

export const versions = { sextant: packageJson.version, node: process.version };

/** Puts a run together, works on it, and scores what there is. */
export async function launch(opts: LaunchOptions): Promise<{ end: RunEnd; scored: ScoredRun }> {
  const { benchmark, args } = findBenchmark(opts.benchmark);
  const protocol = withDecoding(findProtocol(benchmark, opts.protocol), opts.decoding);
  const dataset = await openDataset(benchmark, args, opts.data);
  const gate = new Gate(opts.concurrency, clock.now);
  const place = { env: process.env, cwd: process.cwd() };
  const prices = await openPrices({ ...place, ...(opts.prices === undefined ? {} : { file: opts.prices }) });
  const model = await openModel(opts.model, {
    ...place,
    ...(opts.timeoutMs === undefined ? {} : { timeoutMs: opts.timeoutMs }),
    seed: opts.seed,
    onRateLimit: (ms) => gate.pause(ms),
  });
  try {
    const spec = specFor({
      benchmark,
      args,
      dataset,
      protocol,
      model: { id: model.id, settings: model.settings, readsTruth: model.capabilities.peeks === 'truth' },
      select: opts.select,
      epochs: opts.epochs,
      seed: opts.seed,
    });
    const folder = relative('', opts.out ?? join('runs', runName(spec))) || '.';
    const end = await runUnits({
      folder,
      spec,
      benchmark,
      dataset,
      keepMedia: opts.keepMedia,
      model,
      price: prices(model.id),
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
    // A model that cannot close does not undo what it answered.
    await model.close?.().catch((error: unknown) => say(`warning: closing ${model.id} failed: ${messageOf(error)}`));
  }
}
