import type { Thing } from './scene.ts';
import { SQUARE, seenFrom, type View } from './view.ts';

/** Numbers per solid: centre, axes row by row, half sides, all in the camera's frame; form; radius of the ball around it; its id. */
const SOLID = 18;
const HALF = 12;
const FORM = 15;
const RADIUS = 16;
const ID = 17;
const forms = { box: 0, cylinder: 1, ball: 2 };

/** How much of the light from everywhere a touching solid takes away at most. */
const STRENGTH = 0.55;

const none = new Int32Array();

/**
 * How much light from everywhere gets to a point, told from the plain forms close to it: what a point sees of them is how near they
 * come to another point, at some height above it. The same from every side, and smooth.
 */
export class Occlusion {
  #solids = new Float64Array();
  #count = 0;
  #reach = 0;
  /** How far away it covers as many pixels as light is worked out for together: farther away, it fades. */
  #seen = 0;
  #found = new Int32Array();

  /** From which things, and how far they reach, in metres. */
  begin(things: readonly Thing[], view: View, reach: number): void {
    this.#reach = reach;
    this.#seen = (reach * view.focal) / SQUARE;
    this.#count = 0;
    if (reach === 0) return;
    const count = things.reduce((sum, { mesh, shelters }) => sum + (shelters ? mesh.solids.length : 0), 0);
    if (this.#solids.length < SOLID * count) {
      this.#solids = new Float64Array(SOLID * count);
      this.#found = new Int32Array(count);
    }
    for (const thing of things) if (thing.shelters) this.#add(thing, view);
  }

  #add({ mesh, position, rotation, id }: Thing, view: View): void {
    const solids = this.#solids;
    for (const { form, centre, half } of mesh.solids) {
      const at = SOLID * this.#count;
      this.#count += 1;
      const world = Float64Array.from({ length: 3 }, (_, k) => {
        return (position[k] ?? 0) + centre.reduce((sum, value, j) => sum + (rotation[3 * k + j] ?? 0) * value, 0);
      });
      let square = 0;
      for (let k = 0; k < 3; k += 1) {
        solids[at + k] = seenFrom(view, world, k);
        for (let j = 0; j < 3; j += 1) {
          let sum = 0;
          for (let i = 0; i < 3; i += 1) sum += (view.rotation[3 * j + i] ?? 0) * (rotation[3 * i + k] ?? 0);
          solids[at + 3 + 3 * k + j] = sum;
        }
        const side = half[k] ?? 0;
        solids[at + HALF + k] = side;
        square += side * side;
      }
      solids[at + FORM] = forms[form];
      solids[at + RADIUS] = form === 'ball' ? half[2] : Math.sqrt(square);
      solids[at + ID] = id;
    }
  }

  /** Those of other things that may take light from what lies in a ball; of `among`, or of all. */
  near(centre: ArrayLike<number>, radius: number, id: number, among?: Int32Array): Int32Array {
    const solids = this.#solids;
    const found = this.#found;
    const [x = 0, y = 0, z = 0] = [centre[0], centre[1], centre[2]];
    const end = among ? among.length : this.#count;
    let count = 0;
    for (let i = 0; i < end; i += 1) {
      const solid = among ? (among[i] ?? 0) : i;
      const at = SOLID * solid;
      if (solids[at + ID] === id) continue;
      const dx = (solids[at] ?? 0) - x;
      const dy = (solids[at + 1] ?? 0) - y;
      const dz = (solids[at + 2] ?? 0) - z;
      const far = radius + 2 * this.#reach + (solids[at + RADIUS] ?? 0);
      if (dx * dx + dy * dy + dz * dz >= far * far || this.#distance(at, x, y, z) >= radius + 2 * this.#reach) continue;
      found[count] = solid;
      count += 1;
    }
    return count === 0 ? none : found.slice(0, count);
  }

  /** How much of the light gets to a point past these solids, 0 … 1; `normals` has its normal at `at`. */
  light(among: Int32Array, px: number, py: number, pz: number, normals: Float64Array, at: number): number {
    const reach = this.#reach;
    const x = px + reach * (normals[at] ?? 0);
    const y = py + reach * (normals[at + 1] ?? 0);
    const z = pz + reach * (normals[at + 2] ?? 0);
    const solids = this.#solids;
    let left = 1;
    for (let i = 0; i < among.length; i += 1) {
      const solid = Math.imul(SOLID, among[i] ?? 0);
      const dx = (solids[solid] ?? 0) - x;
      const dy = (solids[solid + 1] ?? 0) - y;
      const dz = (solids[solid + 2] ?? 0) - z;
      const far = reach + (solids[solid + RADIUS] ?? 0);
      // Most are too far away.
      if (dx * dx + dy * dy + dz * dz >= far * far) continue;
      const distance = this.#distance(solid, x, y, z);
      if (distance >= reach) continue;
      const part = distance <= 0 ? 1 : 1 - distance / reach;
      left *= 1 - STRENGTH * part * part;
    }
    return 1 - (1 - left) * Math.min(1, Math.max(0, this.#seen / pz - 1));
  }

  /** From a point to a solid: 0 within. */
  #distance(at: number, px: number, py: number, pz: number): number {
    const solids = this.#solids;
    const dx = px - (solids[at] ?? 0);
    const dy = py - (solids[at + 1] ?? 0);
    const dz = pz - (solids[at + 2] ?? 0);
    const form = solids[at + FORM] ?? 0;
    if (form === forms.ball) return Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - (solids[at + HALF + 2] ?? 0));
    const x = (solids[at + 3] ?? 0) * dx + (solids[at + 4] ?? 0) * dy + (solids[at + 5] ?? 0) * dz;
    const y = (solids[at + 6] ?? 0) * dx + (solids[at + 7] ?? 0) * dy + (solids[at + 8] ?? 0) * dz;
    const z = (solids[at + 9] ?? 0) * dx + (solids[at + 10] ?? 0) * dy + (solids[at + 11] ?? 0) * dz;
    const above = Math.max(0, Math.abs(z) - (solids[at + HALF + 2] ?? 0));
    const halfX = solids[at + HALF] ?? 0;
    if (form === forms.cylinder) {
      const beside = Math.max(0, Math.sqrt(x * x + y * y) - halfX);
      return Math.sqrt(beside * beside + above * above);
    }
    const right = Math.max(0, Math.abs(x) - halfX);
    const forward = Math.max(0, Math.abs(y) - (solids[at + HALF + 1] ?? 0));
    return Math.sqrt(right * right + forward * forward + above * above);
  }
}
