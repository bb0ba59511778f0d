import {
  type Action,
  type Benchmark,
  type Dataset,
  type Episode,
  type EpisodeEvent,
  Needs,
  type Observation,
  type Picture,
  type Playing,
  SextantError,
  type World,
} from '../../contracts/index.ts';
import { checkCameras } from '../../sim/index.ts';
import { findBenchmark } from '../catalogue.ts';
import { findData } from '../launch/dataset.ts';

/** What you want to see, and what your commands mean; by default no camera, and joint positions. */
export type RobotOptions = Partial<Needs> & {
  /** Folder with the benchmark's files, where it needs any. */
  data?: string;
};

/** What came of a command. */
export interface Step {
  /** What is seen now. */
  observation: Observation;
  /** The task is done. */
  terminated: boolean;
  /** The commands are used up. */
  truncated: boolean;
  /** One of the two. */
  done: boolean;
  info: {
    success: boolean;
    /** Commands carried out so far. */
    commands: number;
    /** What happened during this command. */
    events: EpisodeEvent[];
    /** The whole episode, once it is over: how it ended (`success`, `step_limit`), what lies in the zone, and what happened. */
    episode?: Episode;
  };
}

/**
 * The world of a robot benchmark, as `reset` and `step`. Episodes are those of `sextant run`, to the last bit.
 * @example
 * const robot = await openRobot('rsb-math-4', { cameras: ['head_camera'] });
 * let { observation, done } = { observation: await robot.reset(0), done: false };
 * while (!done) ({ observation, done } = await robot.step(myCommand(observation)));
 * robot.close();
 */
export async function openRobot(name: string, { data, ...wanted }: RobotOptions = {}): Promise<Robot> {
  const needs = readNeeds({ cameras: [], action: 'qpos', peeks: 'nothing', ...wanted });
  const { benchmark, args } = findBenchmark(name);
  if (!benchmark.openWorld) {
    throw new SextantError('bad_argument', `${benchmark.id} is answered, not acted: there is no robot in it`, {
      fix: 'choose a benchmark with a robot, for example rsb-math-4',
    });
  }
  const dir = await findData(benchmark, data);
  const load = (more: Record<string, string>) =>
    benchmark.load({ args: { ...args, ...more }, ...(dir === undefined ? {} : { dir }) });
  const dataset = await load({});
  return new Robot({ benchmark, load, dataset, world: await benchmark.openWorld(), needs });
}

function readNeeds(given: object): Needs {
  const { success, data, error } = Needs.safeParse(given);
  if (!success) {
    const why = error.issues.map(({ path, message }) => `${path.join('.') || 'needs'}: ${message}`).join('; ');
    throw new SextantError('bad_argument', why);
  }
  checkCameras(data, 'the robot');
  return data;
}

/** Arguments of the benchmark: `{ split: 'train', seed: 1 }`. */
type TaskArgs = Readonly<Record<string, string | number>>;

interface RobotParts {
  benchmark: Benchmark;
  /** The tasks, with other arguments of the benchmark. */
  load(args: Record<string, string>): Promise<Dataset>;
  /** Those without. */
  dataset: Dataset;
  world: World;
  needs: Needs;
}

export class Robot {
  readonly #parts: RobotParts;
  #dataset: Dataset;
  /** With which arguments those tasks were loaded. */
  #args = '[]';
  #playing: Playing | undefined;
  /** The last episode can still be looked at. */
  #shown: Playing | undefined;

  /** Opened by `openRobot`. */
  constructor(parts: RobotParts) {
    this.#parts = parts;
    this.#dataset = parts.dataset;
  }

  /** How many tasks there are to `reset` to, with the arguments that were last used. */
  get tasks(): number {
    return this.#dataset.ids.length;
  }

  /** Uses the tasks that other arguments of the benchmark give; `reset` does so too. */
  async load(args: TaskArgs): Promise<void> {
    const { benchmark, load, dataset } = this.#parts;
    const given = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(benchmark.args, name));
    if (unknown !== undefined) {
      const known = Object.keys(benchmark.args).join(', ') || 'nothing';
      throw new SextantError('bad_argument', `${benchmark.id} takes no "${unknown}"; it takes: ${known}`);
    }
    const key = JSON.stringify(Object.entries(given).sort());
    if (key === this.#args) return;
    this.#dataset = Object.keys(given).length === 0 ? dataset : await load(given);
    this.#args = key;
  }

  /**
   * Lays the table for a task, from 0 to `tasks` − 1, and tells what is to be done. The same task is the same table.
   * @example await robot.reset(3, { split: 'train', seed: 1 }) // arguments of the benchmark, for this episode
   */
  async reset(task: number, args: TaskArgs = {}): Promise<Observation> {
    this.#playing = undefined;
    this.#shown = undefined;
    const { benchmark, world, needs } = this.#parts;
    await this.load(args);
    if (!Number.isInteger(task) || task < 0 || task >= this.tasks) {
      throw new SextantError('bad_argument', `there is no task ${task}; there are 0 to ${this.tasks - 1}`);
    }
    const sample = benchmark.schema.parse(await this.#dataset.sample(task));
    const playing = await world.begin(sample, needs);
    this.#playing = playing;
    this.#shown = playing;
    return playing.observe();
  }

  /**
   * Carries out one command: 14 numbers for `qpos` (six joints and gripper of the left arm, then of the right one), 16 for `ee`.
   * Throws `PolicyError` for a command that no robot could be given; the episode is then over.
   */
  async step(action: Action | readonly number[]): Promise<Step> {
    const playing = this.#playing;
    if (!playing) throw new SextantError('bad_argument', 'no episode is under way', { fix: 'call reset first' });
    // Whatever goes wrong, and whoever does not wait: a command is carried out alone.
    this.#playing = undefined;
    const before = playing.events.length;
    await playing.step(Float64Array.from(action));
    const observation = playing.observe();
    const events = playing.events.slice(before);
    const { end, commands } = playing;
    const done = end !== undefined;
    const terminated = end === 'success';
    if (!done) this.#playing = playing;
    return {
      observation,
      terminated,
      truncated: done && !terminated,
      done,
      info: {
        success: terminated,
        commands,
        events,
        ...(done ? { episode: (await playing.finish()).episode } : {}),
      },
    };
  }

  /** What a camera sees now, whether or not it is among those of observations. */
  look(camera: string, size: { width: number; height: number } = { width: 320, height: 240 }): Picture {
    if (!this.#shown)
      throw new SextantError('bad_argument', 'there is nothing to see yet', { fix: 'call reset first' });
    readNeeds({ cameras: [camera], size, action: 'qpos', peeks: 'nothing' });
    return this.#shown.look(camera, size);
  }

  /** Gives back the world. */
  close(): void {
    this.#playing = undefined;
    this.#shown = undefined;
    this.#parts.world.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
