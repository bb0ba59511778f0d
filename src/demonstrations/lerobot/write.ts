import { SextantError } from '../../contracts/index.ts';
import type { DemoSet } from '../demonstration.ts';
import { type Check, checkLerobot } from './check.ts';
import type { Contents } from './features.ts';
import { describeFinding } from './finding.ts';
import { type Recorded, Recorder } from './record.ts';
import { placeFor, writeFolder } from './staging.ts';

export interface WriteOptions {
  /** Replaces an existing LeRobot dataset; without it the folder must not exist or be empty. */
  overwrite?: boolean;
  signal?: AbortSignal;
  /** After every frame. */
  onProgress?: (done: WriteProgress) => void;
}

export interface WriteProgress {
  /** Episodes that are complete, and how many there will be. */
  episodes: number;
  of: number;
  frames: number;
}

/** What a version does with the episodes. */
export interface SetLayout {
  /** Where an episode's video of a camera is written, within the folder. */
  clipPath(episode: number, key: string): string;
  add(episode: number, recorded: Recorded): Promise<void> | void;
  /** Once all episodes are there. */
  finish(recorder: Recorder): Promise<void> | void;
}

/** Records every episode into a layout, checks the result and only then gives it its name. */
export async function writeDataset(
  set: DemoSet,
  { dir, ...opts }: WriteOptions & { dir: string },
  layoutIn: (staging: string, contents: Contents) => SetLayout,
): Promise<Check> {
  refuse(set);
  return writeFolder(dir, opts, async (staging) => {
    const layout = layoutIn(staging, await contentsOf(set));
    const recorder = await Recorder.open(set);
    let [episodes, frames] = [0, 0];
    const progress = () => opts.onProgress?.({ episodes, of: set.count, frames });
    const onFrame = () => {
      opts.signal?.throwIfAborted();
      frames += 1;
      progress();
    };
    try {
      for (; episodes < set.count; episodes += 1) {
        opts.signal?.throwIfAborted();
        const clipPath = (key: string) => placeFor(staging, layout.clipPath(episodes, key));
        await layout.add(episodes, await recorder.record(await set.episode(episodes), clipPath, onFrame));
      }
      await layout.finish(recorder);
      progress();
    } finally {
      await recorder.close();
    }
    // The encoder just had these pictures: to decode them all again takes half as long as the export.
    const check = await checkLerobot(staging, { signal: opts.signal, quick: true });
    const wrong = check.findings.find(({ severity }) => severity === 'error');
    if (!wrong) return check;
    throw new SextantError('internal', `what was written is not valid: ${describeFinding(wrong)}`, { where: dir });
  });
}

/** The first frame tells for all, and the others must be like it. */
async function contentsOf(set: DemoSet): Promise<Contents> {
  const demo = await set.episode(0);
  const words = demo.language !== undefined;
  for await (const { endpose, isExpert } of demo.frames())
    return { endpose: endpose !== undefined, isExpert: isExpert !== undefined, words };
  return { endpose: false, isExpert: false, words };
}

/** What the format cannot hold. */
function refuse(set: DemoSet): void {
  const bad = (message: string, fix?: string) =>
    new SextantError('bad_argument', message, { where: set.name, ...(fix ? { fix } : {}) });
  if (set.count < 1) throw bad('there are no demonstrations');
  if (!Number.isInteger(set.fps) || set.fps < 1)
    throw bad(
      `${set.fps} frames per second; LeRobot needs a whole number`,
      'say at which rate the frames are to be played',
    );
  for (const { name, width, height } of set.cameras) {
    if (/[/\\]/.test(name)) throw bad(`the camera ${name} has a slash in its name`);
    if (width % 2 || height % 2) throw bad(`the camera ${name} has ${width}×${height} pixels; video needs even sides`);
  }
}
