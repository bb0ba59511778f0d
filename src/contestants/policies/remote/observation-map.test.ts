import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maps } from './maps.ts';
import { leavesOf, needsOf, resized } from './observation-map.ts';
import { observe } from './observe.ts';
import { openMap } from './open.ts';
import { observation, start } from './testing/episode.ts';
import { NdArray, toNumbers } from './wire.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sextant-map-'));

async function custom(map: unknown) {
  writeFileSync(join(cwd, 'map.json'), typeof map === 'string' ? map : JSON.stringify(map));
  return openMap('./map.json', cwd);
}

test.each(Object.keys(maps))(
  'the map %s gives an observation without cameras that it did not ask for',
  async (name) => {
    const map = await openMap(name, cwd);
    const { cameras } = needsOf(map);
    const { images, ...rest } = observation();
    const given = {
      ...rest,
      images: Object.fromEntries(Object.entries(images).filter(([camera]) => cameras.includes(camera))),
    };
    expect(Object.keys(observe(map.observation, given, start))).toEqual(Object.keys(map.observation));
  },
);

test('what is peeked at is declared', async () => {
  const peeks = await Promise.all(
    ['aloha', 'sextant-hands', 'sextant-peek'].map(async (name) => needsOf(await openMap(name, cwd)).peeks),
  );
  expect(peeks).toEqual(['nothing', 'hands', 'truth']);
});

test('a map of one’s own', async () => {
  const map = await custom({
    about: 'everything',
    render: [640, 480],
    observation: {
      'observation/high': { camera: 'head_camera', layout: 'chw', size: [64, 48], dtype: 'float32' },
      camera: {
        depth: { camera: 'front_camera', what: 'depth' },
        pose: { camera: 'front_camera', what: 'extrinsic', dtype: 'float64' },
      },
      grippers: { from: 'state', at: [6, 13], dtype: 'float32' },
      gripper: { from: 'state', at: 13 },
      hand: { from: 'right_hand' },
      measured: { from: 'joints', at: [0, 13], dtype: 'list' },
      words: { from: 'instruction' },
      start: { from: 'start' },
      robot: { value: { name: 'aloha', arms: 2 } },
    },
    action: { key: 'chunk', kind: 'ee' },
  });
  expect(needsOf(map)).toEqual({
    cameras: ['head_camera', 'front_camera'],
    size: { width: 640, height: 480 },
    depth: true,
    action: 'ee',
    peeks: 'nothing',
  });
  const seen = Object(observe(map.observation, observation(), start));
  const high = seen['observation/high'];
  expect([high, seen.camera.depth, seen.camera.pose, seen.grippers, seen.hand].map(String)).toEqual([
    '<f4 (3, 48, 64)',
    '<f4 (240, 320)',
    '<f8 (3, 4)',
    '<f4 (2)',
    '<f8 (7)',
  ]);
  // The last plane is blue: 1 of 255.
  expect(high instanceof NdArray && toNumbers(high).at(-1)).toBeCloseTo(1 / 255);
  expect(seen).toMatchObject({
    gripper: 1.3,
    measured: [0.01, 1.31],
    words: start.instruction,
    start: { unit: 'unit-1', epoch: 0, seed: 7 },
    robot: { name: 'aloha', arms: 2 },
  });
});

test('single cameras may be rendered in sizes of their own', async () => {
  const render = { left_camera: [160, 120] };
  const map = await custom({ render, observation: { image: { camera: 'left_camera' } } });
  expect(needsOf(map)).toMatchObject({ cameras: ['left_camera'], sizes: { left_camera: { width: 160, height: 120 } } });
  await expect(custom({ render: { left_camera: 160 }, observation: {} })).rejects.toMatchObject({ code: 'bad_config' });
});

test('sizes can be changed for all pictures at once', async () => {
  const map = await openMap('aloha', cwd);
  const sizes = (size: string) =>
    leavesOf(resized(map, size).observation).flatMap(({ leaf }) =>
      'camera' in leaf ? [leaf.size?.join() ?? 'native'] : [],
    );
  expect(sizes('320x240')).toEqual(['320,240', '320,240', '320,240']);
  expect(sizes('native')).toEqual(['native', 'native', 'native']);
});

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'cannot be read'],
  ['no observation', {}, 'observation'],
  [
    'a misspelt option',
    { observation: { a: { camera: 'head_camera', layuot: 'chw' } } },
    'observation.a: Unrecognized key: "layuot"',
  ],
  ['an unknown layout', { observation: { a: { camera: 'head_camera', layout: 'bchw' } } }, 'observation.a.layout'],
  ['something that is no object', { observation: { a: { b: 3 } } }, 'observation.a.b'],
  ['a number beyond the state', { observation: { a: { from: 'state', at: 14 } } }, 'observation.a'],
  ['an unknown source', { observation: { a: { from: 'telepathy' } } }, 'observation.a'],
])('a map with %s is refused, by its place', async (_, map, says) => {
  await expect(custom(map)).rejects.toMatchObject({
    code: 'bad_config',
    where: join(cwd, 'map.json'),
    message: expect.stringContaining(says),
  });
});

test('a map that is not there', async () => {
  await expect(openMap('alhoa', cwd)).rejects.toMatchObject({
    code: 'bad_argument',
    message: expect.stringContaining('did you mean aloha?'),
  });
  await expect(openMap('./none.json', cwd)).rejects.toMatchObject({ code: 'bad_config' });
});
