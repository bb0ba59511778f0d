import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../../contracts/index.ts';
import { readRegularText } from '../../files/index.ts';
import { requireFile } from '../../tables/index.ts';
import type { Demonstration, DemoSet, Language } from '../demonstration.ts';
import { camerasOf, framesOf, lengthOf } from './episode-read.ts';
import { type Hdf5File, withHdf5 } from './hdf5-read.ts';
import { decodeJpeg, type RgbOrder } from './jpeg.ts';
import { Instructions, OwnScene, RecordedScene } from './scene.ts';
import { episodePath, listEpisodes, readJson, setFiles } from './set-files.ts';
import { isOwnSet, readAbout, readEntries, type SetAbout } from './set-record.ts';

export interface OpenOptions {
  /** `upstream` for sets that do not say: nothing in their files tells. */
  rgbOrder?: RgbOrder;
  /** 30 for sets that do not say, as in their videos. */
  fps?: number;
  /** The first of these is the task of a demonstration; `seen` ones are for training. */
  wording?: keyof Instructions;
}

export interface RobotwinDemonstration extends Demonstration {
  /** In the names of its files; shards do not begin at 0. */
  number: number;
  instructions: Instructions;
  scene: RecordedScene;
}

export interface RobotwinSet extends DemoSet {
  episode(index: number): Promise<RobotwinDemonstration>;
}

/**
 * Demonstrations in the format of RoboTwin 2.0, the authors' or ours. Of ours only finished episodes count.
 * @example
 * const set = await openRobotwin('data/rsb_math/rsb_math_train_500');
 * for await (const { state, action, images } of (await set.episode(0)).frames()) …
 */
export async function openRobotwin(dir: string, opts: OpenOptions = {}): Promise<RobotwinSet> {
  const about = isOwnSet(dir) ? readAbout(dir) : undefined;
  const numbers = about ? (await readEntries(dir)).map(({ episode }) => episode) : listEpisodes(dir, 'hdf5');
  const [first] = numbers;
  if (first === undefined)
    throw new SextantError('bad_data', `there is no ${episodePath('hdf5', 0)} or the like`, {
      where: dir,
      fix: 'name the folder data/<task>/<setting>',
    });
  const rgbOrder = opts.rgbOrder ?? about?.rgbOrder ?? 'upstream';
  const scenes = readScenes(dir);
  const path = (number: number) => join(dir, episodePath('hdf5', number));

  return {
    name: about ? `${about.task}/${about.setting}` : `${basename(dirname(resolve(dir)))}/${basename(resolve(dir))}`,
    fps: opts.fps ?? about?.fps ?? 30,
    ...trueFpsOf(about),
    robot: about?.robot ?? 'aloha-agilex',
    cameras: await withHdf5(path(first), (file) => Promise.all(camerasOf(file).map((name) => cameraOf(file, name)))),
    count: numbers.length,
    async episode(index) {
      const number = numbers[index];
      if (number === undefined)
        throw new SextantError('bad_argument', `there is no episode ${index} among ${numbers.length}`, { where: dir });
      const instructions = readInstructions(dir, number);
      const [task] = instructions[opts.wording ?? 'seen'];
      const scene = scenes[`episode_${number}`];
      if (task === undefined || !scene)
        throw new SextantError('bad_data', scene ? 'it has no such instruction' : `it has no episode_${number}`, {
          where: join(dir, scene ? episodePath('instructions', number) : setFiles.scenes),
        });
      const length = await withHdf5(path(number), lengthOf);
      const language = languageOf(scene, instructions);
      return {
        index,
        number,
        task,
        ...(language ? { language } : {}),
        instructions,
        scene,
        length,
        frames: () => framesOf(path(number), rgbOrder),
      };
    },
  };
}

/** Physics steps per second: what a recording counts its frames in. */
const STEPS_PER_SECOND = 250;

/** What a set says about how it was recorded, as far as it concerns the rate. */
const Recorded = z.object({ recording: z.object({ every: z.number().positive() }) });

/** @example trueFpsOf({ …, made: { recording: { every: 15 } } }) // { trueFps: 16.67 } */
function trueFpsOf(about: SetAbout | undefined): { trueFps?: number } {
  const every = Recorded.safeParse(about?.made).data?.recording.every;
  return every === undefined ? {} : { trueFps: Math.round((100 * STEPS_PER_SECOND) / every) / 100 };
}

function languageOf(scene: RecordedScene, { seen, unseen }: Instructions): Language | undefined {
  const semantics = OwnScene.safeParse(scene).data?.semantics;
  const answer = semantics?.options[semantics.answer];
  if (!semantics || answer === undefined) return undefined;
  const { question, answer: letter } = semantics;
  return { seen: [...new Set(seen)], unseen: [...new Set(unseen)], question, answer, letter };
}

async function cameraOf(file: Hdf5File, name: string) {
  const dataset = `observation/${name}/rgb`;
  const { width, height } = await decodeJpeg(file.bytes(dataset, 0), 'standard', `${file.path} /${dataset}[0]`);
  return { name, width, height };
}

export function readScenes(dir: string): Record<string, RecordedScene> {
  return readJson(join(dir, setFiles.scenes), z.record(z.string(), RecordedScene));
}

export function readInstructions(dir: string, number: number): Instructions {
  return readJson(join(dir, episodePath('instructions', number)), Instructions);
}

export function readSeeds(dir: string): number[] {
  const file = join(dir, setFiles.seeds);
  requireFile(file);
  const words = readRegularText(file)
    .split(/\s+/)
    .filter((word) => word !== '');
  const wrong = words.find((word) => !/^-?\d+$/.test(word));
  if (wrong !== undefined) throw new SextantError('bad_data', `"${wrong}" is not a seed`, { where: file });
  return words.map(Number);
}
