/** A robot at a table, step by step: what policies act in, for programs that want to hold the loop themselves. */
import {
  type Action,
  type Benchmark,
  type Dataset,
  type Episode,
  type Needs,
  type Observation,
  type Policy,
  PolicyError,
  SextantError,
  type World,
} from './contracts/index.ts';
import { findBenchmark, findData } from './engine/index.ts';

export type { Action, Episode, Needs, Observation };
export { PolicyError };

/** What you want to see, and what your commands mean; by default no camera, and joint positions. */
export type RobotOptions = Partial<Needs> & {
  /** Folder with the benchmark's files, where it needs any. */
  data?: string;
};

/** What came of a command. */
export interface Step {
  /** What is seen now; when the episode is over, what was seen last. */
  observation: Observation;
  done: boolean;
  /** The whole episode, once it is over: how it ended (`success`, `step_limit` …), what lies in the zone, and what happened. */
  info: { episode?: Episode };
}

/** Timers take no more than this: whoever holds the loop may take their time. */
const NO_HURRY_MS = 2 ** 31 - 1;

/**
 * The world of a robot benchmark, as `reset` and `step`. Episodes are those of `sextant run`, to the last bit.
 * @example
 * const robot = await openRobot('rsb-math-4', { cameras: ['head_camera'] });
 * let { observation, done } = { observation: await robot.reset(0), done: false };
 * while (!done) ({ observation, done } = await robot.step(myCommand(observation)));
 * await robot.close();
 */
export async function openRobot(name: string, { data, ...needs }: RobotOptions = {}): Promise<Robot> {
  const { benchmark, args } = findBenchmark(name);
  if (!benchmark.openWorld) {
    throw new SextantError('bad_argument', `${benchmark.id} is answered, not acted: there is no robot in it`, {
      fix: 'choose a benchmark with a robot, for example rsb-math-4',
    });
  }
  const dir = await findData(benchmark, data);
  const dataset = await benchmark.load({ args, ...(dir === undefined ? {} : { dir }) });
  return new Robot({ benchmark, dataset, world: await benchmark.openWorld(), needs });
}

/** Somebody who waits for the next command, or for the end of the episode. */
interface Turn {
  observation: Observation;
  /** Gives the command that the world waits for. */
  command(chunk: Action[] | 'done'): void;
}

export class Robot {
  /** How many tasks there are to `reset` to. */
  readonly tasks: number;
  readonly #opts: { benchmark: Benchmark; dataset: Dataset; world: World; needs: Partial<Needs> };
  #turn: Turn | undefined;
  /** Ends with the episode. */
  #episode: Promise<Episode> | undefined;
  /** Resolves when the world asks for a command. */
  #asked = Promise.withResolvers<Turn>();

  /** Opened by `openRobot`. */
  constructor(opts: { benchmark: Benchmark; dataset: Dataset; world: World; needs: Partial<Needs> }) {
    this.#opts = opts;
    this.tasks = opts.dataset.ids.length;
  }

  /** Lays the table for a task, from 0 to `tasks` − 1, and tells what is to be done. The same task is the same table. */
  async reset(task: number): Promise<Observation> {
    await this.#giveUp();
    const { benchmark, dataset, world, needs } = this.#opts;
    if (!Number.isInteger(task) || task < 0 || task >= this.tasks) {
      throw new SextantError('bad_argument', `there is no task ${task}; there are 0 to ${this.tasks - 1}`);
    }
    const sample = benchmark.schema.parse(await dataset.sample(task));
    const policy: Policy = {
      id: 'step',
      settings: {},
      needs: { cameras: [], action: 'qpos', peeks: 'nothing', ...needs },
      reset() {},
      act: (observation) => new Promise((command) => this.#asked.resolve({ observation, command })),
    };
    this.#asked = Promise.withResolvers();
    this.#episode = world
      .play(sample, policy, { unit: { id: sample.id, epoch: 0 }, seed: 0, timeoutMs: NO_HURRY_MS })
      .then(({ episode }) => episode);
    const turn = await Promise.race([this.#asked.promise, this.#episode]);
    if (!('command' in turn)) throw new PolicyError('simulation', `${sample.id} was over before it began`);
    this.#turn = turn;
    return turn.observation;
  }

  /**
   * Carries out one command: 14 numbers for `qpos` (six joints and gripper of the left arm, then of the right one), 16 for `ee`.
   * Throws `PolicyError` for a command that no robot could be given; the episode is then over.
   */
  async step(action: Action | readonly number[]): Promise<Step> {
    const [turn, ending] = [this.#turn, this.#episode];
    if (!turn || !ending) {
      throw new SextantError('bad_argument', 'no episode is under way', { fix: 'call reset first' });
    }
    this.#turn = undefined;
    this.#asked = Promise.withResolvers();
    turn.command([Float64Array.from(action)]);
    const next = await Promise.race([this.#asked.promise, ending]);
    if (!('command' in next)) return { observation: turn.observation, done: true, info: { episode: next } };
    this.#turn = next;
    return { observation: next.observation, done: false, info: {} };
  }

  /** Gives back the world. */
  async close(): Promise<void> {
    await this.#giveUp();
    this.#opts.world.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Ends an episode that is under way: its world is needed. */
  async #giveUp(): Promise<void> {
    this.#turn?.command('done');
    this.#turn = undefined;
    // How it ended was told to whoever made the last step.
    await this.#episode?.catch(() => {});
    this.#episode = undefined;
  }
}
