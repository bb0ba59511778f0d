import { cos, sin } from '../geometry/index.ts';
import type { Camera, Thing } from './scene.ts';

/** Samples per pixel and direction. */
export const SAMPLES = 2;
/** Light is worked out for squares of so many pixels (a power of two) by as many. */
export const SQUARE = 8;
export const SQUARE_SHIFT = 3;
const NEAR = 0.01;

/** How a camera maps the world to pixels: x right, y down, z forward. */
export interface View extends ViewFrame {
  width: number;
  height: number;
  near: number;
  /** In pixels. */
  focal: number;
}

export function viewOf(camera: Camera): View {
  const { width, height, fovy, near = NEAR } = camera;
  const half = (fovy * Math.PI) / 360;
  const [fx = 0, lx = 0, ux = 0, fy = 0, ly = 0, uy = 0, fz = 0, lz = 0, uz = 0] = camera.rotation;
  return {
    width,
    height,
    near,
    focal: (height / 2) * (cos(half) / sin(half)),
    // Subtracted from 0 to avoid −0 in the matrices.
    rotation: Float64Array.of(0 - lx, 0 - ly, 0 - lz, 0 - ux, 0 - uy, 0 - uz, fx, fy, fz),
    origin: Float64Array.from(camera.position),
  };
}

/** The camera matrix, 3×3. */
export function intrinsicOf({ focal, width, height }: View): Float64Array {
  return Float64Array.of(focal, 0, width / 2, 0, focal, height / 2, 0, 0, 1);
}

/** World to camera, 3×4. */
export function extrinsicOf({ rotation, origin }: View): Float64Array {
  const out = new Float64Array(12);
  const [x = 0, y = 0, z = 0] = origin;
  for (let row = 0; row < 3; row += 1) {
    const [a = 0, b = 0, c = 0] = rotation.subarray(3 * row, 3 * row + 3);
    out.set([a, b, c, 0 - (a * x + b * y + c * z)], 4 * row);
  }
  return out;
}

/** A frame to look from: places become `rotation` · (place − `origin`). */
export interface ViewFrame {
  /** Row by row; may scale as well. */
  rotation: Float64Array;
  origin: Float64Array;
}

/** One number of `rotation` · (point − `origin`): 0, 1 or 2. */
export function seenFrom({ rotation: r, origin: o }: ViewFrame, point: Float64Array, axis: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k += 1) sum += (r[3 * axis + k] ?? 0) * ((point[k] ?? 0) - (o[k] ?? 0));
  return sum;
}

const turn = new Float64Array(9);

/** Writes the vertices of a thing, as seen from there, into a list of triples. */
export function transform(thing: Thing, from: ViewFrame, out: Float64Array, firstVertex: number): void {
  for (let i = 0; i < 9; i += 1) {
    let sum = 0;
    for (let k = 0; k < 3; k += 1)
      sum += (from.rotation[i - (i % 3) + k] ?? 0) * (thing.rotation[3 * k + (i % 3)] ?? 0);
    turn[i] = sum;
  }
  const m0 = turn[0] ?? 0;
  const m1 = turn[1] ?? 0;
  const m2 = turn[2] ?? 0;
  const m3 = turn[3] ?? 0;
  const m4 = turn[4] ?? 0;
  const m5 = turn[5] ?? 0;
  const m6 = turn[6] ?? 0;
  const m7 = turn[7] ?? 0;
  const m8 = turn[8] ?? 0;
  const ox = seenFrom(from, thing.position, 0);
  const oy = seenFrom(from, thing.position, 1);
  const oz = seenFrom(from, thing.position, 2);
  const { positions } = thing.mesh;
  for (let i = 0, at = 3 * firstVertex; i < positions.length; i += 3, at += 3) {
    const x = positions[i] ?? 0;
    const y = positions[i + 1] ?? 0;
    const z = positions[i + 2] ?? 0;
    out[at] = ox + m0 * x + m1 * y + m2 * z;
    out[at + 1] = oy + m3 * x + m4 * y + m5 * z;
    out[at + 2] = oz + m6 * x + m7 * y + m8 * z;
  }
}
