import { afterAll, beforeAll, expect, test } from 'vitest';
import { TabletopWorld } from '../episode/world.ts';
import { clutterNames } from './clutter.ts';
import { drawLayout, inRows, type Layout, scattered } from './layout.ts';
import { zone } from './tabletop.ts';

const labels = [...'ABCD'];

function layoutOf(seed: number, clutter: boolean, arrangement = scattered): Layout {
  const drawn = drawLayout({ seed, labels, arrangement, randomise: { clutter } });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

let world: TabletopWorld;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
});
afterAll(() => world.close());

test('things lie on the table, each once, clear of blocks and zone; blocks lie as they would without', () => {
  for (const arrangement of [scattered, inRows]) {
    for (let seed = 0; seed < 200; seed += 1) {
      const { clutter = [], ...rest } = layoutOf(seed, true, arrangement);
      expect(rest).toEqual(layoutOf(seed, false, arrangement));
      expect(clutter.length).toBeGreaterThanOrEqual(3);
      expect(new Set(clutter.map(({ thing }) => thing)).size).toBe(clutter.length);
      for (const { thing, x, y } of clutter) {
        expect(clutterNames).toContain(thing);
        expect(Math.abs(x)).toBeLessThan(0.6);
        expect(Math.abs(y)).toBeLessThan(0.35);
        for (const other of [zone, ...rest.blocks])
          expect((x - other.x) ** 2 + (y - other.y) ** 2).toBeGreaterThan(0.01);
      }
    }
  }
});

test('everything lies still, the expert works around it, and cameras see it', () => {
  const size = { width: 320, height: 240, segmentation: true };
  for (const seed of [1, 2, 3]) {
    const [plain, cluttered] = [layoutOf(seed, false), layoutOf(seed, true)];
    expect(world.rehearse(cluttered, 'B')).toBeUndefined();
    const seen = (layout: Layout) => new Set(world.picture(layout, 'observer_camera', size).segmentation);
    const more = [...seen(cluttered)].filter((id) => !seen(plain).has(id));
    // After eight parts and four blocks.
    expect(more).toEqual([12]);
  }
});

test('a world that had clutter goes on without it as if there had never been any', async () => {
  const layout = layoutOf(5, false);
  const opts = { unit: { id: 'one', epoch: 0 }, seed: 0, timeoutMs: 600_000 };
  const still = {
    id: 'still',
    settings: {},
    needs: { cameras: [], action: 'qpos', peeks: 'nothing' } as const,
    reset() {},
    act: () => [Float64Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)],
  };
  const play = async (on: TabletopWorld) => {
    const task = { instruction: '', target: 'A', stepLimit: 1, world: 'test' };
    return (await on.play(layout, task, still, opts)).episode;
  };
  world.rehearse(layoutOf(5, true), 'A');
  const fresh = await TabletopWorld.open(4);
  expect(await play(world)).toEqual(await play(fresh));
  fresh.close();
});
