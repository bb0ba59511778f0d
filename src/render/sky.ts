import { random } from '../stats/index.ts';
import { SKY } from './light.ts';
import { noise } from './pattern.ts';
import type { View } from './view.ts';

/** Clouds repeat after so many of their own cells, which are as many values. */
const CELLS = 256;
/** How far apart they are: cells per metre, one metre above the eye. */
const SCALE = 14;
/** Where they begin to fade into the haze: the sine of the height. */
const HAZE = 0.16;
/** How often the cosine of the angle to the sun is squared: 2^5 makes a glow of some twenty degrees. */
const GLOW = 5;

/** How thick the clouds are, 0 … 1. Drawn when the first sky is. */
let thickness: Float64Array | undefined;

function clouds(): Float64Array {
  const dice = random('clouds');
  const layers = [8, 16, 32, 64, 128].map((cells) => noise(dice, cells));
  return Float64Array.from({ length: CELLS * CELLS }, (_, i) => {
    const [x, y] = [(i % CELLS) / CELLS, Math.floor(i / CELLS) / CELLS];
    let [sum, weight] = [0, 0.5];
    for (const layer of layers) {
      sum += weight * layer(x, y);
      weight /= 2;
    }
    return sum;
  });
}

/** The light of a sky without end: brighter towards the horizon and around the sun, with clouds. */
export class SkyLight {
  readonly #numbers = new Float64Array(24);
  #rotation: Float64Array = new Float64Array(9);
  #cover = 0;

  /** Whether the scene has one; otherwise what is behind everything has one colour. */
  begin(view: View, lights: Float64Array): boolean {
    this.#rotation = view.rotation;
    this.#numbers.set(lights.subarray(0, 3), 0);
    this.#numbers.set(lights.subarray(12, 15), 3);
    this.#numbers.set(lights.subarray(SKY + 1, SKY + 7), 6);
    this.#cover = lights[SKY + 7] ?? 0;
    return lights[SKY] === 1;
  }

  /** Red, green and blue from the direction (x, y, 1) of the camera frame. */
  look(x: number, y: number, out: Float64Array): void {
    const r = this.#rotation;
    const n = this.#numbers;
    const length = Math.sqrt(x * x + y * y + 1);
    const dx = ((r[0] ?? 0) * x + (r[3] ?? 0) * y + (r[6] ?? 0)) / length;
    const dy = ((r[1] ?? 0) * x + (r[4] ?? 0) * y + (r[7] ?? 0)) / length;
    const dz = Math.max(0, ((r[2] ?? 0) * x + (r[5] ?? 0) * y + (r[8] ?? 0)) / length);
    let glow = Math.max(0, dx * (n[0] ?? 0) + dy * (n[1] ?? 0) + dz * (n[2] ?? 0));
    for (let i = 0; i < GLOW; i += 1) glow *= glow;
    const up = dz * (2 - dz);
    const cloud = dz > 0 ? this.#cloud(dx / dz, dy / dz) * Math.min(1, dz / HAZE) : 0;
    for (let k = 0; k < 3; k += 1) {
      const horizon = n[3 + k] ?? 0;
      const clear = horizon + up * ((n[6 + k] ?? 0) - horizon) + glow * (n[9 + k] ?? 0);
      out[k] = clear + cloud * (1 - clear);
    }
  }

  #cloud(x: number, y: number): number {
    if (this.#cover === 0) return 0;
    thickness ??= clouds();
    const across = SCALE * x;
    const along = SCALE * y;
    const column = Math.floor(across);
    const row = Math.floor(along);
    const a = across - column;
    const b = along - row;
    const upper = (row & (CELLS - 1)) * CELLS;
    const lower = ((row + 1) & (CELLS - 1)) * CELLS;
    const left = column & (CELLS - 1);
    const right = (column + 1) & (CELLS - 1);
    const top = (thickness[upper + left] ?? 0) * (1 - a) + (thickness[upper + right] ?? 0) * a;
    const bottom = (thickness[lower + left] ?? 0) * (1 - a) + (thickness[lower + right] ?? 0) * a;
    const thick = top * (1 - b) + bottom * b;
    return Math.min(1, Math.max(0, (thick - 1 + this.#cover) * 5)) * 0.85;
  }
}
