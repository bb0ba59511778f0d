import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../util/index.ts';
import { Tabletop } from '../episode/tabletop.ts';
import { drawLayout, inRows } from '../scene/layout.ts';
import { cameraNames } from './cameras.ts';
import { TabletopCameras } from './tabletop-cameras.ts';

let table: Tabletop;
let cameras: TabletopCameras;
const size = { width: 320, height: 240 };

beforeAll(async () => {
  table = await Tabletop.open(10);
  cameras = new TabletopCameras(table.physics);
  const drawn = drawLayout({ seed: 100_000, labels: [...'ABCDEFGHIK'], arrangement: inRows });
  if ('why' in drawn) throw new Error(drawn.why);
  table.lay(drawn.layout);
  cameras.dress(drawn.layout);
  table.physics.kinematics();
});
afterAll(() => table.close());

const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

test('the same seed gives the same bytes on every machine', () => {
  const hashes = cameraNames.map((name) => {
    const { rgb, depth, segmentation } = cameras.picture(name, { size, depth: true, segmentation: true });
    if (!depth || !segmentation) throw new Error('depth and segmentation were asked for');
    return [name, ...[rgb, depth, segmentation].map((view) => sha256Hex(bytesOf(view)).slice(0, 12))].join(' ');
  });
  expect(hashes).toMatchInlineSnapshot(`
    [
      "head_camera 2e38d6df3dd5 940435ae9df3 844c9c1039b4",
      "front_camera 41ec29df7374 2d147a876f71 112a31141a07",
      "observer_camera 8a587b1e562b 9fef530a36bd b6cb989c57d4",
      "left_camera e195cc8629e1 27350acff08c 2303a7b3e504",
      "right_camera ce9e5b8dafca 7284cbe58c5c 730d8647d98b",
    ]
  `);
});

test('a picture does not depend on what was rendered before', () => {
  const first = sha256Hex(cameras.picture('head_camera', { size }).rgb);
  cameras.picture('observer_camera', { size: { width: 640, height: 480 } });
  cameras.picture('left_camera', { size });
  expect(sha256Hex(cameras.picture('head_camera', { size }).rgb)).toBe(first);
  expect(sha256Hex(new TabletopCameras(table.physics).picture('head_camera', { size }).rgb)).not.toBe(first);
});

test('depth and segmentation fit the scene', () => {
  const { depth, segmentation } = cameras.picture('head_camera', { size, depth: true, segmentation: true });
  const seen = new Set(Array.from(segmentation ?? [], (id) => cameras.names[id]));
  for (const label of 'ABCDEFGHIK') expect(seen).toContain(`block ${label}`);
  expect(seen).toContain('zone');
  expect(seen).toContain('table');
  // The middle of the picture is the table, 0.61 m below and along the view: 0.61 / 0.8 metres away.
  const middle = depth?.[120 * 320 + 160] ?? 0;
  expect(middle).toBeGreaterThan(650);
  expect(middle).toBeLessThan(800);
});
