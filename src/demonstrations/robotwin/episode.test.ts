import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../files/index.ts';
import { readTimes } from '../video-read.ts';
import { writeEpisode } from './episode-write.ts';
import { Hdf5File } from './hdf5-read.ts';
import { decodeJpeg, type RgbOrder, standardJpeg } from './jpeg.ts';
import { blue, moments, red, redAndBlue, sceneFor } from './testing/recorded.ts';
import { newFolder } from './testing/small-set.ts';

async function written(rgbOrder: RgbOrder, frames = moments()) {
  const dir = newFolder();
  const entry = await writeEpisode(dir, { episode: 0, seed: 5, frames, scene: sceneFor(0) }, { fps: 30, rgbOrder });
  return { dir, entry, file: await Hdf5File.open(join(dir, 'data/episode0.hdf5')) };
}

/** Colours left and right of the middle, each channel as far off as JPEG makes it. */
async function expectColours(jpeg: Uint8Array, left: readonly number[], right: readonly number[]): Promise<void> {
  const { width, rgb } = await decodeJpeg(jpeg, 'standard', 'test');
  for (const [x, colour] of [[4, left] as const, [width - 5, right] as const])
    for (const [channel, value] of colour.entries())
      expect(Math.abs((rgb[3 * (10 * width + x) + channel] ?? 0) - value)).toBeLessThan(6);
}

const swapped = ([r, g, b]: readonly [number, number, number]) => [b, g, r];

test('an episode has the authors’ tree', async () => {
  const { file, entry, dir } = await written('upstream');
  const tree = Object.fromEntries(
    file.names().flatMap((name) => {
      const kind = file.kind(name);
      return kind ? [[name, `${kind.type} ${kind.shape.join('×')}`]] : [];
    }),
  );
  const camera = (name: string) => ({
    [`observation/${name}/cam2world_gl`]: 'f4 3×4×4',
    [`observation/${name}/extrinsic_cv`]: 'f4 3×3×4',
    [`observation/${name}/intrinsic_cv`]: 'f4 3×3×3',
    [`observation/${name}/rgb`]: expect.stringMatching(/^S\d+ 3$/),
  });
  expect(tree).toEqual({
    'endpose/left_endpose': 'f8 3×7',
    'endpose/left_gripper': 'f8 3',
    'endpose/right_endpose': 'f8 3×7',
    'endpose/right_gripper': 'f8 3',
    'joint_action/left_arm': 'f8 3×6',
    'joint_action/left_gripper': 'f8 3',
    'joint_action/right_arm': 'f8 3×6',
    'joint_action/right_gripper': 'f8 3',
    'joint_action/vector': 'f8 3×14',
    ...camera('front_camera'),
    ...camera('head_camera'),
    ...camera('left_camera'),
    ...camera('right_camera'),
    pointcloud: 'f8 3×0',
  });
  expect([...file.numbers('joint_action/right_gripper', [])]).toEqual([13, 77, 141].map((n) => n / 64));
  expect([...file.numbers('joint_action/right_arm', [6])].slice(6, 9)).toEqual([71, 72, 73].map((n) => n / 64));
  expect([...file.numbers('endpose/left_gripper', [])]).toEqual([6, 70, 134].map((n) => n / 64));
  file.close();
  expect(entry).toMatchObject({ episode: 0, seed: 5, frames: 3 });
  expect(sha256(readFileSync(join(dir, 'data/episode0.hdf5')))).toBe(entry.files.hdf5.sha256);
  expect((await readTimes(join(dir, 'video/episode0.mp4'))).times).toHaveLength(3);
  expect(readdirSync(join(dir, 'data'))).toEqual(['episode0.hdf5']);
});

test('a camera’s place is the inverse of its view, with y up and z towards the viewer', async () => {
  const { file } = await written('upstream');
  const [view, place] = [
    file.numbers('observation/head_camera/extrinsic_cv', [3, 4]),
    file.numbers('observation/head_camera/cam2world_gl', [4, 4]),
  ];
  file.close();
  const at = (matrix: Float64Array, row: number, column: number) => matrix[4 * row + column] ?? Number.NaN;
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 4; column += 1) {
      let sum = column === 3 ? at(view, row, 3) : 0;
      for (let k = 0; k < 3; k += 1) sum += at(view, row, k) * at(place, k, column);
      const expected = row === column ? (row === 0 ? 1 : -1) : 0;
      expect(sum).toBeCloseTo(expected, 6);
    }
  expect([...place.slice(12, 16)]).toEqual([0, 0, 0, 1]);
});

test('red and blue are swapped for upstream’s readers, and come back', async () => {
  const { file } = await written('upstream');
  const stored = file.bytes('observation/left_camera/rgb', 2);
  await expectColours(stored, swapped(red), swapped(blue));
  await expectColours(await standardJpeg(stored, 'upstream', ''), red, blue);
  file.close();
  const standard = await written('standard');
  await expectColours(standard.file.bytes('observation/left_camera/rgb', 2), red, blue);
  standard.file.close();
});

test('depth, segmentation and the third view are written when they are recorded', async () => {
  const depth = new Float32Array(64 * 48).fill(812.5);
  const segmentation = new Uint16Array(64 * 48).fill(1, 5, 6).fill(8, 6, 7);
  const shapes = segmentation.map((id) => id + 1);
  const frames = moments(0, { depth, segmentation, shapes }).map(({ images, ...rest }) => ({
    ...rest,
    images: { ...images, observer_camera: redAndBlue() },
  }));
  const { file } = await written('upstream', frames);
  expect(file.kind('observation/head_camera/depth')).toEqual({ type: 'f8', shape: [3, 48, 64] });
  expect(file.numbers('observation/head_camera/depth', [48, 64]).every((value) => value === 812.5)).toBe(true);
  expect(file.kind('observation/head_camera/actor_segmentation')).toEqual({ type: 'u1', shape: [3, 48, 64, 3] });
  const colours = file.numbers('observation/head_camera/actor_segmentation', [48, 64, 3]);
  expect([...colours.slice(12, 21)]).toEqual([0, 0, 0, 128, 0, 0, 64, 0, 0]);
  const meshes = file.numbers('observation/head_camera/mesh_segmentation', [48, 64, 3]);
  expect([...meshes.slice(12, 15)]).toEqual([128, 0, 0]);
  await expectColours(file.bytes('third_view_rgb', 0), swapped(red), swapped(blue));
  expect(file.kind('observation/observer_camera')).toBeUndefined();
  file.close();
});

test('points are written on request, and depth may be for them alone', async () => {
  const dir = newFolder();
  const frames = moments(0, { depth: new Float32Array(64 * 48).fill(500) });
  const opts = { fps: 30, rgbOrder: 'upstream', points: 5, dropDepth: true } as const;
  await writeEpisode(dir, { episode: 0, seed: 5, frames, scene: sceneFor(0) }, opts);
  const file = await Hdf5File.open(join(dir, 'data/episode0.hdf5'));
  expect(file.kind('pointcloud')).toEqual({ type: 'f8', shape: [3, 5, 6] });
  expect(file.kind('observation/head_camera/depth')).toBeUndefined();
  file.close();
});

test('pixels may be overwritten while the next moment is recorded', async () => {
  function* recording() {
    const [frame] = moments();
    if (!frame) return;
    for (let t = 0; t < 3; t += 1) {
      yield frame;
      for (const { rgb } of Object.values(frame.images)) rgb.fill(255);
      frame.state.fill(9);
    }
  }
  const dir = newFolder();
  const opts = { fps: 30, rgbOrder: 'standard' } as const;
  await writeEpisode(dir, { episode: 0, seed: 5, frames: recording(), scene: sceneFor(0) }, opts);
  const file = await Hdf5File.open(join(dir, 'data/episode0.hdf5'));
  await expectColours(file.bytes('observation/head_camera/rgb', 0), red, blue);
  expect([...file.numbers('joint_action/left_gripper', [])]).toEqual([6 / 64, 9, 9]);
  file.close();
});

test('frames that do not fit each other are refused, and leave no file', async () => {
  const [first, second] = moments();
  if (!first || !second) throw new Error('there are three');
  const { head_camera, ...others } = second.images;
  const dir = newFolder();
  const write = (frames: ReturnType<typeof moments>) =>
    writeEpisode(dir, { episode: 0, seed: 0, frames, scene: sceneFor(0) }, { fps: 30, rgbOrder: 'upstream' });
  await expect(write([first, { ...second, images: others }])).rejects.toThrow('a frame without head_camera');
  await expect(write([first, { ...second, images: { head_camera: redAndBlue() } }])).rejects.toThrow(
    'frame 1 has other cameras',
  );
  await expect(write([])).rejects.toThrow('no frames');
  expect(readdirSync(dir)).toEqual([]);
});
