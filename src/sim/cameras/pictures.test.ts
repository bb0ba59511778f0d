import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../util/index.ts';
import { Tabletop } from '../episode/tabletop.ts';
import { drawLayout, inRows } from '../scene/layout.ts';
import { cameraNames } from './cameras.ts';
import { TabletopCameras } from './tabletop-cameras.ts';

let table: Tabletop;
let cameras: TabletopCameras;
const size = { width: 320, height: 240 };

function lay(): void {
  const drawn = drawLayout({ seed: 100_000, labels: [...'ABCDEFGHIK'], arrangement: inRows });
  if ('why' in drawn) throw new Error(drawn.why);
  table.lay(drawn.layout);
  cameras.dress(drawn.layout);
  table.physics.kinematics();
}

beforeAll(async () => {
  table = await Tabletop.open(10);
  cameras = new TabletopCameras(table.physics);
  lay();
});
afterAll(() => table.close());

const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

test('depth and segmentation of a seed are the same on every machine', () => {
  const hashes = cameraNames.map((name) => {
    const { depth, segmentation } = cameras.picture(name, { size, depth: true, segmentation: true });
    if (!depth || !segmentation) throw new Error('depth and segmentation were asked for');
    return [name, ...[depth, segmentation].map((view) => sha256Hex(bytesOf(view)).slice(0, 12))].join(' ');
  });
  expect(hashes).toMatchInlineSnapshot(`
    [
      "head_camera 940435ae9df3 844c9c1039b4",
      "front_camera 2d147a876f71 112a31141a07",
      "observer_camera 9fef530a36bd b6cb989c57d4",
      "left_camera 27350acff08c 2303a7b3e504",
      "right_camera 7284cbe58c5c 730d8647d98b",
    ]
  `);
});

test('so are the colours: other bytes belong to a world of another name', () => {
  const shots: string[] = [];
  for (const seed of [100_000, 100_007, 200_003]) {
    for (const [n, randomise] of [{}, { background: true, lights: true }].entries()) {
      const drawn = drawLayout({ seed, labels: [...'ABCDEFGHIK'], arrangement: inRows, randomise });
      if ('why' in drawn) throw new Error(drawn.why);
      const { lights, background } = drawn.layout;
      table.lay(drawn.layout);
      cameras.dress(drawn.layout, {
        ...(lights ? { lights: { sun: lights.sun, points: lights.lamps } } : {}),
        ...(background?.table ? { table: { pattern: background.table.texture } } : {}),
      });
      table.physics.qpos[table.physics.joint('fl_joint2').position] = 1.2 * n;
      table.physics.kinematics();
      for (const side of [320, 224]) {
        const own = { width: side, height: side === 320 ? 240 : 224 };
        const all = cameraNames.map((name) => sha256Hex(cameras.picture(name, { size: own }).rgb));
        shots.push(`${seed} ${n} ${side} ${sha256Hex(Buffer.from(all.join())).slice(0, 16)}`);
      }
    }
  }
  expect(shots).toMatchInlineSnapshot(`
    [
      "100000 0 320 55ff7df0e79ea320",
      "100000 0 224 6619d3956f3b1caf",
      "100000 1 320 cf5ffbb4e62f7407",
      "100000 1 224 039176811cd00560",
      "100007 0 320 38451777e55b5ee3",
      "100007 0 224 e48e043d1625ce39",
      "100007 1 320 ff57cfcaa9dcc658",
      "100007 1 224 a9e8640e45f57ace",
      "200003 0 320 da2423ed24d270b3",
      "200003 0 224 605c32a112ffb262",
      "200003 1 320 a7600086a137b968",
      "200003 1 224 bb864d6b28382b14",
    ]
  `);
  lay();
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
