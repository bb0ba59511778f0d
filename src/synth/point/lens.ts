import { cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { at } from '../../util/index.ts';

/** What is nearer than this is taken for behind the camera. */
const NEAREST = 0.05;

/** Where points of the world are in a camera's picture, and back. */
export class Lens {
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly eye: Vec3;
  /** Columns of the camera's rotation: forward, left, up. */
  readonly #forward: Vec3;
  readonly #left: Vec3;
  readonly #up: Vec3;

  constructor({ position, rotation, fovy, width, height }: Camera) {
    const half = (fovy * Math.PI) / 360;
    this.width = width;
    this.height = height;
    this.focal = (height * cos(half)) / (2 * sin(half));
    this.eye = [at(position, 0), at(position, 1), at(position, 2)];
    const column = (n: number): Vec3 => [at(rotation, n), at(rotation, 3 + n), at(rotation, 6 + n)];
    [this.#forward, this.#left, this.#up] = [column(0), column(1), column(2)];
  }

  /** On the ground, length 1: away from the camera, and to its right. */
  get away(): readonly [x: number, y: number] {
    const [x, y] = this.#forward;
    const length = Math.sqrt(x * x + y * y);
    return [x / length, y / length];
  }

  /** Far outside where it is behind the camera. */
  project(x: number, y: number, z: number): [u: number, v: number] {
    const dx = x - this.eye[0];
    const dy = y - this.eye[1];
    const dz = z - this.eye[2];
    const deep = along(this.#forward, dx, dy, dz);
    if (deep < NEAREST) return [1e6, 1e6];
    return [
      this.width / 2 - (this.focal * along(this.#left, dx, dy, dz)) / deep,
      this.height / 2 - (this.focal * along(this.#up, dx, dy, dz)) / deep,
    ];
  }

  /** Where the line of sight through a place of the picture meets a height. */
  meets(u: number, v: number, z: number): [x: number, y: number] {
    const [left, up] = [(this.width / 2 - u) / this.focal, (this.height / 2 - v) / this.focal];
    const way = (k: 0 | 1 | 2) => this.#forward[k] + left * this.#left[k] + up * this.#up[k];
    const far = (z - this.eye[2]) / way(2);
    return [this.eye[0] + far * way(0), this.eye[1] + far * way(1)];
  }
}

function along(axis: Vec3, x: number, y: number, z: number): number {
  return axis[0] * x + axis[1] * y + axis[2] * z;
}
