import { expect, test } from 'vitest';
import { sha256Hex } from '../../util/index.ts';
import { TabletopWorld } from '../episode/world.ts';
import { drawLayout, type Layout, scattered } from './layout.ts';
import { tableCovers, tableTexture } from './table-cover.ts';

const size = { width: 320, height: 240 };

function layoutOf(seed: number, randomise = {}): Layout {
  const drawn = drawLayout({ seed, labels: [...'ABCD'], arrangement: scattered, randomise });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

test('the same seed gives the same cover on every machine', () => {
  const hashes = tableCovers.map((cover) => {
    const { levels } = tableTexture({ cover, seed: 1 });
    return `${cover} ${sha256Hex(new Uint8Array(levels[0]?.buffer ?? new ArrayBuffer())).slice(0, 12)}`;
  });
  expect(hashes).toMatchInlineSnapshot(`
    [
      "wood 435fc4f89444",
      "cloth bb01f231dcd9",
      "stone b5cfb50213d6",
    ]
  `);
  expect(() => tableTexture({ cover: 'toString', seed: 1 })).toThrow('no table is covered with toString');
});

test('every cover is drawn, and only the table looks different', async () => {
  const covers = Array.from({ length: 60 }, (_, seed) => layoutOf(seed, { cover: true }).cover?.name);
  expect(new Set(covers)).toEqual(new Set(tableCovers));
  const world = await TabletopWorld.open(4);
  const [plain, covered] = [{}, { cover: true }].map((randomise) =>
    world.picture(layoutOf(3, randomise), 'head_camera', { ...size, segmentation: true }),
  );
  expect(covered?.segmentation).toEqual(plain?.segmentation);
  const differs = (id: number) =>
    Array.from(plain?.segmentation ?? []).filter(
      (own, pixel) => own === id && plain?.rgb[3 * pixel] !== covered?.rgb[3 * pixel],
    ).length;
  const [wall, table] = [2, 3];
  expect(differs(table)).toBeGreaterThan(20_000);
  expect(differs(wall)).toBeLessThan(400);
  world.close();
});

test('a wrist camera that looks down sees the table while its arm is idle', async () => {
  const world = await TabletopWorld.open(4);
  const share = (id: number, randomise = {}) => {
    const { segmentation = [] } = world.picture(layoutOf(3, randomise), 'left_camera', { ...size, segmentation: true });
    return Array.from(segmentation).filter((own) => own === id).length / segmentation.length;
  };
  const wall = 2;
  expect(share(wall)).toBeGreaterThan(0.45);
  expect(share(wall, { wristPitch: 0.6 })).toBeLessThan(0.3);
  expect(share(wall, { wristPitch: 0.8 })).toBe(0);
  // As the robot's description has it, to the last bit or nearly so.
  expect(share(wall, { wristPitch: 0.4 })).toBeCloseTo(share(wall), 3);
  world.close();
});
