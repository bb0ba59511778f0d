import type { Picture } from '../contracts/index.ts';

/** Numbers per point: x, y, z in the world, then red, green and blue from 0 to 1. */
export const POINT = 6;

export interface CloudOptions {
  /** How many points are chosen; where there are fewer, zeros follow. */
  points: number;
  /** Only what lies within these bounds; everything without them. */
  within?: { least: readonly number[]; most: readonly number[] };
}

/** What upstream keeps: above the table, which may be lower or higher than usual, and in reach. */
export const aboveTable = { least: [-0.6, -0.35, 0.7401], most: [0.6, 0.35, 2] };

/** What a camera with depth sees, as points spread as evenly as can be. The first one is the picture's first. */
export function pointCloud(picture: Picture, { points, within }: CloudOptions): Float64Array {
  const all = inWorld(picture, within);
  const cloud = new Float64Array(POINT * points);
  farthest(all, points).forEach((from, to) => {
    for (let k = 0; k < POINT; k += 1) cloud[POINT * to + k] = all[POINT * from + k] ?? 0;
  });
  return cloud;
}

function inWorld(
  { width, height, rgb, depth, intrinsic, extrinsic }: Picture,
  within: CloudOptions['within'],
): Float64Array {
  const at = (matrix: Float64Array, i: number) => matrix[i] ?? 0;
  const [fx, cx, fy, cy] = [at(intrinsic, 0), at(intrinsic, 2), at(intrinsic, 4), at(intrinsic, 5)];
  const found = new Float64Array(POINT * width * height);
  const point = new Float64Array(3);
  let count = 0;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const z = (depth?.[pixel] ?? 0) / 1000;
    if (z === 0) continue;
    const seen = [(((pixel % width) + 0.5 - cx) / fx) * z, ((Math.floor(pixel / width) + 0.5 - cy) / fy) * z, z];
    for (let axis = 0; axis < 3; axis += 1) {
      let sum = 0;
      for (let k = 0; k < 3; k += 1) sum += at(extrinsic, 4 * k + axis) * ((seen[k] ?? 0) - at(extrinsic, 4 * k + 3));
      point[axis] = sum;
    }
    if (within && point.some((value, axis) => value < (within.least[axis] ?? 0) || value > (within.most[axis] ?? 0)))
      continue;
    found.set(point, POINT * count);
    for (let k = 0; k < 3; k += 1) found[POINT * count + 3 + k] = (rgb[3 * pixel + k] ?? 0) / 255;
    count += 1;
  }
  return found.subarray(0, POINT * count);
}

/** The first point, then always the one that is farthest from all chosen. */
function farthest(all: Float64Array, most: number): Int32Array {
  const count = all.length / POINT;
  const chosen = new Int32Array(Math.min(most, count));
  const distance = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let n = 1; n < chosen.length; n += 1) {
    const from = POINT * (chosen[n - 1] ?? 0);
    const x = all[from] ?? 0;
    const y = all[from + 1] ?? 0;
    const z = all[from + 2] ?? 0;
    let best = 0;
    let far = -1;
    for (let i = 0, p = 0; i < count; i += 1, p += POINT) {
      const dx = (all[p] ?? 0) - x;
      const dy = (all[p + 1] ?? 0) - y;
      const dz = (all[p + 2] ?? 0) - z;
      const here = Math.min(distance[i] ?? 0, dx * dx + dy * dy + dz * dz);
      distance[i] = here;
      if (here > far) {
        far = here;
        best = i;
      }
    }
    chosen[n] = best;
  }
  return chosen;
}
