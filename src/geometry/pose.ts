import { at } from '../util/index.ts';
import { atan2, cos, sin } from './trig.ts';

/** Rigid motions from plain numbers: nothing is changed in place, and every machine gets the same bits. */

export type Vec3 = readonly [x: number, y: number, z: number];
/** Row by row. */
export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];
/** Where something is and how it is turned. */
export interface Pose {
  position: Vec3;
  rotation: Mat3;
}

export const upright: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** `a + scale · b` */
export function add(a: Vec3, b: Vec3, scale = 1): Vec3 {
  return [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function norm(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

/** The axes of a turned frame: x, y, z. */
export function columns(m: Mat3): readonly [Vec3, Vec3, Vec3] {
  return [
    [m[0], m[3], m[6]],
    [m[1], m[4], m[7]],
    [m[2], m[5], m[8]],
  ];
}

export function fromColumns(x: Vec3, y: Vec3, z: Vec3): Mat3 {
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

export function apply(m: Mat3, v: Vec3): Vec3 {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

export function transpose(m: Mat3): Mat3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

export function multiply(a: Mat3, b: Mat3): Mat3 {
  const [x, y, z] = columns(b);
  return fromColumns(apply(a, x), apply(a, y), apply(a, z));
}

/** A pose given in the frame of another one, in the frame that the other one is given in. */
export function compose(outer: Pose, inner: Pose): Pose {
  return {
    position: add(outer.position, apply(outer.rotation, inner.position)),
    rotation: multiply(outer.rotation, inner.rotation),
  };
}

export function turnX(angle: number): Mat3 {
  const [c, s] = [cos(angle), sin(angle)];
  return [1, 0, 0, 0, c, -s, 0, s, c];
}

export function turnY(angle: number): Mat3 {
  const [c, s] = [cos(angle), sin(angle)];
  return [c, 0, s, 0, 1, 0, -s, 0, c];
}

export function turnZ(angle: number): Mat3 {
  const [c, s] = [cos(angle), sin(angle)];
  return [c, -s, 0, s, c, 0, 0, 0, 1];
}

/** A quaternion wxyz of any length but zero. */
function fromQuaternion([w, x, y, z]: readonly [number, number, number, number]): Mat3 {
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

/** The axis of a rotation, as long as its angle (0 … π). */
export function rotationVector(m: Mat3): Vec3 {
  const double: Vec3 = [m[7] - m[5], m[2] - m[6], m[3] - m[1]];
  const sine = norm(double) / 2;
  const cosine = (m[0] + m[4] + m[8] - 1) / 2;
  const angle = atan2(sine, cosine);
  if (sine > 1e-6) return add([0, 0, 0], double, angle / (2 * sine));
  if (cosine > 0) return add([0, 0, 0], double, 0.5);
  // Half a turn: the axis is the longest column of m + 1.
  const [x, y, z] = columns([m[0] + 1, m[1], m[2], m[3], m[4] + 1, m[5], m[6], m[7], m[8] + 1]);
  const axis = [x, y, z].reduce((longest, column) => (norm(column) > norm(longest) ? column : longest));
  return add([0, 0, 0], axis, angle / norm(axis));
}

/** A pose as seven numbers: position and quaternion (w, x, y, z). */
export function fromSeven(numbers: ArrayLike<number>): Pose {
  const n = (i: number) => at(numbers, i);
  return { position: [n(0), n(1), n(2)], rotation: fromQuaternion([n(3), n(4), n(5), n(6)]) };
}

/** The unit quaternion (w, x, y, z; w ≥ 0) of a rotation matrix given row by row. */
export function quaternionOf(m: Mat3): [number, number, number, number] {
  const [a, b, c, d, e, f, g, h, i] = m;
  // Four times the square of each component; the largest one is safe to divide by.
  const [ww, xx, yy, zz] = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i];
  const largest = Math.max(ww, xx, yy, zz);
  const twice = Math.sqrt(largest);
  const square = twice * twice;
  const [w, x, y, z] =
    largest === ww
      ? [square, h - f, c - g, d - b]
      : largest === xx
        ? [h - f, square, b + d, c + g]
        : largest === yy
          ? [c - g, b + d, square, f + h]
          : [d - b, c + g, f + h, square];
  const sign = w < 0 ? -1 : 1;
  const scaled = (value: number) => (sign * value) / (2 * twice);
  return [scaled(w), scaled(x), scaled(y), scaled(z)];
}
