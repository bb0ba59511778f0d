import { expect, test } from 'vitest';
import type { Picture } from '../contracts/index.ts';
import { pointCloud } from './point-cloud.ts';

/** Looks straight down from 2 m at a floor whose pixels are 1 cm wide; one pixel shows nothing. */
function floor(): Picture {
  const [width, height] = [20, 10];
  const rgb = new Uint8Array(3 * width * height).fill(51);
  return {
    width,
    height,
    rgb,
    depth: new Float32Array(width * height).fill(2000).fill(0, 5, 6),
    intrinsic: Float64Array.of(200, 0, 10, 0, 200, 5, 0, 0, 1),
    extrinsic: Float64Array.of(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 2),
  };
}

test('points lie where they are seen, with their colours', () => {
  const cloud = pointCloud(floor(), { points: 199 });
  const points = Array.from({ length: 199 }, (_, i) => [...cloud.slice(6 * i, 6 * i + 6)]);
  expect(points[0]?.map((value) => Number(value.toFixed(6)))).toEqual([-0.095, 0.045, 0, 0.2, 0.2, 0.2]);
  expect(new Set(points.map(String)).size).toBe(199);
  expect(Math.max(...points.map(([x = 0]) => x))).toBeCloseTo(0.095);
  expect(Math.min(...points.map(([, y = 0]) => y))).toBeCloseTo(-0.045);
});

test('few points are spread out, and beginnings do not change with their number', () => {
  const few = pointCloud(floor(), { points: 4 });
  const corners = Array.from({ length: 4 }, (_, i) => [...few.slice(6 * i, 6 * i + 2)].map(Math.sign).join());
  expect(corners.sort()).toEqual(['-1,-1', '-1,1', '1,-1', '1,1']);
  expect([...pointCloud(floor(), { points: 9 }).slice(0, 24)]).toEqual([...few]);
});

test('what lies outside is left out, and zeros follow when there are too few', () => {
  const within = { least: [0, 0, -1], most: [0.03, 0.02, 1] };
  const cloud = pointCloud(floor(), { points: 10, within });
  expect(cloud).toHaveLength(60);
  expect(cloud.filter((value, i) => i % 6 === 3 && value > 0)).toHaveLength(6);
  expect([...cloud.slice(36)]).toEqual(new Array(24).fill(0));
});
