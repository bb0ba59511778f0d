import { expect, test } from 'vitest';
import { TabletopWorld } from '../episode/world.ts';
import { clutterBox, smallNames } from './clutter.ts';
import { drawLayout, inRows, type Layout, scattered } from './layout.ts';
import { blockHalf, tableTop } from './tabletop.ts';

const labels = [...'ABCDEFGHIK'];
const suites = [
  { blocks: 4, arrangement: scattered },
  { blocks: 10, arrangement: inRows },
];

function layoutOf(seed: number, suite: (typeof suites)[number], randomise = {}): Layout {
  const drawn = drawLayout({ seed, labels: labels.slice(0, suite.blocks), arrangement: suite.arrangement, randomise });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

test('things stand between blocks that are neighbours, lower than they are; nothing else moves', () => {
  for (const suite of suites) {
    const counts = Array.from({ length: 300 }, (_, seed) => {
      const { clutter = [], ...rest } = layoutOf(seed, suite, { clutterAmong: true });
      expect(rest).toEqual(layoutOf(seed, suite));
      for (const place of clutter) {
        expect(smallNames).toContain(place.thing);
        const { position, half } = clutterBox(place, tableTop);
        // So no line of sight from above the blocks to the top of one goes through it.
        expect(position[2] + half[2]).toBeLessThan(tableTop + 2 * blockHalf);
        const far = rest.blocks
          .map(({ x, y }) => Math.sqrt((x - place.x) ** 2 + (y - place.y) ** 2))
          .sort((a, b) => a - b);
        expect(far[0]).toBeGreaterThan(blockHalf + half[0]);
        expect(far[1]).toBeLessThan(0.21);
      }
      return clutter.length;
    });
    expect(counts.filter((count) => count >= 2).length).toBeGreaterThan(290);
  }
});

test('things around the blocks stay where they are without those among them', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    for (const suite of suites) {
      const { clutter: around = [] } = layoutOf(seed, suite, { clutter: true });
      const { clutter: all = [] } = layoutOf(seed, suite, { clutter: true, clutterAmong: true });
      expect(all.slice(0, around.length)).toEqual(around);
      expect(all.length).toBeGreaterThan(around.length);
    }
  }
});

test('the expert fetches any block from among them, nothing falls over, and no letter is hidden', async () => {
  for (const suite of suites) {
    const world = await TabletopWorld.open(suite.blocks);
    const seeds = Array.from({ length: 12 }, (_, i) => 100_000 + i);
    const refused = seeds.filter((seed) => {
      const layout = layoutOf(seed, suite, { clutterAmong: true });
      const target = labels[seed % suite.blocks] ?? 'A';
      return world.rehearse(layout, target, { others: true }) !== undefined;
    });
    expect(refused.length).toBeLessThanOrEqual(2);
    for (const seed of seeds.slice(0, 4)) {
      const shown = (layout: Layout) => {
        const picture = world.picture(layout, 'head_camera', { width: 320, height: 240, segmentation: true });
        const ids = Array.from(picture.segmentation ?? []);
        return layout.blocks.map((_, i) => ids.filter((id) => id === 8 + i).length);
      };
      const [alone, among] = [shown(layoutOf(seed, suite)), shown(layoutOf(seed, suite, { clutterAmong: true }))];
      // Tops alone are more than half of what the head sees of a block.
      for (const [i, pixels] of among.entries()) expect(pixels).toBeGreaterThan(0.5 * (alone[i] ?? 0));
    }
    world.close();
  }
});
