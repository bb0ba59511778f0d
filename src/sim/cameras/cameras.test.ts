import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tabletop } from '../episode/tabletop.ts';
import { drawLayout, type Layout, scattered } from '../scene/layout.ts';
import { TabletopCameras } from './tabletop-cameras.ts';
import { blockColours } from './tabletop-things.ts';

const size = { width: 320, height: 240 };
let table: Tabletop;
let cameras: TabletopCameras;
let layout: Layout;

beforeAll(async () => {
  table = await Tabletop.open(4);
  cameras = new TabletopCameras(table.physics);
  const drawn = drawLayout({ seed: 7, labels: [...'ABCD'], arrangement: scattered });
  if ('why' in drawn) throw new Error(drawn.why);
  layout = drawn.layout;
  table.lay(layout);
  table.physics.kinematics();
});
afterAll(() => table.close());

test('the head camera has the focal length and pose of its description', () => {
  const { intrinsic, extrinsic } = cameras.picture('head_camera', { size });
  expect(intrinsic[0]).toBeCloseTo(358.64, 2);
  // Its own place in its own frame: nowhere.
  const eye = [-0.032, -0.45, 1.35, 1];
  for (const row of [0, 1, 2]) {
    expect(eye.reduce((sum, value, i) => sum + value * (extrinsic[4 * row + i] ?? 0), 0)).toBeCloseTo(0, 12);
  }
  expect(Array.from(extrinsic.subarray(8, 11))).toEqual([0, 0.6, -0.8]);
});

test('at home it shows every block wholly, the zone, and nothing too bright', () => {
  cameras.dress(layout);
  const { rgb, segmentation } = cameras.picture('head_camera', { size, segmentation: true });
  const shown = (name: string) =>
    Array.from(segmentation ?? []).flatMap((id, i) => (cameras.names[id] === name ? [i] : []));
  for (const { label } of layout.blocks) {
    const pixels = shown(`block ${label}`);
    expect(pixels.length).toBeGreaterThan(600);
    expect(pixels.every((i) => i % 320 > 0 && i % 320 < 319 && i > 320 && i < 239 * 320)).toBe(true);
  }
  expect(shown('zone').length).toBeGreaterThan(2000);
  expect(rgb.every((value) => value < 250)).toBe(true);
});

test('wrist cameras go with the hands', () => {
  const { physics } = table;
  const before = cameras.picture('left_camera', { size }).extrinsic;
  const joint = physics.joint('fl_joint1').position;
  physics.qpos[joint] = (physics.qpos[joint] ?? 0) + 0.3;
  physics.kinematics();
  expect(cameras.picture('left_camera', { size }).extrinsic).not.toEqual(before);
  physics.qpos[joint] = (physics.qpos[joint] ?? 0) - 0.3;
  physics.kinematics();
  expect(cameras.picture('left_camera', { size }).extrinsic).toEqual(before);
});

test('looks change what they name and nothing else', () => {
  cameras.dress(layout);
  const plain = cameras.picture('head_camera', { size, depth: true });
  const corner = (rgb: Uint8Array) => Array.from(rgb.subarray(3 * (200 * 320 + 250), 3 * (200 * 320 + 250) + 3));
  cameras.dress(layout, { table: { colour: [0.2, 0.4, 0.6] } });
  const [red = 0, green = 0, blue = 0] = corner(cameras.picture('head_camera', { size }).rgb);
  expect(red < green && green < blue).toBe(true);
  cameras.dress(layout, { table: { pattern: 3 }, wall: { pattern: 4 } });
  const patterned = cameras.picture('head_camera', { size, depth: true });
  expect(patterned.rgb).not.toEqual(plain.rgb);
  expect(patterned.depth).toEqual(plain.depth);
  cameras.dress(layout, { lights: { sun: [1, 0, 0] } });
  const [litRed = 0, litGreen = 0] = corner(cameras.picture('head_camera', { size }).rgb);
  expect(litRed).toBeGreaterThan(1.1 * litGreen);
  cameras.dress(layout, { headShift: [0.05, 0, 0] });
  expect(cameras.picture('head_camera', { size }).extrinsic[3]).toBeCloseTo((plain.extrinsic[3] ?? 0) - 0.05, 12);
  cameras.dress(layout);
  expect(cameras.picture('head_camera', { size }).rgb).toEqual(plain.rgb);
});

test('unknown cameras and colours are named', () => {
  expect(() => cameras.picture('back_camera', { size })).toThrow('no camera "back_camera"');
  const pink = { blocks: layout.blocks.map((block) => ({ ...block, colour: 'pink' })) };
  expect(() => cameras.dress(pink)).toThrow('no block is "pink"');
  expect(Object.keys(blockColours)).toEqual(['red', 'green', 'blue', 'yellow', 'white']);
});
