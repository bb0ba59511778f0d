import { cos, sin } from '../geometry/index.ts';
import type { Camera } from './scene.ts';
import type { ViewFrame } from './transform.ts';

/** Samples per pixel and direction. */
export const SAMPLES = 2;
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
    // Subtracted from 0, because −0 would look odd to who reads the matrices.
    rotation: Float64Array.of(0 - lx, 0 - ly, 0 - lz, 0 - ux, 0 - uy, 0 - uz, fx, fy, fz),
    origin: Float64Array.from(camera.position),
  };
}

/** 3×3. */
export function intrinsicOf({ focal, width, height }: View): Float64Array {
  return Float64Array.of(focal, 0, width / 2, 0, focal, height / 2, 0, 0, 1);
}

/** 3×4. */
export function extrinsicOf({ rotation, origin }: View): Float64Array {
  const out = new Float64Array(12);
  const [x = 0, y = 0, z = 0] = origin;
  for (let row = 0; row < 3; row += 1) {
    const [a = 0, b = 0, c = 0] = rotation.subarray(3 * row, 3 * row + 3);
    out.set([a, b, c, 0 - (a * x + b * y + c * z)], 4 * row);
  }
  return out;
}
