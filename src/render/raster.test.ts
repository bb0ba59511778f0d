import { expect, test } from 'vitest';
import { random } from '../stats/index.ts';
import { drawTriangle, makeTarget } from './raster.ts';

const size = { width: 96, height: 64 };
const tiles = { shift: 4, margin: 0 };

/** A sheet of bent quads that covers the target and more: x, y and depth of each vertex, and its triangles. */
function sheet(seed: number, depth: number) {
  const dice = random('sheet', seed);
  const [columns, rows] = [9, 7];
  const vertices = Float64Array.from({ length: 3 * (columns + 1) * (rows + 1) }, (_, i) => {
    const vertex = Math.floor(i / 3);
    if (i % 3 === 2) return depth + 0.3 * dice.next();
    const place = i % 3 === 0 ? (vertex % (columns + 1)) * 14 - 15 : Math.floor(vertex / (columns + 1)) * 13 - 14;
    return place + 6 * dice.next();
  });
  const triangles = Array.from({ length: columns * rows }, (_, i) => {
    const a = Math.floor(i / columns) * (columns + 1) + (i % columns);
    return [
      [a, a + 1, a + columns + 1],
      [a + 1, a + columns + 2, a + columns + 1],
    ] as const;
  }).flat();
  return { vertices, triangles };
}

test('triangles that share edges leave no gap and do not overlap', () => {
  const { vertices, triangles } = sheet(1, 1);
  const covered = new Uint8Array(size.width * size.height);
  for (const [a, b, c] of triangles) {
    const target = makeTarget(size, tiles, 1);
    drawTriangle(target, 1, vertices, a, b, c);
    target.depth.forEach((depth, i) => {
      if (depth > 0) covered[i] = (covered[i] ?? 0) + 1;
    });
  }
  expect(new Set(covered)).toEqual(new Set([1]));
});

test('the order of drawing does not matter, not even where surfaces meet', () => {
  const jobs = [sheet(2, 1), sheet(3, 1), sheet(2, 1)].flatMap(({ vertices, triangles }, n) =>
    triangles.map(([a, b, c], i) => ({ id: 1000 * n + i + 1, vertices, a, b, c })),
  );
  const draw = (list: typeof jobs) => {
    const target = makeTarget(size, tiles, 2);
    for (const { id, vertices, a, b, c } of list) drawTriangle(target, id, vertices, a, b, c);
    return target.samples;
  };
  expect(draw(random('order').shuffle(jobs))).toEqual(draw(jobs));
});

test('marks every tile that it draws on, and the margin around', () => {
  const vertices = Float64Array.of(13, 20, 1, 70, 31, 1, 40, 47, 1);
  for (const margin of [0, 1, 5]) {
    const target = makeTarget(size, { shift: 2, margin }, 1);
    drawTriangle(target, 1, vertices, 0, 1, 2);
    const marked = new Uint8Array(target.touched.length);
    target.depth.forEach((depth, i) => {
      if (depth === 0) return;
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      for (const dx of [-margin, margin]) {
        for (const dy of [-margin, margin]) marked[((y + dy) >> 2) * target.tileColumns + ((x + dx) >> 2)] = 1;
      }
    });
    expect(target.touched.every((touched, tile) => touched >= (marked[tile] ?? 0))).toBe(true);
  }
});
