import { atan2 } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';

export type CameraPoint = readonly [x: number, y: number, z: number];

/** A turn as an axis as long as its angle, and a shift. */
export interface Rigid {
  turn: CameraPoint;
  /** `moved(p)` is where a point of the second list is in the frame of the first. */
  moved(point: CameraPoint): CameraPoint;
  /** Where the second frame's origin is in the first. */
  shift: CameraPoint;
}

/**
 * The motion that brings the second points nearest to the first ones (Horn's quaternions). Needs three points that do not lie on a
 * line.
 */
export function alignPoints(first: readonly CameraPoint[], second: readonly CameraPoint[]): Rigid {
  const [a, b] = [centre(first), centre(second)];
  const s = Array.from({ length: 9 }, () => 0);
  second.forEach((q, n) => {
    const p = at(first, n);
    for (let i = 0; i < 9; i += 1) {
      const [row, column] = [Math.floor(i / 3), i % 3];
      s[i] = at(s, i) + (at(q, row) - at(b, row)) * (at(p, column) - at(a, column));
    }
  });
  const [xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0] = s;
  const [w, x, y, z] = largest([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]);
  const turned = ([px, py, pz]: CameraPoint): CameraPoint => {
    const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
    return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
  };
  const back = turned(b);
  const shift: CameraPoint = [a[0] - back[0], a[1] - back[1], a[2] - back[2]];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const angle = 2 * atan2(w < 0 ? -sine : sine, Math.abs(w));
  const scale = sine < 1e-9 ? 2 : angle / sine;
  return {
    turn: [x * scale, y * scale, z * scale],
    shift,
    moved(point) {
      const [mx, my, mz] = turned(point);
      return [mx + shift[0], my + shift[1], mz + shift[2]];
    },
  };
}

function centre(points: readonly CameraPoint[]): CameraPoint {
  const mean = (k: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[k], 0) / Math.max(1, points.length);
  return [mean(0), mean(1), mean(2)];
}

type Four = [number, number, number, number];

/** The eigenvector of the largest eigenvalue, by squaring the matrix over and over. */
function largest(matrix: readonly Four[]): Four {
  // Shifted so that the largest value is also the largest by size.
  const bound = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0))) || 1;
  let m = matrix.map((row, i) => row.map((value, j) => value / bound + (i === j ? 1 : 0)));
  for (let step = 0; step < 24; step += 1) {
    const squared = m.map((row) => m.map((_, j) => row.reduce((sum, value, k) => sum + value * at(at(m, k), j), 0)));
    const size = Math.max(...squared.flat().map(Math.abs)) || 1;
    m = squared.map((row) => row.map((value) => value / size));
  }
  const row = m.reduce((best, candidate) => (norm(candidate) > norm(best) ? candidate : best));
  const [w = 1, x = 0, y = 0, z = 0] = row.map((value) => value / (norm(row) || 1));
  return [w, x, y, z];
}

function norm(row: readonly number[]): number {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
}
