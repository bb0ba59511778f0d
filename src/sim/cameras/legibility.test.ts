import { expect, test } from 'vitest';
import type { Picture } from '../../contracts/index.ts';
import { cos, sin } from '../../geometry/trig.ts';
import { letterTexture } from '../../render/letter.ts';
import { TabletopWorld } from '../episode/world.ts';
import { type BlockPlace, drawLayout, inRows, scattered } from '../scene/layout.ts';
import { blockHalf, tableTop } from '../scene/tabletop.ts';

const labels = [...'ABCDEFGHIK'];
/** Points per side of a face that are compared. */
const GRID = 24;

/** Brightness of a face as it was painted, on the grid, from the top left. */
const templates = labels.map((label) => {
  const { size, levels } = letterTexture(label, { face: [1, 1, 1], ink: [0, 0, 0] });
  return grid((across, down) => (levels[0]?.[Math.floor(down * size) * size + Math.floor(across * size)] ?? 0) & 255);
});

function grid(at: (across: number, down: number) => number): number[] {
  const places = Array.from({ length: GRID }, (_, i) => (i + 0.5) / GRID);
  return places.flatMap((down) => places.map((across) => at(across, down)));
}

/** The top of a block as the camera shows it, seen straight from above. */
function topFace(picture: Picture, { x, y, yaw }: BlockPlace): number[] {
  return grid((across, down) => {
    const [right, up] = [(2 * across - 1) * blockHalf, (1 - 2 * down) * blockHalf];
    const point = [
      x + cos(yaw) * right - sin(yaw) * up,
      y + sin(yaw) * right + cos(yaw) * up,
      tableTop + 2 * blockHalf,
      1,
    ];
    const [cx = 0, cy = 0, cz = 1] = [0, 1, 2].map((row) =>
      point.reduce((sum, value, i) => sum + value * (picture.extrinsic[4 * row + i] ?? 0), 0),
    );
    const { intrinsic, width, rgb } = picture;
    const column = Math.round(((intrinsic[0] ?? 0) * cx) / cz + (intrinsic[2] ?? 0) - 0.5);
    const row = Math.round(((intrinsic[4] ?? 0) * cy) / cz + (intrinsic[5] ?? 0) - 0.5);
    const pixel = 3 * (row * width + column);
    return (rgb[pixel] ?? 0) + (rgb[pixel + 1] ?? 0) + (rgb[pixel + 2] ?? 0);
  });
}

/** Correlation, -1 … 1. */
function alike(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const other = (b[i] ?? 0) - mb;
    ab += (value - ma) * other;
    aa += (value - ma) ** 2;
    bb += other * other;
  }
  return ab / Math.sqrt(aa * bb);
}

/** The plain table, and one on which most is different. */
const tables = [{}, { cover: true, clutterAmong: true }];

test.for(tables)(
  'every letter of ten blocks can be told from the other nine in the head view at 320×240 %j',
  async (randomise) => {
    const world = await TabletopWorld.open(10);
    for (let seed = 100_000; seed < 100_004; seed += 1) {
      const drawn = drawLayout({ seed, labels, arrangement: inRows, randomise });
      if ('why' in drawn) throw new Error(drawn.why);
      const picture = world.picture(drawn.layout, 'head_camera', { width: 320, height: 240 });
      for (const block of drawn.layout.blocks) {
        const seen = topFace(picture, block);
        const scores = templates.map((template) => alike(seen, template));
        const own = scores[labels.indexOf(block.label)] ?? 0;
        const best = Math.max(...scores.filter((_, i) => labels[i] !== block.label));
        expect(
          own - best,
          `seed ${seed}, block ${block.label}: ${own.toFixed(2)} against ${best.toFixed(2)}`,
        ).toBeGreaterThan(0.1);
      }
    }
    world.close();
  },
);

test.for(tables)('white letters on coloured blocks can be read, too, black ones on yellow %j', async (randomise) => {
  const world = await TabletopWorld.open(4);
  for (let seed = 100_000; seed < 100_004; seed += 1) {
    const drawn = drawLayout({ seed, labels: labels.slice(0, 4), arrangement: scattered, randomise });
    if ('why' in drawn) throw new Error(drawn.why);
    const picture = world.picture(drawn.layout, 'head_camera', { width: 320, height: 240 });
    for (const block of drawn.layout.blocks) {
      const sign = block.colour === 'yellow' ? 1 : -1;
      const scores = templates.map((template) => sign * alike(topFace(picture, block), template));
      expect(labels[scores.indexOf(Math.max(...scores))]).toBe(block.label);
    }
  }
  world.close();
});
