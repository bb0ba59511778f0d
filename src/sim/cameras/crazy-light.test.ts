import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../util/index.ts';
import { TabletopWorld } from '../episode/world.ts';
import { drawLayout, type Layout, scattered } from '../scene/layout.ts';
import { crazyLights } from './appearance.ts';

function layoutOf(crazyLight: number, seed = 5): Layout {
  const drawn = drawLayout({ seed, labels: [...'ABCD'], arrangement: scattered, randomise: { crazyLight } });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

test('about as many episodes as it says have such light', () => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed);
  const share = seeds.filter((seed) => layoutOf(0.2, seed).crazyLight !== undefined).length / seeds.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.25);
  expect(layoutOf(0)).not.toHaveProperty('crazyLight');
});

test('sun and lamps have any colour, the ambient light strays from grey', () => {
  const all = Array.from({ length: 200 }, (_, i) => crazyLights(7, 15 * i));
  const suns = all.flatMap(({ sun }) => sun ?? []);
  expect(Math.min(...suns)).toBeLessThan(0.05);
  expect(Math.max(...suns)).toBeGreaterThan(0.95);
  const reds = all.map(({ ambient }) => ambient?.[0] ?? Number.NaN);
  expect(reds.every((red, i) => red >= 0 && red <= 1 && Math.abs(red - (reds[i - 1] ?? 0.5)) <= 0.1)).toBe(true);
  expect(Math.max(...reds) - Math.min(...reds)).toBeGreaterThan(0.3);
});

let world: TabletopWorld;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
});
afterAll(() => world.close());

/** Hashes of the first pictures of a demonstration. */
function film(layout: Layout, every: number, count: number, cameras = ['head_camera', 'left_camera']): string[][] {
  const size = { width: 64, height: 48 };
  const { frames } = world.demonstrate(layout, 'A', { cameras, size, every });
  const taken: string[][] = [];
  for (const { images } of frames) {
    taken.push(Object.values(images).map(({ rgb }) => sha256Hex(rgb)));
    if (taken.length === count) break;
  }
  return taken;
}

test('every picture has its own light, which does not depend on who looked before', () => {
  const crazy = layoutOf(1);
  const often = film(crazy, 20, 9);
  expect(new Set(often.flat()).size).toBe(18);
  expect(film(crazy, 20, 9)).toEqual(often);
  // After the first: the steps 1, 21, 41 … and 1, 41, 81 …
  const seldom = film(crazy, 40, 5);
  expect(seldom).toEqual([0, 1, 3, 5, 7].map((i) => often[i]));
  expect(film(crazy, 40, 5, ['left_camera'])).toEqual(seldom.map(([, left]) => [left]));
  // What is recorded next is lit as ever.
  const { blocks } = crazy;
  const usual = film({ blocks }, 20, 3);
  expect(film({ blocks }, 20, 3)).toEqual(usual);
  expect(usual[0]).not.toEqual(often[0]);
  expect(layoutOf(0)).toEqual({ blocks });
});
