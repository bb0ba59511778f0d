import { workerData } from 'node:worker_threads';
import { handsPolicy, openPolicy, replayPolicy } from '../../contestants/index.ts';
import {
  type Action,
  type Dataset,
  type Performance,
  type Policy,
  PolicyError,
  type ShownEpisode,
  type World,
} from '../../contracts/index.ts';
import type { EpisodeEntry } from '../../demonstrations/index.ts';
import { serveJobs } from '../../host/index.ts';
import { decodeActions } from '../../sim/index.ts';
import { at } from '../../util/index.ts';
import { findBenchmark } from '../catalogue.ts';
import { bringModule } from '../use/use.ts';
import type { Actor, Done, Job, RecordingOrder, Staged, StageSetup } from './stage.ts';

/** One thread of the stage: its own world, its own policies, one job at a time. */
const setup: StageSetup = workerData;
for (const { file, sha256 } of setup.use ?? []) await bringModule(file, { cwd: setup.cwd, sha256 });
const { benchmark } = findBenchmark(setup.benchmark);
const { args, dir, cwd, seat = 0 } = setup;
let dataset: Promise<Dataset> | undefined;
let world: Promise<World> | undefined;
const policies = new Map<string, Promise<Policy>>();

function openWorld(): Promise<World> {
  world ??= benchmark.openWorld?.() ?? Promise.reject(new Error(`${benchmark.id} has no world`));
  return world;
}

async function stageSample(index: number): Promise<Staged> {
  dataset ??= benchmark.load({ args, ...(dir === undefined ? {} : { dir }) });
  const loaded = await dataset;
  const sample = await loaded.sample(index);
  const files = await Promise.all(sample.media.map((ref) => loaded.bytes(ref)));
  return { sample, files };
}

async function actorOf(actor: Actor): Promise<Policy> {
  if ('label' in actor) return handsPolicy(actor.label);
  if ('actions' in actor) return replayPolicy(decodeActions(actor.actions));
  const known = policies.get(actor.policy) ?? openPolicy(actor.policy, { cwd, seat });
  policies.set(actor.policy, known);
  // As the run's record has them, whatever a module asks for once it is on a thread: the truth, say.
  return { ...(await known), needs: actor.needs };
}

/** Tells the main thread when the policy is asked, so that one that never returns can be stopped from there; and keeps time. */
function watched(policy: Policy, timeoutMs: number, stopwatch: Stopwatch, tell: (ms: number) => void): Policy {
  const during = <T>(call: () => T | Promise<T>): T | Promise<T> => {
    tell(timeoutMs);
    const result = call();
    if (result instanceof Promise) return result.finally(() => tell(0));
    tell(0);
    return result;
  };
  return {
    ...policy,
    reset: (start) => during(() => policy.reset(start)),
    act(observation) {
      const begun = performance.now();
      const note = (chunk: Action[] | 'done') => {
        if (Array.isArray(chunk)) stopwatch.push({ ms: performance.now() - begun, commands: chunk.length });
        return chunk;
      };
      const chunk = during(() => policy.act(observation));
      return chunk instanceof Promise ? chunk.then(note) : note(chunk);
    },
  };
}

type Stopwatch = { ms: number; commands: number }[];

function actingOf(stopwatch: Stopwatch): { acting?: NonNullable<Performance['acting']> } {
  const calls = stopwatch.length;
  if (calls === 0) return {};
  const mean = (of: 'ms' | 'commands') => stopwatch.reduce((sum, call) => sum + call[of], 0) / calls;
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const maxMs = rounded(Math.max(...stopwatch.map(({ ms }) => ms)));
  return { acting: { calls, meanMs: rounded(mean('ms')), maxMs, meanCommands: rounded(mean('commands')) } };
}

async function play(job: Extract<Job, { do: 'play' }>, tell: (ms: number) => void): Promise<Done['play']> {
  const { sample, actor, unit, seed, timeoutMs, film } = job;
  const opened = await openWorld();
  const stopwatch: Stopwatch = [];
  const acting = await actorOf(actor);
  await acting.prepare?.();
  const policy = watched(acting, timeoutMs, stopwatch, tell);
  const camera = film && (await import('./film.ts')).openFilm(film.camera);
  const played = await opened.play(benchmark.schema.parse(sample), policy, {
    unit,
    seed,
    timeoutMs,
    ...(camera ? { watch: camera.watch } : {}),
  });
  return { ...played, ...actingOf(stopwatch), ...(camera ? { film: await camera.end() } : {}) };
}

/** The expert shows an episode, and it is written as a demonstration; nothing is kept of one that fails. */
async function record({ index, perturb, ...job }: RecordingOrder): Promise<Done['record']> {
  const { sample } = await stageSample(index);
  const asked = benchmark.schema.parse(sample);
  const opened = await openWorld();
  const show = (attempt: number) => {
    const shown = opened.demonstrate?.(asked, { ...job, ...(perturb ? { perturb: { ...perturb, attempt } } : {}) });
    if (shown) return shown;
    throw new Error(`${benchmark.id} has no expert`);
  };
  const rejected = Array.isArray(sample.rejected) ? sample.rejected.length : 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { entry: await write(index, show(attempt), job), rejected, failed: attempt };
    } catch (error) {
      // What it does undisturbed was tried when the table was laid.
      const isRecoverable = perturb && error instanceof PolicyError && attempt + 1 < ATTEMPTS;
      if (!isRecoverable) throw error;
    }
  }
}

/** How often an expert that does not recover is disturbed in another way. */
const ATTEMPTS = 10;

/** Somebody's commands are carried out again, and what the expert would have done is written beside what was seen. */
async function relabel({ sample, actions, index, ...job }: Extract<Job, { do: 'relabel' }>): Promise<Done['relabel']> {
  const opened = await openWorld();
  const shown = opened.relabel?.(benchmark.schema.parse(sample), decodeActions(actions), job);
  if (!shown) throw new Error(`${benchmark.id} has no expert`);
  return write(index, shown, job);
}

async function write(
  episode: number,
  shown: ShownEpisode,
  job: Omit<RecordingOrder, 'index' | 'perturb'>,
): Promise<EpisodeEntry> {
  const { dir, fps, rgbOrder, points = 0, dropDepth = false, instructions, language } = job;
  const { writeEpisode, sceneOf } = await import('../../demonstrations/index.ts');
  const { seed, frames, paths, info, semantics, disturbances } = shown;
  const { seen, unseen } = shown.instructions;
  const told = instructions ? { instructions: { seen: asMany(seen, language), unseen: asMany(unseen, language) } } : {};
  return writeEpisode(
    dir,
    { episode, seed, frames, paths, scene: sceneOf(info, semantics, disturbances), ...told },
    { fps, rgbOrder, points, dropDepth },
  );
}

/** So many of them, from the first again where there are fewer. */
function asMany(texts: readonly string[], count = texts.length): string[] {
  return Array.from({ length: count }, (_, n) => at(texts, n % texts.length));
}

/** Closes every policy, so that servers learn that the last episode is over. */
async function leave(): Promise<Done['leave']> {
  await Promise.allSettled(policies.values().map(async (policy) => (await policy).close?.()));
  return null;
}

serveJobs<Job, Done[keyof Done]>((job, tell) => {
  if (job.do === 'leave') return leave();
  if (job.do === 'sample') return stageSample(job.index);
  if (job.do === 'record') return record(job);
  return job.do === 'relabel' ? relabel(job) : play(job, tell);
});
