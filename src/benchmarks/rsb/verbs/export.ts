import { SextantError, type Verb } from '../../../contracts/index.ts';
import {
  type DemoSet,
  exportRobotwin,
  subset,
  writeLerobotV3,
  writeLerobotV21,
} from '../../../demonstrations/index.ts';
import { demand, plural } from '../../../util/index.ts';
import { rangeOf } from './collect.ts';
import { isLerobot, openSet, setFolder } from './demo-set.ts';

interface Exporting {
  range?: { from: number; to: number };
  overwrite: boolean;
  signal: AbortSignal;
  onProgress(done: { episodes: number; of: number }): void;
}

/** Each gives the number of episodes. */
const writers: Readonly<Record<string, (folder: string, out: string, opts: Exporting) => Promise<number>>> = {
  'lerobot-v3': (folder, out, opts) => toLerobot(folder, opts, (set) => writeLerobotV3(set, out, opts)),
  'lerobot-v2.1': (folder, out, opts) => toLerobot(folder, opts, (set) => writeLerobotV21(set, out, opts)),
  robotwin(folder, out, opts) {
    if (!isLerobot(folder)) return exportRobotwin(folder, out, opts);
    throw new SextantError('bad_argument', 'LeRobot files lack what RoboTwin’s hold: seeds, scenes, camera poses', {
      where: folder,
      fix: 'name the RoboTwin folder that it was exported from',
    });
  },
};

async function toLerobot(folder: string, { range }: Exporting, write: (set: DemoSet) => Promise<unknown>) {
  const whole = await openSet(folder);
  const set = range ? subset(whole, range) : whole;
  await write(set);
  return set.count;
}

type Flags = { format: string; out: string; episodes?: string; overwrite?: true; json?: true };

export const exportSet: Verb<Flags> = {
  name: 'export',
  about: 'Writes a set of demonstrations, or a part of it, in any format, and checks what it wrote.',
  examples: [
    'sextant rsb export data/rsb_math/rsb_math_train_500 --format lerobot-v3 --out lerobot/rsb-math',
    'sextant rsb export data/rsb_math/rsb_math_train_500 --format robotwin --episodes 0..50 --out data/rsb_math/first_50',
  ],
  arguments: [{ name: '<folder>', about: 'RoboTwin’s HDF5 or LeRobot, or what `data pull` fetched, by its name' }],
  options: [
    { flags: '--format <format>', choices: Object.keys(writers), required: true },
    { flags: '--out <dir>', required: true },
    { flags: '--episodes <a..b>', about: 'only these, counted from 0: from a to before b' },
    { flags: '--overwrite', about: 'replace what is there' },
  ],
  async run([name = ''], { format, out, episodes, overwrite, json }, tools) {
    const folder = await setFolder(name, tools);
    const [from, to] = episodes === undefined ? [] : rangeOf({ episodes });
    const progress = tools.openProgress();
    const interrupts = tools.watchInterrupts('nothing');
    try {
      const count = await demand(writers, format)(folder, out, {
        ...(from === undefined || to === undefined ? {} : { range: { from, to } }),
        overwrite: overwrite === true,
        signal: AbortSignal.any([interrupts.stop, interrupts.abort]),
        onProgress: (done) => progress.update({ done: done.episodes, total: done.of }),
      });
      progress.done();
      if (json) tools.printJson({ folder: out, format, episodes: count });
      tools.say(`${plural(count, 'episode')} as ${format} in ${out}`);
    } finally {
      progress.done();
      interrupts.release();
    }
  },
};
