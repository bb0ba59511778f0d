import { SextantError } from '../../contracts/index.ts';
import type { DemoFrame, Demonstration, DemoSet, Language } from '../demonstration.ts';
import { CameraRecorder } from './camera.ts';
import { ENDPOSE, ENDPOSE_WIDTH, IS_EXPERT, WIDTH, WORDS } from './features.ts';
import type { FeatureStats } from './statistics.ts';
import { type FeatureRows, VectorStatistics } from './vector-statistics.ts';

/** What both versions write about one episode. */
export interface Recorded {
  task: string;
  language: Language | undefined;
  length: number;
  /** Values of every feature that is no video, one per frame. */
  columns: Readonly<Record<string, FeatureRows | readonly string[]>>;
  stats: Readonly<Record<string, FeatureStats>>;
  /** Size of each camera's file, by feature. */
  clipBytes: ReadonlyMap<string, number>;
}

/** Turns demonstrations into columns, clips and statistics, one at a time, and remembers what concerns all of them. */
export class Recorder {
  readonly #fps: number;
  readonly #cameras: readonly CameraRecorder[];
  readonly #tasks = new Map<string, number>();
  readonly #whole = new VectorStatistics();
  #episodes = 0;
  #frames = 0;
  #hasWords: boolean | undefined;

  private constructor(fps: number, cameras: readonly CameraRecorder[]) {
    this.#fps = fps;
    this.#cameras = cameras;
  }

  static async open(set: DemoSet): Promise<Recorder> {
    return new Recorder(set.fps, await Promise.all(set.cameras.map((camera) => CameraRecorder.open(camera, set.fps))));
  }

  get frames(): number {
    return this.#frames;
  }

  /** In the order of their numbers. */
  get tasks(): readonly string[] {
    return [...this.#tasks.keys()];
  }

  /** Statistics of everything recorded so far. */
  stats(): Record<string, FeatureStats> {
    const pictures = this.#cameras.map(({ key, whole }) => [key, whole.stats()] as const);
    return { ...this.#whole.whole(), ...Object.fromEntries(pictures) };
  }

  /** Reads an episode once. `clipPath` says where the video of a feature goes, `onFrame` may throw to stop. */
  async record(demo: Demonstration, clipPath: (key: string) => string, onFrame: () => void): Promise<Recorded> {
    const { task, language, length } = demo;
    const episode = `episode ${demo.index}`;
    for (const camera of this.#cameras) await camera.begin(clipPath(camera.key), length);
    const vectors: Record<string, (number | number[])[]> = {};
    let frame = 0;
    for await (const moment of demo.frames()) {
      const where = `${episode}, frame ${frame}`;
      for (const [key, values] of Object.entries(vectorsOf(moment, where))) {
        vectors[key] ??= [];
        vectors[key].push(values);
      }
      await Promise.all(this.#cameras.map((camera) => camera.add(moment.images, frame, episode)));
      frame += 1;
      onFrame();
    }
    if (frame !== length || frame === 0) throw badFrame(`${length} frames were promised, ${frame} came`, episode);
    const columns = this.#number(vectors, task, length);
    const words = this.#say(language, length, episode);
    const known = this.#whole.keys;
    if (known.length > 0 && known.join() !== Object.keys(columns).join())
      throw badFrame('end poses or labels are in some episodes and not in others', episode);
    const stats: Record<string, FeatureStats> = {};
    for (const [key, rows] of Object.entries(columns)) {
      if (rows.length !== length) throw badFrame(`${rows.length} of ${length} frames have an ${key}`, episode);
      stats[key] = this.#whole.add(key, rows);
    }
    const clipBytes = new Map<string, number>();
    for (const camera of this.#cameras) {
      const clip = await camera.end();
      stats[camera.key] = clip.stats;
      clipBytes.set(camera.key, clip.bytes);
    }
    return { task, language, length, columns: { ...columns, ...words }, stats, clipBytes };
  }

  async close(): Promise<void> {
    await Promise.all(this.#cameras.map((camera) => camera.close()));
  }

  /** The same in every frame; all wordings become tasks. */
  #say(language: Language | undefined, length: number, episode: string): Record<string, string[]> {
    if (this.#hasWords !== undefined && this.#hasWords !== (language !== undefined))
      throw badFrame('the right answer is known of some episodes and not of others', episode);
    this.#hasWords = language !== undefined;
    for (const wording of language?.seen ?? [])
      if (!this.#tasks.has(wording)) this.#tasks.set(wording, this.#tasks.size);
    if (!language) return {};
    return Object.fromEntries(WORDS.map((name) => [name, new Array<string>(length).fill(language[name])]));
  }

  /** Adds the columns that say which frame of what a row is. */
  #number(vectors: Record<string, FeatureRows>, task: string, length: number): Record<string, FeatureRows> {
    const taskIndex = this.#tasks.get(task) ?? this.#tasks.size;
    this.#tasks.set(task, taskIndex);
    const [episode, first] = [this.#episodes, this.#frames];
    this.#episodes += 1;
    this.#frames += length;
    const frames = Array.from({ length }, (_, i) => i);
    return {
      ...vectors,
      timestamp: frames.map((i) => Math.fround(i / this.#fps)),
      frame_index: frames,
      episode_index: frames.map(() => episode),
      index: frames.map((i) => first + i),
      task_index: frames.map(() => taskIndex),
    };
  }
}

function vectorsOf({ state, action, isExpert, endpose }: DemoFrame, where: string): Record<string, number | number[]> {
  const vectors = {
    'observation.state': stored(state, WIDTH, where),
    action: stored(action, WIDTH, where),
    ...(isExpert === undefined ? {} : { [IS_EXPERT]: isExpert ? 1 : 0 }),
  };
  if (!endpose) return vectors;
  const { left, leftGripper, right, rightGripper } = endpose;
  return { ...vectors, [ENDPOSE]: stored([...left, leftGripper, ...right, rightGripper], ENDPOSE_WIDTH, where) };
}

/** In single precision, as the files have them. */
function stored(values: ArrayLike<number>, width: number, where: string): number[] {
  if (values.length !== width) throw badFrame(`${values.length} numbers, expected ${width}`, where);
  return Array.from(values, (value) => {
    if (Number.isFinite(Math.fround(value))) return Math.fround(value);
    throw badFrame(`${value} is not a number that can be stored`, where);
  });
}

function badFrame(message: string, where: string): SextantError {
  return new SextantError('bad_data', message, { where });
}
