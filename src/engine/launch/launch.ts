import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Who } from '../../contestants/index.ts';
import {
  type Benchmark,
  type Contestant,
  type Dataset,
  type Decoding,
  messageOf,
  type Price,
  type Protocol,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { type Env, isModulePath } from '../../host/index.ts';
import { Blobs, isRunFolder } from '../../store/index.ts';
import { Gate } from '../../util/index.ts';
import { findBenchmark } from '../catalogue.ts';
import type { Clock } from '../run/ask.ts';
import { ResponseCache } from '../run/cache.ts';
import type { RunListener } from '../run/progress.ts';
import { answering, type Respond } from '../run/respond.ts';
import { type RunEnd, type RunUnitsOptions, runUnits } from '../run/run.ts';
import { findProtocol, runNames, specFor, takesNo, withDecoding } from '../run/spec.ts';
import { contextOf } from '../score/judge.ts';
import { summariseRun } from '../score/stored-summary.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { type Acting, performChoice, performPolicy } from '../stage/perform.ts';
import { Stage } from '../stage/stage.ts';
import { StagedDataset } from '../stage/staged-dataset.ts';
import { findData, openDataset } from './dataset.ts';
import { type Estimate, estimateRun } from './estimate.ts';
import { here, machineClock, versions } from './here.ts';
import { shardChoice, shardFolder } from './shard-choice.ts';
import { slurmLock } from './slurm-job.ts';
import { type UntilOptions, UntilWatch } from './until.ts';

/** What is measured, and how. Only the first two must be told. */
export interface LaunchOptions {
  /** `mmsi`, `tiny:count=20,seed=7` … */
  benchmark: string;
  /** Who answers, or who acts: one of the two. */
  who: Who;
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
  /** Base URLs of servers that serve the same model, in place of the provider's own. */
  endpoints?: readonly string[];
  /** Requests under way at once, at each endpoint; `auto` */
  concurrency?: number | 'auto';
  /** Threads that simulate worlds; as many as there are cores. */
  workers?: number;
  /** How often a failed request is tried again; 5 */
  retries?: number;
  /** For one request, or one call of a policy. */
  timeoutMs?: number;
  /** In US dollars. */
  budget?: number;
  /** A config in place of `sextant.config.json`. */
  config?: string;
  /** A file with prices. */
  prices?: string;
  /** A folder with replies to reuse. */
  cache?: string;
  /** Copy pictures into the run even where they are files at hand. */
  keepMedia?: boolean;
  /** Which camera films every episode, if any. */
  film?: string;
  /** Data sets that several runs share: what is made for one need not be made again. */
  datasets?: Map<string, Dataset>;
  /** Only this part of the run, in a folder of its own below `out`: `3/8`, or `auto/8` in an array job. */
  shard?: string;
  /** Take a lock over that a process of another machine left behind. */
  takeOver?: boolean;
  /** The run's folder; by default one below `runs/` that the same launch finds again. */
  out?: string;
  /** Files in the folder are on their way elsewhere: they need not survive a power cut. */
  scratch?: boolean;
  /** Stop as soon as enough is known. */
  until?: UntilOptions;
  /** Finish what is under way, begin nothing new. */
  stop?: AbortSignal;
  /** Drop everything. */
  abort?: AbortSignal;
  /** Is told how it goes, warnings too. */
  listener?: RunListener;
  /** Told when a server wants silence, and for how long. */
  onSilence?(ms: number): void;
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
export function launch(opts: LaunchOptions): Promise<{ end: RunEnd; scored: ScoredRun }> {
  return withLaunch(opts, async ({ run, watch, asked }) => {
    const end = await runUnits(run);
    const decided = end === 'stopped' && (await watch?.end());
    asked();
    return { end: decided ? 'decided' : end, scored: await summariseRun(run.folder, run.benchmark) };
  });
}

/**
 * What a launch with the same options would take: nothing is written, nobody is asked.
 * @example (await estimateLaunch({ benchmark: 'tiny', who: { model: 'openai/gpt-4o' } })).cost
 */
export function estimateLaunch(opts: LaunchOptions): Promise<Estimate> {
  return withLaunch(opts, ({ run }) => estimateRun({ ...run, concurrency: run.gate.limit }));
}

/** A run that was put together and has not begun. */
export interface Launched {
  run: RunUnitsOptions;
  watch: UntilWatch | undefined;
  asked(): void;
}

/** Opens everything that a run needs, and closes it again. */
export async function withLaunch<T>(opts: LaunchOptions, work: (launched: Launched) => Promise<T>): Promise<T> {
  const { seed = 0, workers = availableParallelism(), clock = machineClock, listener = {}, timeoutMs } = opts;
  const { env, cwd, config } = opts;
  const place = { ...here(), ...(env && { env }), ...(cwd && { cwd }), ...(config !== undefined && { config }) };
  const at = (path: string) => (opts.cwd === undefined ? path : resolve(opts.cwd, path));
  const warn = (text: string) => listener.warning?.(text);
  const shard = opts.shard === undefined ? undefined : shardChoice(opts.shard, place.env);
  const { benchmark, args } = findBenchmark(opts.benchmark);
  const [who, id] =
    'policy' in opts.who ? (['policy', opts.who.policy] as const) : (['model', opts.who.model] as const);
  // A module may have both arms: which one is needed, a protocol that was named decides.
  const isOpen = opts.protocol !== undefined && isModulePath(id);
  const recipe = findProtocol(benchmark, opts.protocol, isOpen ? undefined : who);
  const protocol = withDecoding(recipe, opts.decoding ?? {});
  const acts = protocol.act === 'policy';
  if (protocol.act && opts.cache !== undefined) {
    throw new SextantError('bad_argument', 'episodes are not cached', { fix: 'leave --cache out' });
  }
  const dir = await findData(benchmark, opts.data && at(opts.data), place);
  const questions = opts.datasets?.get(opts.benchmark) ?? (await openDataset(benchmark, args, dir, warn));
  opts.datasets?.set(opts.benchmark, questions);
  const { concurrency = 'auto' } = opts;
  const own = new Gate(acts ? workers : concurrency, clock.now, opts.onSilence);
  // Imported only for a launch: it loads all models, and policies with the simulator.
  const { openContestant, openPrices } = await import('../../contestants/index.ts');
  const prices = await openPrices({ ...place, ...(opts.prices === undefined ? {} : { file: opts.prices }) });
  const contestant = await openContestant(opts.who, {
    ...place,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    seed,
    ...(opts.endpoints && { endpoints: opts.endpoints }),
    concurrency,
    onRateLimit: (ms) => own.pause(ms),
    onWarning: warn,
  });
  const places = acts ? undefined : contestant.answer?.places;
  const gate = places ? new Gate(places, clock.now) : own;
  const setup = { benchmark: benchmark.id, args, cwd: place.cwd, ...(dir === undefined ? {} : { dir }) };
  const stage = protocol.act
    ? new Stage(setup, Math.min(workers, (acts && contestant.act?.atOnce) || workers))
    : undefined;
  const dataset = stage ? new StagedDataset(questions, stage) : questions;
  try {
    const { answer, act } = contestant;
    const peeks = acts ? act?.needs.peeks : answer?.capabilities.peeks;
    const spec = specFor({
      benchmark,
      args,
      dataset,
      protocol,
      model: {
        id: contestant.id,
        settings: contestant.settings,
        readsTruth: peeks === 'truth',
        ...(peeks === 'hands' ? { lentHands: true } : {}),
        ...(peeks === 'scene' ? { knowsScene: true } : {}),
      },
      select: opts.select ?? {},
      epochs: opts.epochs ?? 1,
      seed,
    });
    const whole = relative('', opts.out === undefined ? placeOf(spec, at('runs')) : at(opts.out)) || '.';
    const folder = shardFolder(whole, shard);
    const blobs = new Blobs(folder, { scratch: opts.scratch === true });
    const film = opts.film === undefined ? {} : { film: opts.film };
    const acting = stage && { stage, blobs, seed, timeoutMs: timeoutMs ?? POLICY_TIMEOUT_MS, ...film };
    const respond = respondBy(contestant, { protocol, benchmark, acting });
    if (!respond) throw takesNo(who, protocol.id);
    if (shard && opts.until)
      throw new SextantError('bad_argument', 'a shard cannot know when the whole run knows enough', {
        where: '--until',
        fix: 'leave out either --shard or --until',
      });
    const watch = opts.until && (await UntilWatch.open({ folder, spec, benchmark, dataset, until: opts.until }));
    const run: RunUnitsOptions = {
      folder,
      spec,
      ...(shard && { shard }),
      ...(watch && { order: watch.order }),
      lock: { ...slurmLock(place.env), takeOver: opts.takeOver === true, onTakeOver: warn },
      benchmark,
      dataset,
      blobs,
      keepMedia: opts.keepMedia === true,
      contestant,
      respond,
      price: acts ? FREE : prices(contestant.id),
      versions,
      gate,
      retries: opts.retries ?? 5,
      ...(opts.budget === undefined ? {} : { budget: opts.budget }),
      ...(opts.cache === undefined ? {} : { cache: new ResponseCache(at(opts.cache)) }),
      clock,
      stop: watch ? AbortSignal.any([opts.stop ?? never, watch.stop]) : (opts.stop ?? never),
      abort: opts.abort ?? never,
      listener: watch ? watch.listening(listener) : listener,
    };
    return await work({ run, watch, asked: () => opts.asked?.() });
  } finally {
    await stage?.close();
    // The answers are stored: a contestant that fails to close is only a warning.
    await contestant.close().catch((error: unknown) => warn(`closing ${contestant.id} failed: ${messageOf(error)}`));
  }
}

/** Puts the arm to work that the protocol needs; undefined when whoever is measured has none such. */
function respondBy(
  { answer, act }: Contestant,
  { protocol, benchmark, acting }: { protocol: Protocol; benchmark: Benchmark; acting: Acting | undefined },
): Respond | undefined {
  if (protocol.act === 'policy') return act && acting && performPolicy(act, acting);
  if (!answer || !acting) return answer && answering(answer);
  const extractor = findExtractor(protocol.extractor);
  return performChoice(answer, { ...acting, extractor, contextOf: (sample) => contextOf(benchmark, sample) });
}

/** The folder that this launch made before, also under the name of a former data hash; otherwise a new one. */
function placeOf(spec: RunSpec, runs: string): string {
  const [first = '', ...others] = runNames(spec).map((name) => join(runs, name));
  return [first, ...others].find(isRunFolder) ?? first;
}
