import { LAMPS } from './light.ts';
import type { Thing } from './scene.ts';
import {
  FLAT,
  GLOSSY,
  KNOWN,
  LIFTED,
  MIRRORED,
  NARROW,
  NORMAL,
  noSolids,
  noTexture,
  ONE,
  SHARPNESS,
  SHELTERED,
  SUN,
  type SurfaceJob,
  type Surfaces,
  TERMS,
  TEXTURE,
  TEXTURED,
  TINT,
} from './surface.ts';
import { seenFrom } from './view.ts';

/** Narrower than this many samples. */
const FEW_SAMPLES = 12;
/** How many cells a point is lifted off its surface before its shadow is looked for, so that no surface shades itself. */
const LIFT = 2;
/** How far from a triangle points may be that are lit for it, of their distance: the farthest corner of a square is hardly more away. */
const BESIDE = 0.2;
/** Values of each corner: red, green, blue, facing, 1, u, v, mirrored red, green, blue and sun. */
const VALUES = 11;

/** Finds out what lighting needs to know of a triangle. Matt light is worked out at its corners, and so is all light on round things. */
export class Learner {
  #job: SurfaceJob | undefined;
  /** What is close to each thing. */
  readonly #solids = new Map<number, Int32Array>();
  readonly #rows = new Float64Array(9);
  readonly #values = new Float64Array(3 * VALUES);
  /** Sum of the corners' normals, in the world. */
  readonly #lift = new Float64Array(3);
  readonly #middle = new Float64Array(3);
  /** Where its corners' places begin, in the camera's frame. */
  readonly #corners = new Int32Array(3);

  begin(job: SurfaceJob): void {
    this.#job = job;
    this.#solids.clear();
  }

  /** Fills in its terms and says its kind. */
  learn(surfaces: Surfaces, triangle: number): number {
    const job = this.#job;
    if (!job) throw new Error('nothing is being lit');
    const { owner, firstTriangle, firstVertex } = job.frame.catalogue;
    const number = owner[triangle] ?? 0;
    const thing = job.scene.things[number];
    if (!thing) throw new Error(`nothing has triangle ${triangle}`);
    const { mesh, texture, gloss } = thing;
    const index = 3 * (triangle - (firstTriangle[number] ?? 0));
    const at = TERMS * triangle;
    for (let k = 0; k < 3; k += 1) {
      this.#corners[k] = 3 * ((firstVertex[number] ?? 0) + (mesh.triangles[index + k] ?? 0));
    }
    invert(job.frame.places, this.#corners, this.#rows);
    const solids = this.#sheltering(surfaces, thing, number);
    const isFlat = haveOneNormal(mesh.normals, mesh.triangles, index);
    for (let k = 0; k < 3; k += 1) {
      surfaces.terms[at + TINT + k] = gloss ? gloss.strength * (gloss.metal ? (thing.colour[k] ?? 0) : 1) : 0;
    }
    surfaces.terms[at + SHARPNESS] = gloss?.sharpness ?? 0;
    this.#lift.fill(0);
    for (let corner = 0; corner < 3; corner += 1) {
      this.#corner(surfaces, at, corner, thing, mesh.triangles[index + corner] ?? 0, isFlat ? noSolids : solids);
    }
    this.#paint(surfaces.terms, at, thing);
    this.#planes(surfaces.terms, 0, 4, at);
    this.#planes(surfaces.terms, 4, 5, at + ONE);
    if (texture) {
      this.#planes(surfaces.terms, 5, 7, at + TEXTURE);
      this.#chooseLevel(surfaces, triangle, texture);
    }
    if (gloss && !isFlat) this.#planes(surfaces.terms, 7, 11, at + MIRRORED);
    const isSheltered = isFlat && solids.length > 0;
    if (isSheltered) surfaces.solids[triangle] = solids;
    const kind =
      KNOWN |
      (texture ? TEXTURED : 0) |
      (gloss ? GLOSSY : 0) |
      (isFlat ? FLAT : 0) |
      (isSheltered ? SHELTERED : 0) |
      (this.#isNarrow() ? NARROW : 0);
    surfaces.kinds[triangle] = kind;
    return kind;
  }

  /** What is close to a triangle: of what is close to its thing. */
  #sheltering(surfaces: Surfaces, thing: Thing, number: number): Int32Array {
    const { frame, view } = this.#job ?? unlit();
    const middle = this.#middle;
    let near = this.#solids.get(number);
    if (!near) {
      for (let k = 0; k < 3; k += 1) middle[k] = seenFrom(view, thing.position, k);
      near = surfaces.occlusion.near(middle, thing.mesh.radius, thing.id);
      this.#solids.set(number, near);
    }
    if (near.length === 0) return noSolids;
    const { places } = frame;
    const [a = 0, b = 0, c = 0] = this.#corners;
    for (let k = 0; k < 3; k += 1) {
      middle[k] = ((places[a + k] ?? 0) + (places[b + k] ?? 0) + (places[c + k] ?? 0)) / 3;
    }
    let square = 0;
    for (let corner = 0; corner < 3; corner += 1) {
      const from = this.#corners[corner] ?? 0;
      const dx = (places[from] ?? 0) - (middle[0] ?? 0);
      const dy = (places[from + 1] ?? 0) - (middle[1] ?? 0);
      const dz = (places[from + 2] ?? 0) - (middle[2] ?? 0);
      square = Math.max(square, dx * dx + dy * dy + dz * dz);
    }
    // Points beside it are lit as well, as far as a square of pixels goes.
    const beside = BESIDE * Math.max(view.near, middle[2] ?? 0);
    return surfaces.occlusion.near(middle, Math.sqrt(square) + beside, thing.id, near);
  }

  /** Light, facing and texture of a corner; adds its normal to the lift, and leaves it in the terms. */
  #corner(
    { terms, occlusion, mirror }: Surfaces,
    at: number,
    corner: number,
    { mesh, position, rotation, gloss }: Thing,
    vertex: number,
    solids: Int32Array,
  ): void {
    const { lights, view, frame } = this.#job ?? unlit();
    const nx = dot(rotation, 0, mesh.normals, 3 * vertex);
    const ny = dot(rotation, 3, mesh.normals, 3 * vertex);
    const nz = dot(rotation, 6, mesh.normals, 3 * vertex);
    const px = (position[0] ?? 0) + dot(rotation, 0, mesh.positions, 3 * vertex);
    const py = (position[1] ?? 0) + dot(rotation, 3, mesh.positions, 3 * vertex);
    const pz = (position[2] ?? 0) + dot(rotation, 6, mesh.positions, 3 * vertex);
    let red = (lights[6] ?? 0) + nz * (lights[9] ?? 0);
    let green = (lights[7] ?? 0) + nz * (lights[10] ?? 0);
    let blue = (lights[8] ?? 0) + nz * (lights[11] ?? 0);
    for (let lamp = LAMPS; lamp < lights.length; lamp += 6) {
      const dx = (lights[lamp] ?? 0) - px;
      const dy = (lights[lamp + 1] ?? 0) - py;
      const dz = (lights[lamp + 2] ?? 0) - pz;
      const square = dx * dx + dy * dy + dz * dz;
      const part = Math.max(0, nx * dx + ny * dy + nz * dz) / (square * Math.sqrt(square));
      red += part * (lights[lamp + 3] ?? 0);
      green += part * (lights[lamp + 4] ?? 0);
      blue += part * (lights[lamp + 5] ?? 0);
    }
    for (let k = 0; k < 3; k += 1) {
      const row = 3 * k;
      terms[at + NORMAL + k] =
        (view.rotation[row] ?? 0) * nx + (view.rotation[row + 1] ?? 0) * ny + (view.rotation[row + 2] ?? 0) * nz;
    }
    const values = this.#values;
    const to = VALUES * corner;
    const place = this.#corners[corner] ?? 0;
    const x = frame.places[place] ?? 0;
    const y = frame.places[place + 1] ?? 0;
    const z = frame.places[place + 2] ?? 0;
    const part = solids.length === 0 ? 1 : occlusion.light(solids, x, y, z, terms, at + NORMAL);
    values[to] = part * red;
    values[to + 1] = part * green;
    values[to + 2] = part * blue;
    values[to + 3] = nx * (lights[0] ?? 0) + ny * (lights[1] ?? 0) + nz * (lights[2] ?? 0);
    values[to + 4] = 1;
    values[to + 5] = mesh.uvs[2 * vertex] ?? 0;
    values[to + 6] = mesh.uvs[2 * vertex + 1] ?? 0;
    if (gloss) mirror.look(x, y, z, terms, at + NORMAL, values, to + 7);
    const lift = this.#lift;
    lift[0] = (lift[0] ?? 0) + nx;
    lift[1] = (lift[1] ?? 0) + ny;
    lift[2] = (lift[2] ?? 0) + nz;
  }

  /** The sun's light on it, and the other light on its corners; how far it is lifted. */
  #paint(terms: Float64Array, at: number, { colour, texture, gloss }: Thing): void {
    const { lights, shade } = this.#job ?? unlit();
    const values = this.#values;
    // Textures have bytes.
    const white = texture ? 255 : 1;
    // What a metal mirrors it does not scatter.
    const matt = gloss?.metal ? 1 - gloss.strength : 1;
    for (let k = 0; k < 3; k += 1) {
      const shown = (colour[k] ?? 0) / white;
      const albedo = matt * shown * shown;
      terms[at + SUN + k] = albedo * (lights[3 + k] ?? 0);
      for (let i = k; i < 3 * VALUES; i += VALUES) values[i] = albedo * (values[i] ?? 0);
      if (shade) terms[at + LIFTED + k] = (LIFT / 3) * shade.cell * dot(shade.viewpoint.rotation, 3 * k, this.#lift, 0);
    }
  }

  /** The level of the texture whose texels are half to one pixel large. */
  #chooseLevel(surfaces: Surfaces, triangle: number, texture: NonNullable<Thing['texture']>): void {
    const { view, frame } = this.#job ?? unlit();
    let distance = 0;
    for (let k = 0; k < 3; k += 1) distance += (frame.places[(this.#corners[k] ?? 0) + 2] ?? 0) / 3;
    const perUnit = this.#texelsPerPixel(surfaces.terms, TERMS * triangle);
    const texels = (perUnit * Math.max(distance, view.near) * texture.size) / view.focal;
    const level = Math.min(31 - Math.clz32(Math.max(1, texels)), texture.levels.length - 1);
    surfaces.textures[triangle] = texture.levels[level] ?? noTexture;
    surfaces.sides[triangle] = texture.size >> level;
  }

  /** How much of the texture there is per unit of direction and distance, amid the triangle, along the longer side. */
  #texelsPerPixel(terms: Float64Array, at: number): number {
    const values = this.#values;
    let most = 0;
    for (let k = 0; k < 2; k += 1) {
      let square = 0;
      for (let j = 0; j < 2; j += 1) {
        const mean = ((values[5 + j] ?? 0) + (values[VALUES + 5 + j] ?? 0) + (values[2 * VALUES + 5 + j] ?? 0)) / 3;
        const step = (terms[at + TEXTURE + 3 * j + k] ?? 0) - mean * (terms[at + ONE + k] ?? 0);
        square += step * step;
      }
      most = Math.max(most, square);
    }
    return Math.sqrt(most);
  }

  /** Planes of some of the values that the corners have. */
  #planes(terms: Float64Array, first: number, end: number, at: number): void {
    const values = this.#values;
    const rows = this.#rows;
    for (let k = first; k < end; k += 1) {
      const a = values[k] ?? 0;
      const b = values[VALUES + k] ?? 0;
      const c = values[2 * VALUES + k] ?? 0;
      const to = at + 3 * (k - first);
      terms[to] = (rows[0] ?? 0) * a + (rows[3] ?? 0) * b + (rows[6] ?? 0) * c;
      terms[to + 1] = (rows[1] ?? 0) * a + (rows[4] ?? 0) * b + (rows[7] ?? 0) * c;
      terms[to + 2] = (rows[2] ?? 0) * a + (rows[5] ?? 0) * b + (rows[8] ?? 0) * c;
    }
  }

  /** Whether it covers few pixels of each line. */
  #isNarrow(): boolean {
    const { screen } = (this.#job ?? unlit()).frame;
    const [a = 0, b = 0, c = 0] = this.#corners;
    const [left = 0, middle = 0, right = 0] = [screen[a], screen[b], screen[c]];
    return Math.max(left, middle, right) - Math.min(left, middle, right) < FEW_SAMPLES;
  }
}

function unlit(): never {
  throw new Error('nothing is being lit');
}

function haveOneNormal(normals: Float64Array, triangles: Int32Array, index: number): boolean {
  const a = 3 * (triangles[index] ?? 0);
  const b = 3 * (triangles[index + 1] ?? 0);
  const c = 3 * (triangles[index + 2] ?? 0);
  for (let k = 0; k < 3; k += 1) {
    if (normals[a + k] !== normals[b + k] || normals[a + k] !== normals[c + k]) return false;
  }
  return true;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (a[i] ?? 0) * (b[j] ?? 0) + (a[i + 1] ?? 0) * (b[j + 1] ?? 0) + (a[i + 2] ?? 0) * (b[j + 2] ?? 0);
}

/** The inverse of the matrix of a triangle's corners: its rows tell how much of each corner there is in a direction. */
function invert(places: Float64Array, corners: Int32Array, rows: Float64Array): void {
  const [a = 0, b = 0, c = 0] = corners;
  cross(places, b, c, rows, 0);
  cross(places, c, a, rows, 3);
  cross(places, a, b, rows, 6);
  const volume = dot(places, a, rows, 0);
  for (let i = 0; i < 9; i += 1) rows[i] = (rows[i] ?? 0) / volume;
}

function cross(places: Float64Array, a: number, b: number, out: Float64Array, at: number): void {
  const ax = places[a] ?? 0;
  const ay = places[a + 1] ?? 0;
  const az = places[a + 2] ?? 0;
  const bx = places[b] ?? 0;
  const by = places[b + 1] ?? 0;
  const bz = places[b + 2] ?? 0;
  out[at] = ay * bz - az * by;
  out[at + 1] = az * bx - ax * bz;
  out[at + 2] = ax * by - ay * bx;
}
