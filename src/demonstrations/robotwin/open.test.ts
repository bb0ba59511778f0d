import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRobotwin } from './open.ts';
import { blue, red } from './testing/recorded.ts';
import { smallSet } from './testing/small-set.ts';

test('frames come back one by one, with the next state as action', async () => {
  const set = await openRobotwin(await smallSet(2, 4));
  expect(set).toMatchObject({ name: 'rsb_math/small', fps: 30, robot: 'aloha-agilex', count: 2 });
  expect(set.cameras).toContainEqual({ name: 'head_camera', width: 64, height: 48 });
  const episode = await set.episode(1);
  expect(episode).toMatchObject({
    index: 1,
    number: 3,
    length: 3,
    task: 'What is 3 + 1? A: 1, B: 2, C: 3, D: 4. Fetch it.',
  });
  expect(episode.scene.info).toMatchObject({ '{Q}': 'What is 3 + 1?' });
  // Pictures are there until the next frame is asked for.
  const frames = await Array.fromAsync(episode.frames(), (frame) => ({
    ...frame,
    front: Uint8Array.from(frame.images.front_camera?.rgb ?? []),
  }));
  expect(frames.map(({ state }) => state[0])).toEqual([3, 4, 5]);
  expect(frames.map(({ action }) => action[0])).toEqual([4, 5, 5]);
  expect(frames[2]?.endpose).toEqual({
    left: Float64Array.of(2, 0, 1, 1, 0, 0, 0),
    leftGripper: 5 + 6 / 64,
    right: Float64Array.of(-2, 0, 1, 0, 1, 0, 0),
    rightGripper: 5 + 13 / 64,
  });
  const rgb = frames[1]?.front ?? new Uint8Array();
  const pixel = (x: number) => [...rgb.subarray(3 * x, 3 * x + 3)];
  for (const [channel, value] of red.entries()) expect(Math.abs((pixel(3)[channel] ?? 0) - value)).toBeLessThan(8);
  for (const [channel, value] of blue.entries()) expect(Math.abs((pixel(60)[channel] ?? 0) - value)).toBeLessThan(8);
});

test('a set without our own files is read by its names', async () => {
  const dir = await smallSet(0, 2);
  for (const file of ['sextant-demos.json', 'episodes.ndjson', 'README.md']) rmSync(join(dir, file));
  const set = await openRobotwin(dir, { fps: 25, wording: 'unseen' });
  expect(set).toMatchObject({ fps: 25, count: 2 });
  expect(set.name).toMatch(/^robotwin-\w+\/shard_0_2$/);
  expect((await set.episode(0)).task).toBe('Bring the answer: What is 0 + 1? Choose among A: 1, B: 2, C: 3, D: 4.');
  await expect(set.episode(2)).rejects.toThrow('there is no episode 2 among 2');
});

test('damage is named by its file', async () => {
  const dir = await smallSet(0, 2);
  const set = await openRobotwin(dir);
  truncateSync(join(dir, 'data/episode1.hdf5'), 5000);
  await expect(set.episode(1)).rejects.toMatchObject({ code: 'bad_data', where: join(dir, 'data/episode1.hdf5') });
  writeFileSync(join(dir, 'instructions/episode0.json'), '{"seen": []}');
  await expect(set.episode(0)).rejects.toMatchObject({
    where: `${join(dir, 'instructions/episode0.json')} column unseen`,
  });
  writeFileSync(join(dir, 'instructions/episode0.json'), '{"seen": [], "unseen": []}');
  await expect(set.episode(0)).rejects.toThrow('it has no such instruction');
  await expect(openRobotwin(join(dir, 'data'))).rejects.toThrow('there is no data/episode0.hdf5');
  rmSync(join(dir, 'scene_info.json'));
  await expect(openRobotwin(dir)).rejects.toMatchObject({ where: join(dir, 'scene_info.json') });
});

test('a damaged picture is named by its dataset and frame', async () => {
  const dir = await smallSet(0, 1);
  const path = join(dir, 'data/episode0.hdf5');
  const bytes = readFileSync(path);
  // The scan of the last picture is garbled.
  const at = bytes.lastIndexOf(Uint8Array.of(0xff, 0xda)) + 40;
  bytes.fill(0xff, at, at + 60);
  writeFileSync(path, bytes);
  const episode = await (await openRobotwin(dir)).episode(0);
  await expect(Array.fromAsync(episode.frames())).rejects.toMatchObject({
    code: 'bad_media',
    where: expect.stringMatching(/episode0\.hdf5 \/observation\/\w+\/rgb\[\d\]$/),
  });
});
