import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Picture } from '../../contracts/index.ts';
import { checkRobotwin } from './check.ts';
import { writeEpisode } from './episode-write.ts';
import { finishSet } from './finish.ts';
import type { RecordedFrame } from './frames.ts';
import { EpisodeLedger } from './ledger.ts';
import { aboutSet, moments, redAndBlue, sceneFor } from './testing/recorded.ts';
import { newFolder, smallSet } from './testing/small-set.ts';

async function findings(dir: string, quick = false): Promise<string[]> {
  const checked = await checkRobotwin(dir, { quick });
  return checked.findings.map(
    ({ severity, where, message }) => `${severity} ${where.replace(`${dir}/`, '')}: ${message}`,
  );
}

function edit(dir: string, file: string, from: string, to: string): void {
  writeFileSync(join(dir, file), readFileSync(join(dir, file), 'utf8').replace(from, to));
}

test('a set that we wrote has no findings', async () => {
  const dir = await smallSet(5, 7);
  const steps: number[] = [];
  const { episodes, findings } = await checkRobotwin(dir, { onEpisode: (done) => steps.push(done) });
  expect({ episodes, findings, steps }).toEqual({ episodes: 2, findings: [], steps: [1, 2] });
});

test('changes are found', async () => {
  const dir = await smallSet(0, 3);
  const hdf5 = readFileSync(join(dir, 'data/episode0.hdf5'));
  hdf5.writeDoubleLE(0.5, hdf5.indexOf(Buffer.from(Float64Array.of(0, 1 / 64, 2 / 64, 3 / 64, 4 / 64, 5 / 64).buffer)));
  writeFileSync(join(dir, 'data/episode0.hdf5'), hdf5);
  writeFileSync(join(dir, 'video/episode1.mp4'), readFileSync(join(dir, 'video/episode2.mp4')).subarray(0, 300));
  edit(dir, 'instructions/episode2.json', 'What is 2 + 1? A: 1, B: 2', 'What is 2 + 1? A: 1, C: 2');
  edit(dir, 'seed.txt', '1000 1001', '1001 1001');
  edit(dir, 'scene_info.json', '"answer": "C"', '"answer": "D"');
  expect(await findings(dir)).toEqual([
    'error seed.txt: the seeds are not those of the episodes',
    'error data/episode0.hdf5: the content was changed',
    'error data/episode0.hdf5 /joint_action/left_arm: frame 0 is not what joint_action/vector says',
    'error video/episode1.mp4: the file is missing or cut off',
    expect.stringMatching(/^error video\/episode1.mp4: /),
    'error instructions/episode2.json: the content was changed',
    'error scene_info.json: episode_2 is not as it was recorded',
  ]);
});

test('gaps and leftovers are found', async () => {
  const dir = await smallSet(0, 3);
  rmSync(join(dir, 'data/episode1.hdf5'));
  renameSync(join(dir, 'instructions/episode2.json'), join(dir, 'instructions/episode9.json'));
  expect(await findings(dir, true)).toEqual([
    'error data/episode1.hdf5: the file is missing',
    'error video/episode1.mp4: there is no such episode',
    'error instructions/episode1.json: there is no such episode',
    'error instructions/episode9.json: there is no such episode',
    'error instructions/episode2.json: the file is missing',
    'error _traj_data/episode1.pkl: there is no such episode',
    'error scene_info.json: episode_1 is no episode of this set',
    'error seed.txt: 3 seeds for 2 episodes',
    'error instructions/episode2.json: the file is missing or cut off',
  ]);
});

test('a set of others is judged by its files alone', async () => {
  const dir = await smallSet(0, 2);
  for (const file of ['sextant-demos.json', 'episodes.ndjson']) rmSync(join(dir, file));
  rmSync(join(dir, '_traj_data'), { recursive: true });
  writeFileSync(join(dir, 'seed.txt'), '4 4 ');
  edit(dir, 'instructions/episode1.json', 'What is 1 + 1?', 'What is it?');
  expect(await findings(dir)).toEqual([
    'warning _traj_data/episode0.pkl: there is none for any episode',
    'warning seed.txt: a seed is there twice',
    'error instructions/episode1.json: seen instruction 0 lacks "What is 1 + 1?"',
  ]);
});

/** A set of one episode in which every camera has a brightness and a place of its own. */
async function setOf(change: (frame: RecordedFrame, t: number) => RecordedFrame): Promise<string> {
  const dir = join(newFolder(), 'set');
  const ledger = await EpisodeLedger.open(dir, aboutSet());
  const recorded = { episode: 0, seed: 5, frames: looking().map(change), scene: sceneFor(0) };
  ledger.add(await writeEpisode(dir, recorded, aboutSet()));
  ledger.close();
  await finishSet(dir);
  return dir;
}

const lines: Readonly<Record<string, number>> = {
  head_camera: 40,
  front_camera: 90,
  left_camera: 140,
  right_camera: 190,
};

/** Bright down to a line that tells the camera. */
function plain(line: number): { width: number; height: number; rgb: Uint8Array } {
  const rgb = new Uint8Array(3 * 64 * 48).fill(line);
  rgb.fill(230, 0, 3 * 64 * Math.floor(line / 5));
  return { width: 64, height: 48, rgb };
}

/** Three moments in which the left hand moves and takes its camera along. */
function looking(): RecordedFrame[] {
  return moments().map((frame, t) => {
    const images = Object.entries(lines).map(([camera, line]) => {
      const extrinsic = Float64Array.of(1, 0, 0, camera === 'left_camera' ? -t / 10 : 0, 0, 1, 0, 0, 0, 0, 1, 0);
      return [camera, { ...redAndBlue(), ...plain(line), extrinsic }] as const;
    });
    const hands = { left: Float64Array.of(t / 10, 0, 1, 1, 0, 0, 0), right: Float64Array.of(0, 0, 1, 1, 0, 0, 0) };
    return { ...frame, hands, images: Object.fromEntries(images) };
  });
}

function swapImages(a: string, b: string, what: 'rgb' | 'all') {
  return (frame: RecordedFrame): RecordedFrame => {
    const [one, two] = [frame.images[a], frame.images[b]];
    if (!one || !two) throw new Error('no such camera');
    const take = (own: Picture, other: Picture) => (what === 'all' ? other : { ...own, rgb: other.rgb });
    return { ...frame, images: { ...frame.images, [a]: take(one, two), [b]: take(two, one) } };
  };
}

const redraw = async () => Object.fromEntries(Object.entries(lines).map(([camera, line]) => [camera, plain(line)]));

test('cameras as they should be have no findings', async () => {
  const dir = await setOf((frame) => frame);
  expect((await checkRobotwin(dir, { redraw })).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('the cameras of both hands taken for each other are found by how they move', async () => {
  const dir = await setOf(swapImages('left_camera', 'right_camera', 'all'));
  expect(await findings(dir)).toContain(
    'error data/episode0.hdf5 /observation/left_camera: the camera does not move with the left hand, but with the right one',
  );
});

test('a camera that should stand still and moves is found', async () => {
  const dir = await setOf(swapImages('left_camera', 'head_camera', 'all'));
  expect(await findings(dir)).toContain(
    'error data/episode0.hdf5 /observation/head_camera: the camera moves, but it should stand still',
  );
});

test('pictures of two cameras swapped are found by drawing the table again', async () => {
  const dir = await setOf(swapImages('front_camera', 'right_camera', 'rgb'));
  const checked = await checkRobotwin(dir, { redraw });
  expect(checked.findings.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'its first picture is what right_camera sees',
      'its first picture is what front_camera sees',
    ]),
  );
});

test.each([
  [
    'a truncated video',
    (bytes: Buffer) => bytes.subarray(0, bytes.length - 30),
    /video cannot be decoded|frames can be/,
  ],
  ['a video with a hole', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.indexOf('mdat') + 8), /decode/],
])('%s is found in a set of others, too', async (_, damage, message) => {
  const dir = await setOf((frame) => frame);
  for (const file of ['sextant-demos.json', 'episodes.ndjson']) rmSync(join(dir, file));
  const video = join(dir, 'video/episode0.mp4');
  writeFileSync(video, damage(readFileSync(video)));
  expect(await findings(dir)).toContainEqual(expect.stringMatching(message));
});

test('the video of another camera is found', async () => {
  const dir = await setOf((frame) => frame);
  const other = await setOf(swapImages('front_camera', 'head_camera', 'rgb'));
  for (const file of ['sextant-demos.json', 'episodes.ndjson']) rmSync(join(dir, file));
  copyFileSync(join(other, 'video/episode0.mp4'), join(dir, 'video/episode0.mp4'));
  expect(await findings(dir)).toContain('error video/episode0.mp4: frame 0 is not what the head camera saw');
});

test('an empty folder is no set', async () => {
  expect(await findings(join(await smallSet(0, 1), 'pictures'))).toEqual([
    'error data/episode0.hdf5: there are no episodes',
    'error scene_info.json: there is no such file',
    'error seed.txt: there is no such file',
  ]);
});
