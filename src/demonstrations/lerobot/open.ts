import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../../contracts/index.ts';
import { openParquet } from '../../tables/index.ts';
import { at, demand } from '../../util/index.ts';
import type { DemoFrame, DemoSet } from '../demonstration.ts';
import { readFrames } from '../video-read.ts';
import { cameraOf, DEFAULTS, ENDPOSE, ENDPOSE_WIDTH, IS_EXPERT, WIDTH, WORDS } from './features.ts';
import { describeFinding, Findings } from './finding.ts';
import { type EpisodeInfo, type Folder, readFolder } from './folder.ts';

const WIDTHS = { 'observation.state': WIDTH, action: WIDTH, [ENDPOSE]: ENDPOSE_WIDTH };
const KNOWN = new Set([...Object.keys(WIDTHS), IS_EXPERT, ...WORDS, ...Object.keys(DEFAULTS)]);

/**
 * Opens a LeRobotDataset of version 3.0 or 2.1. What is wrong with it is thrown where it is met; `checkLerobot` finds all.
 * @example await writeLerobotV3(await openLerobot('old'), 'new');
 */
export async function openLerobot(dir: string): Promise<DemoSet> {
  const findings = new Findings();
  const folder = await readFolder({ dir, report: findings.report });
  // Statistics are not needed to read on.
  const wrong = findings.all.find(({ severity, code }) => severity === 'error' && !code.startsWith('stats_'));
  if (!folder || wrong)
    throw new SextantError('bad_data', wrong ? describeFinding(wrong) : 'this is not a dataset', { where: dir });
  const { info, videoKeys, episodes } = folder;
  for (const [key, width] of Object.entries(WIDTHS)) {
    const [found = 0] = info.features[key]?.shape ?? (key === ENDPOSE ? [width] : []);
    if (found !== width)
      throw new SextantError('bad_data', `${key} has ${found} numbers, expected ${width}`, { where: dir });
  }
  const lost = Object.keys(info.features).filter((key) => !KNOWN.has(key) && !videoKeys.includes(key));
  if (lost.length > 0)
    throw new SextantError('bad_data', `a demonstration has no place for ${lost.join(', ')}`, { where: dir });
  return {
    name: basename(resolve(dir)),
    fps: info.fps,
    ...(info.true_fps === undefined ? {} : { trueFps: info.true_fps }),
    robot: info.robot_type ?? '',
    cameras: videoKeys.map((key) => {
      const [height = 0, width = 0] = info.features[key]?.shape ?? [];
      return { name: cameraOf(key), width, height };
    }),
    count: episodes.length,
    episode: async (index) => {
      const episode = episodes[index];
      if (!episode) throw new SextantError('bad_argument', `there is no episode ${index}`, { where: dir });
      const { words, tasks: seen, length } = episode;
      const [task = '', ...others] = seen;
      // Ours are wordings of one and the same task, and the first of them is what the frames have.
      if (others.length > 0 && !words)
        throw new SextantError('bad_data', `episode ${index} has several tasks, a demonstration has one`, {
          where: dir,
        });
      const language = words ? { language: { seen, ...words } } : {};
      return { index, task, ...language, length, frames: () => frames(dir, folder, episode) };
    },
  };
}

async function* frames(dir: string, folder: Folder, episode: EpisodeInfo): AsyncGenerator<DemoFrame> {
  const { info, videoKeys, episodes } = folder;
  // Episodes of a file lie in it in their own order.
  const first = at(
    episodes.filter(({ dataFile }) => dataFile === episode.dataFile),
    0,
  ).from;
  const optional = [ENDPOSE, IS_EXPERT].filter((name) => name in info.features);
  const columns = ['observation.state', 'action', ...optional];
  const table = await openParquet(join(dir, episode.dataFile));
  const rows = table.rows(columns, { from: episode.from - first, to: episode.to - first });
  const half = 0.5 / info.fps;
  const cameras = videoKeys.map((key) => {
    const { file, from, to } = demand(episode.videos, key);
    return { name: cameraOf(key), file, pictures: readFrames(join(dir, file), { from: from - half, to: to - half }) };
  });
  try {
    let frame = 0;
    for await (const row of rows) {
      const images = await Promise.all(
        cameras.map(async ({ name, file, pictures }) => {
          const { value } = await pictures.next();
          if (value) return [name, await value.pixels()] as const;
          throw new SextantError('bad_data', `frame ${frame} of episode ${episode.index} is not there`, {
            where: file,
          });
        }),
      );
      yield { ...values(row), images: Object.fromEntries(images) };
      frame += 1;
    }
  } finally {
    table.close();
    await Promise.all(cameras.map(({ pictures }) => pictures.return(undefined)));
  }
}

const vector = z.array(z.number()).transform((values) => Float64Array.from(values));

function values(row: Readonly<Record<string, unknown>>): Omit<DemoFrame, 'images'> {
  const [state, action] = [vector.parse(row['observation.state']), vector.parse(row.action)];
  const isExpert = IS_EXPERT in row ? { isExpert: row[IS_EXPERT] === 1 } : {};
  if (!(ENDPOSE in row)) return { state, action, ...isExpert };
  const pose = vector.parse(row[ENDPOSE]);
  const [left, right] = [pose.slice(0, 7), pose.slice(8, 15)];
  return { state, action, ...isExpert, endpose: { left, leftGripper: at(pose, 7), right, rightGripper: at(pose, 15) } };
}
