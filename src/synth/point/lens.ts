import { cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';

/** What is nearer than this is taken for behind the camera. */
const NEAREST = 0.05;

/** A camera in plain numbers. */
type PlacedOptics = Pick<Camera, 'fovy' | 'width' | 'height'> & {
  position: ArrayLike<number>;
  /** Columns: forward, left, up. */
  rotation: ArrayLike<number>;
};

/** Where points of the world are in a camera's picture, and back. */
export class Lens {
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly eye: Vec3;
  readonly forward: Vec3;
  readonly #left: Vec3;
  readonly #up: Vec3;

  constructor({ position, rotation: r, fovy, width, height }: PlacedOptics) {
    this.width = width;
    this.height = height;
    this.focal = focalOf(fovy, height);
    this.eye = [position[0] ?? 0, position[1] ?? 0, position[2] ?? 0];
    this.forward = [r[0] ?? 0, r[3] ?? 0, r[6] ?? 0];
    this.#left = [r[1] ?? 0, r[4] ?? 0, r[7] ?? 0];
    this.#up = [r[2] ?? 0, r[5] ?? 0, r[8] ?? 0];
  }

  /** On the ground, length 1: away from the camera, and to its right. */
  get away(): readonly [x: number, y: number] {
    const [x, y] = this.forward;
    const length = Math.sqrt(x * x + y * y);
    return [x / length, y / length];
  }

  /** Far outside where it is behind the camera. */
  project(x: number, y: number, z: number): [u: number, v: number] {
    const dx = x - this.eye[0];
    const dy = y - this.eye[1];
    const dz = z - this.eye[2];
    const deep = along(this.forward, dx, dy, dz);
    if (deep < NEAREST) return [1e6, 1e6];
    return [
      this.width / 2 - (this.focal * along(this.#left, dx, dy, dz)) / deep,
      this.height / 2 - (this.focal * along(this.#up, dx, dy, dz)) / deep,
    ];
  }

  /** Whether the line of sight through a place of the picture goes down. */
  looksDown(u: number, v: number): boolean {
    return this.#way(2, (this.width / 2 - u) / this.focal, (this.height / 2 - v) / this.focal) < 0;
  }

  /** Where the line of sight through a place of the picture meets a height. */
  meets(u: number, v: number, z: number): [x: number, y: number] {
    const left = (this.width / 2 - u) / this.focal;
    const up = (this.height / 2 - v) / this.focal;
    const far = (z - this.eye[2]) / this.#way(2, left, up);
    return [this.eye[0] + far * this.#way(0, left, up), this.eye[1] + far * this.#way(1, left, up)];
  }

  #way(k: 0 | 1 | 2, left: number, up: number): number {
    return this.forward[k] + left * this.#left[k] + up * this.#up[k];
  }
}

let last = { fovy: 0, height: 0, focal: 0 };

/** Worked out once for the many cameras of one place. */
function focalOf(fovy: number, height: number): number {
  if (fovy !== last.fovy || height !== last.height) {
    const half = (fovy * Math.PI) / 360;
    last = { fovy, height, focal: (height * cos(half)) / (2 * sin(half)) };
  }
  return last.focal;
}

function along(axis: Vec3, x: number, y: number, z: number): number {
  return axis[0] * x + axis[1] * y + axis[2] * z;
}
