import { join } from 'node:path';
import type { Verb } from '../../../contracts/index.ts';
import { type Demonstration, encodeJpeg } from '../../../demonstrations/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { openSet, setFolder } from './demo-set.ts';

type Flags = { episode: number; out?: string; json?: true };

/** What a person sees of a set: its facts, and the beginning, middle and end of an episode. */
export const show: Verb<Flags> = {
  name: 'show',
  about: 'Describes a set of demonstrations, and writes pictures of an episode.',
  examples: ['sextant rsb show data/rsb_math/rsb_math_train_500 --episode 3 --out pictures'],
  arguments: [{ name: '<folder>', about: 'RoboTwin’s HDF5 or LeRobot, or what `data pull` fetched, by its name' }],
  options: [
    { flags: '--episode <n>', about: 'which one, counted from 0', wholeFrom: 0, default: 0 },
    { flags: '--out <dir>', about: 'where pictures go: the first, the middle and the last of every camera' },
  ],
  async run([name = ''], { episode: index, out, json }, tools) {
    const { say, printJson } = tools;
    const set = await openSet(await setFolder(name, tools));
    const episode = await set.episode(index);
    const { task, length } = episode;
    const pictures = out === undefined ? [] : await writePictures(episode, out);
    const { robot, fps, trueFps, cameras, count } = set;
    const rate = trueFps === undefined ? '' : ` (${trueFps} in a second of the world’s time)`;
    if (json)
      printJson({
        name: set.name,
        robot,
        fps,
        trueFps,
        cameras,
        episodes: count,
        episode: { index, task, length },
        pictures,
      });
    say(`${set.name}: ${count} episodes of ${robot}, ${fps} frames per second${rate}`);
    for (const camera of cameras) say(`  ${camera.name}: ${camera.width}×${camera.height}`);
    say(`episode ${index}, ${length} frames: ${task}`);
    for (const path of pictures) say(path);
  },
};

async function writePictures(episode: Demonstration, out: string): Promise<string[]> {
  const { index, length } = episode;
  const wanted = new Set([0, Math.floor((length - 1) / 2), length - 1]);
  const paths: string[] = [];
  let t = 0;
  for await (const { images } of episode.frames()) {
    for (const [camera, picture] of wanted.has(t) ? Object.entries(images) : []) {
      const path = join(out, `episode${index}-${camera}-${t}.jpg`);
      writeFileAtomic(path, await encodeJpeg(picture, 'standard'));
      paths.push(path);
    }
    t += 1;
  }
  return paths;
}
