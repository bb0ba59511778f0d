import { LAMPS, MIRRORED_LIGHT } from './light.ts';
import { seenFrom, type View } from './view.ts';

/** A surface that is seen from the side mirrors up to this many times more. */
const GRAZING = 3;

/** What glossy surfaces mirror of the lamps and of the sun: highlights halfway between the light and the eye. */
export class Mirror {
  /** Direction to the sun; then place and colour of each lamp: in the camera's frame. */
  #lights = new Float64Array();
  /** What is above, around and below; and which way is up. */
  readonly #surroundings = new Float64Array(9);
  readonly #up = new Float64Array(3);
  #mirrorsMore = false;

  begin(view: View, lights: Float64Array): void {
    this.#surroundings.set(lights.subarray(MIRRORED_LIGHT, MIRRORED_LIGHT + 9));
    this.#mirrorsMore = this.#surroundings.some((value) => value > 0);
    for (let k = 0; k < 3; k += 1) this.#up[k] = view.rotation[3 * k + 2] ?? 0;
    const count = 3 + lights.length - LAMPS;
    if (this.#lights.length !== count) this.#lights = new Float64Array(count);
    const own = this.#lights;
    for (let k = 0; k < 3; k += 1) {
      let sum = 0;
      for (let j = 0; j < 3; j += 1) sum += (view.rotation[3 * k + j] ?? 0) * (lights[j] ?? 0);
      own[k] = sum;
    }
    for (let lamp = LAMPS; lamp < lights.length; lamp += 6) {
      const to = 3 + lamp - LAMPS;
      const place = lights.subarray(lamp, lamp + 3);
      for (let k = 0; k < 3; k += 1) {
        own[to + k] = seenFrom(view, place, k);
        own[to + 3 + k] = lights[lamp + 3 + k] ?? 0;
      }
    }
  }

  /**
   * What is mirrored at a point of the camera's frame: of the lamps red, green and blue; of the sun how much. `surface` has the
   * normal at `at`, then how much of each colour is mirrored, and how sharply: how often the cosine is squared.
   */
  look(x: number, y: number, z: number, surface: Float64Array, at: number, out: Float64Array, to: number): void {
    const lights = this.#lights;
    const nx = surface[at] ?? 0;
    const ny = surface[at + 1] ?? 0;
    const nz = surface[at + 2] ?? 0;
    const sharpness = surface[at + 6] ?? 0;
    const away = Math.sqrt(x * x + y * y + z * z);
    const ex = -x / away;
    const ey = -y / away;
    const ez = -z / away;
    const facing = nx * ex + ny * ey + nz * ez;
    const side = 1 - Math.max(0, facing);
    const more = 1 + GRAZING * side * side * side * side;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let lamp = 3; lamp < lights.length; lamp += 6) {
      const dx = (lights[lamp] ?? 0) - x;
      const dy = (lights[lamp + 1] ?? 0) - y;
      const dz = (lights[lamp + 2] ?? 0) - z;
      const square = dx * dx + dy * dy + dz * dz;
      const far = 1 / Math.sqrt(square);
      const part = highlight(nx, ny, nz, dx * far + ex, dy * far + ey, dz * far + ez, sharpness) / square;
      red += part * (lights[lamp + 3] ?? 0);
      green += part * (lights[lamp + 4] ?? 0);
      blue += part * (lights[lamp + 5] ?? 0);
    }
    if (this.#mirrorsMore) {
      const up = this.#up;
      const height =
        2 * facing * (nx * (up[0] ?? 0) + ny * (up[1] ?? 0) + nz * (up[2] ?? 0)) -
        (ex * (up[0] ?? 0) + ey * (up[1] ?? 0) + ez * (up[2] ?? 0));
      const around = this.#surroundings;
      // How much of what is above or below: all of it from 30° on.
      const part = Math.min(1, 2 * Math.abs(height));
      const other = height > 0 ? 0 : 6;
      red += (around[3] ?? 0) + part * ((around[other] ?? 0) - (around[3] ?? 0));
      green += (around[4] ?? 0) + part * ((around[other + 1] ?? 0) - (around[4] ?? 0));
      blue += (around[5] ?? 0) + part * ((around[other + 2] ?? 0) - (around[5] ?? 0));
    }
    out[to] = more * red * (surface[at + 3] ?? 0);
    out[to + 1] = more * green * (surface[at + 4] ?? 0);
    out[to + 2] = more * blue * (surface[at + 5] ?? 0);
    const sx = lights[0] ?? 0;
    const sy = lights[1] ?? 0;
    const sz = lights[2] ?? 0;
    out[to + 3] = more * highlight(nx, ny, nz, sx + ex, sy + ey, sz + ez, sharpness);
  }
}

/** How bright it is where light and eye are halfway in that direction. */
function highlight(nx: number, ny: number, nz: number, hx: number, hy: number, hz: number, sharpness: number): number {
  const along = nx * hx + ny * hy + nz * hz;
  if (along <= 0) return 0;
  let part = (along * along) / (hx * hx + hy * hy + hz * hz);
  for (let i = 1; i < sharpness; i += 1) part *= part;
  return part;
}
