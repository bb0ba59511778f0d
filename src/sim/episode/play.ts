import {
  type Action,
  type Hands,
  messageOf,
  type Needs,
  type Observation,
  type Played,
  type Playing,
  type PlayOptions,
  type Policy,
  PolicyError,
  type Survey,
  type Tracker,
  type Watcher,
} from '../../contracts/index.ts';
import { at, sha256Hex } from '../../util/index.ts';
import { encodeActions } from './action-log.ts';
import { EventRecorder } from './event-recorder.ts';
import { blank, sense, type TableView } from './sense.ts';
import { IDLE_STEPS, kindOf, type Routes, takeAction } from './take-action.ts';

/** A state hash is kept this often. */
const HASH_EVERY = 250;

/** So long the world runs on after the end, while all drives hold: a second, in which a block comes to rest, or does not. */
const AFTERMATH_STEPS = 250;

/** What is to be done on a table that is already laid. */
export interface EpisodeTask {
  instruction: string;
  /** Label of the block that has to come into the zone. */
  target: string;
  /** Most commands; where their duration is fixed, as many as take as long as so many that move nothing. */
  stepLimit: number;
  /** Name and version of the world. */
  world: string;
  /** Whoever acts is shown pictures without anything in them. */
  blind?: true;
}

/** The parts of a world that an episode needs. */
export interface EpisodeWorld extends TableView {
  routes: Routes;
  hands: Omit<Hands, 'truth'>;
  survey(): Survey;
}

/** Lets others run. Browsers have no setImmediate. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });

/**
 * Begins an episode on a table that is already laid. It ends when the task is done, its commands are used up, or it is given up.
 * Then the world runs on: the command under way is carried out to its end, because breaking it off could stop a block that was
 * only passing through.
 */
export function beginEpisode(
  world: EpisodeWorld,
  task: EpisodeTask,
  needs: Needs,
  opts: { watch?: Watcher; track?: Tracker } = {},
): Playing {
  const { table } = world;
  const { layout } = table;
  const shown = task.blind
    ? { ...world, look: (...args: Parameters<typeof world.look>) => blank(world.look(...args)) }
    : world;
  const timing = needs.every === undefined ? {} : { every: needs.every };
  const recorder = new EventRecorder(table);
  const target = table.layout.blocks.findIndex(({ label }) => label === task.target);
  const start = table.stateHash();
  const hashes: string[] = [];
  const taken: Action[] = [];
  const frames = capturing(world, opts.watch);
  const track = tracking(world, opts.track);
  let ended: { end: 'success' | 'step_limit' | 'done'; placed: number | undefined } | undefined;

  const end = (why: NonNullable<typeof ended>['end']) => {
    const placed = why === 'success' ? target : recorder.placed()[0];
    recorder.end();
    ended = { end: why, placed };
    return ended;
  };

  const afterStep = () => {
    recorder.record();
    if (table.steps % HASH_EVERY === 0) hashes.push(table.stateHash());
    frames.capture();
    if (table.steps % track.every === 0) track.note();
    if (!ended && recorder.placed().includes(target)) end('success');
  };

  const limit = commandLimit(task, needs);
  const endAtLimit = () => {
    if (!ended && taken.length >= limit) end('step_limit');
  };

  track.note();
  endAtLimit();
  return {
    get end() {
      return ended?.end;
    },
    get commands() {
      return taken.length;
    },
    events: recorder.events,
    observe: () => observe(shown, task, needs, taken.length),
    look(camera, size) {
      table.physics.kinematics();
      return shown.look(camera, { ...size, depth: false, segmentation: false });
    },
    async step(action) {
      if (ended) throw new PolicyError('simulation', 'the episode is over');
      if (table.layout !== layout)
        throw new PolicyError('simulation', 'the table was laid for another episode meanwhile');
      const kind = kindOf(needs.action, action, `command ${taken.length}`);
      taken.push(action.slice());
      takeAction(table, action, { ...timing, kind, routes: world.routes, afterStep });
      await frames.flushed();
      // A command takes up to seconds: let other work on this thread run in between.
      await pause();
      endAtLimit();
    },
    async finish() {
      const { end: why, placed } = ended ?? end('done');
      for (let step = 0; step < AFTERMATH_STEPS; step += 1) {
        table.step();
        afterStep();
      }
      recorder.rest();
      await frames.flushed();
      track.note();
      hashes.push(table.stateHash());
      const actions = encodeActions({ actions: taken, ...timing });
      return {
        actions,
        episode: {
          world: task.world,
          start,
          hashes,
          steps: table.steps,
          actions: { sha256: sha256Hex(actions), count: taken.length },
          end: why,
          events: recorder.events,
          placed: placed === undefined ? null : at(layout.blocks, placed).label,
        },
      };
    },
  };
}

/** Lets a policy act until its episode ends, or it says that it is done. */
export async function playEpisode(
  world: EpisodeWorld,
  task: EpisodeTask,
  policy: Policy,
  { unit, seed, timeoutMs, ...onlookers }: PlayOptions,
): Promise<Played> {
  const playing = beginEpisode(world, task, policy.needs, onlookers);
  const { instruction } = task;
  const start = { instruction, unit, seed, stepLimit: commandLimit(task, policy.needs), timeoutMs };
  await inTime(timeoutMs, 'reset', () => policy.reset(start));
  while (playing.end === undefined) {
    const observation = playing.observe();
    const chunk = await inTime(timeoutMs, 'act', () => policy.act(observation));
    if (chunk === 'done') break;
    if (!Array.isArray(chunk) || chunk.length === 0) {
      throw new PolicyError('bad_action', `after ${playing.commands} commands the policy gave none`);
    }
    for (const action of chunk) {
      if (playing.end !== undefined) break;
      await playing.step(action);
    }
  }
  return playing.finish();
}

function commandLimit({ stepLimit }: EpisodeTask, { every = IDLE_STEPS }: Needs): number {
  return Math.floor((stepLimit * IDLE_STEPS) / every);
}

function observe(world: EpisodeWorld, task: EpisodeTask, needs: Needs, step: number): Observation {
  const { hands } = world;
  return {
    instruction: task.instruction,
    step,
    ...sense(world, needs),
    ...(needs.peeks === 'nothing'
      ? {}
      : { peek: { ...hands, ...(needs.peeks === 'truth' ? { truth: task.target } : {}) } }),
  };
}

/** Renders frames for a watcher while the episode runs. */
function capturing({ table, look }: EpisodeWorld, watch: Watcher | undefined) {
  const pending: Promise<void>[] = [];
  return {
    capture(): void {
      if (!watch || table.steps % watch.every !== 0) return;
      table.physics.kinematics();
      const shown = watch.frame(look(watch.camera, { ...watch.size, depth: false, segmentation: false }));
      if (shown) pending.push(shown);
    },
    async flushed(): Promise<void> {
      await Promise.all(pending.splice(0));
    },
  };
}

/** Reports poses to a tracker that draws them elsewhere; each step once. */
function tracking({ table, survey }: EpisodeWorld, tracker: Tracker | undefined) {
  let last = -1;
  return {
    every: tracker?.every ?? Infinity,
    note(): void {
      if (!tracker || last === table.steps) return;
      last = table.steps;
      table.physics.kinematics();
      tracker.at(table.steps, survey());
    },
  };
}

/** Calls a policy; whatever it does wrong becomes a `PolicyError`. One that blocks the thread must be stopped from outside. */
async function inTime<T>(timeoutMs: number, what: string, call: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const result = call();
    if (!(result instanceof Promise)) return result;
    const late = new Promise<never>((_, reject) => {
      const error = new PolicyError('policy_timeout', `${what} took longer than ${timeoutMs / 1000} s`);
      timer = setTimeout(reject, timeoutMs, error);
    });
    return await Promise.race([result, late]);
  } catch (error) {
    if (error instanceof PolicyError) throw error;
    throw new PolicyError('policy_failed', `${what}: ${messageOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
