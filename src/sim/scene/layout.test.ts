import { expect, test } from 'vitest';
import { type BlockArrangement, type BlockPlace, drawLayout, inRows, type Layout, scattered } from './layout.ts';
import { zone } from './tabletop.ts';

const four = ['A', 'B', 'C', 'D'];
const ten = [...'ABCDEFGHIK'];

function layoutOf(seed: number, labels: readonly string[], arrangement: BlockArrangement): Layout {
  const drawn = drawLayout({ seed, labels, arrangement });
  if ('why' in drawn) throw new Error(drawn.why);
  return drawn.layout;
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

function closest({ blocks }: Layout): number {
  return Math.min(...blocks.flatMap((a, i) => blocks.slice(i + 1).map((b) => distance(a, b))));
}

test('the same seed lays the same table, another one another', () => {
  expect(layoutOf(7, four, scattered)).toEqual(layoutOf(7, four, scattered));
  expect(layoutOf(7, four, scattered)).not.toEqual(layoutOf(8, four, scattered));
});

test('scattered blocks keep apart and have four colours', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const layout = layoutOf(seed, four, scattered);
    expect(closest(layout)).toBeGreaterThanOrEqual(0.1);
    expect(layout.blocks.map(({ label }) => label).sort()).toEqual(four);
    expect(layout.blocks.map(({ colour }) => colour).sort()).toEqual(['blue', 'green', 'red', 'yellow']);
    for (const block of layout.blocks) {
      expect(distance(block, zone)).toBeGreaterThanOrEqual(0.12);
      expect(Math.abs(block.x)).toBeGreaterThanOrEqual(0.05);
    }
  }
});

test('rows leave room for fingers and are white', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const layout = layoutOf(seed, ten, inRows);
    expect(closest(layout)).toBeGreaterThan(0.094);
    expect(new Set(layout.blocks.map(({ colour }) => colour))).toEqual(new Set(['white']));
  }
});

test('no label prefers a number, a colour or a row', () => {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed);
  const share = (
    label: string,
    labels: string[],
    arrangement: BlockArrangement,
    holds: (b: BlockPlace, i: number) => boolean,
  ) =>
    seeds.filter((seed) => layoutOf(seed, labels, arrangement).blocks.some((b, i) => b.label === label && holds(b, i)))
      .length / seeds.length;
  for (const label of four) {
    expect(share(label, four, scattered, ({ colour }) => colour === 'red')).toBeCloseTo(0.25, 1);
    expect(share(label, four, scattered, (_, i) => i === 0)).toBeCloseTo(0.25, 1);
  }
  for (const label of ten) expect(share(label, ten, inRows, ({ y }) => y > 0.06)).toBeCloseTo(0.5, 1);
});

test('says so when there is no room', () => {
  const crowd = Array.from({ length: 40 }, (_, i) => `${i}`);
  expect(drawLayout({ seed: 1, labels: crowd, arrangement: scattered })).toEqual({ why: 'no room for 40 blocks' });
  expect(drawLayout({ seed: 1, labels: crowd, arrangement: inRows })).toEqual({ why: 'no room for 40 blocks' });
});

test('switching one detail on moves neither blocks nor other details', () => {
  const draw = (randomise: Parameters<typeof drawLayout>[0]['randomise'] & {}) =>
    drawLayout({ seed: 3, labels: four, arrangement: scattered, randomise });
  const all = draw({ tableDrop: 0.03, headCamera: 0.05, lights: true, crazyLight: 1, background: true, cover: true });
  if ('why' in all) throw new Error(all.why);
  const { blocks, tableDrop, headCameraShift, lights, crazyLight, background, cover } = all.layout;
  expect(draw({})).toEqual({ layout: { blocks } });
  expect(draw({ tableDrop: 0.03 })).toEqual({ layout: { blocks, tableDrop } });
  expect(draw({ headCamera: 0.05 })).toEqual({ layout: { blocks, headCameraShift } });
  expect(draw({ lights: true })).toEqual({ layout: { blocks, lights } });
  expect(draw({ crazyLight: 1 })).toEqual({ layout: { blocks, crazyLight } });
  expect(draw({ background: true })).toEqual({ layout: { blocks, background } });
  expect(draw({ cover: true })).toEqual({ layout: { blocks, cover } });
  expect(tableDrop).toBeLessThan(0.03);
  expect(Math.sqrt((headCameraShift ?? [9]).reduce((sum, value) => sum + value * value, 0))).toBeLessThan(0.05);
});
