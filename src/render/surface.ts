import type { FrameBuffer } from './frame-buffer.ts';
import { LAMPS } from './light.ts';
import type { Thing } from './scene.ts';
import type { Shade } from './shade.ts';
import type { View } from './view.ts';

/**
 * Numbers per triangle: planes of red, green and blue without the sun, and of how much it faces the sun; the sun's red, green and
 * blue on it; by how much its points are lifted in the shadow map; planes of u, v and 1. A plane is three numbers:
 * p0 · x + p1 · y + p2 is a value, divided by the distance, in the direction (x, y, 1) of the camera frame.
 */
export const TERMS = 27;
const SUN = 12;
const LIFTED = 15;
export const TEXTURE = 18;

const PLAIN = 1;
export const TEXTURED = 2;

/** How many cells a point is lifted off its surface before its shadow is looked for, so that no surface shades itself. */
const LIFT = 2;
/** Values of each corner while a triangle is learned: red, green, blue, facing, u, v, 1. */
const VALUES = 7;

const noTexture = new Int32Array();

/** What lighting needs to know of triangles, found out when the first point of each is lit. Light is worked out at corners. */
export class Surfaces {
  terms = new Float64Array();
  kinds = new Uint8Array();
  /** The texture's level to use, and its side. */
  textures: Int32Array[] = [];
  sides = new Int32Array();
  #lights: Float64Array = new Float64Array();
  #shade: Shade | null = null;
  #things: readonly Thing[] = [];
  readonly #rows = new Float64Array(9);
  readonly #values = new Float64Array(3 * VALUES);
  readonly #lift = new Float64Array(3);

  /** Forgets all triangles. */
  begin(things: readonly Thing[], count: number, lights: Float64Array, shade: Shade | null): void {
    this.#things = things;
    this.#lights = lights;
    this.#shade = shade;
    if (this.kinds.length < count) {
      this.kinds = new Uint8Array(count);
      this.terms = new Float64Array(TERMS * count);
      this.sides = new Int32Array(count);
      // Filled from the start: an array with gaps would be slow.
      this.textures = Array.from({ length: count }, () => noTexture);
    }
    this.kinds.fill(0, 0, count);
  }

  /** Fills in a triangle's terms and says its kind. */
  learn(frame: FrameBuffer, view: View, triangle: number): number {
    const { owner, firstTriangle, firstVertex } = frame.catalogue;
    const number = owner[triangle] ?? 0;
    const index = 3 * (triangle - (firstTriangle[number] ?? 0));
    const thing = this.#things[number];
    if (!thing) throw new Error(`nothing has triangle ${triangle}`);
    const { colour, texture, mesh } = thing;
    this.#lift.fill(0);
    for (let corner = 0; corner < 3; corner += 1) this.#learnCorner(thing, mesh.triangles[index + corner] ?? 0, corner);
    invert(frame.places, firstVertex[number] ?? 0, mesh.triangles, index, this.#rows);
    const { terms } = this;
    const at = TERMS * triangle;
    // Textures have bytes.
    const white = texture ? 255 : 1;
    for (let k = 0; k < 3; k += 1) {
      const shown = (colour[k] ?? 0) / white;
      const albedo = shown * shown;
      terms[at + SUN + k] = albedo * (this.#lights[3 + k] ?? 0);
      for (let corner = 0; corner < 3; corner += 1) {
        const value = VALUES * corner + k;
        this.#values[value] = albedo * (this.#values[value] ?? 0);
      }
    }
    this.#planes(0, 4, at);
    if (texture) {
      this.#planes(4, 7, at + TEXTURE);
      let distance = 0;
      for (let corner = 0; corner < 3; corner += 1) {
        distance +=
          (frame.places[3 * ((firstVertex[number] ?? 0) + (mesh.triangles[index + corner] ?? 0)) + 2] ?? 0) / 3;
      }
      const texels = (this.#texelsPerPixel(at + TEXTURE) * Math.max(distance, view.near) * texture.size) / view.focal;
      // The one whose texels are half to one pixel large.
      const level = Math.min(31 - Math.clz32(Math.max(1, texels)), texture.levels.length - 1);
      this.textures[triangle] = texture.levels[level] ?? noTexture;
      this.sides[triangle] = texture.size >> level;
    }
    if (this.#shade) {
      const { viewpoint, cell } = this.#shade;
      for (let k = 0; k < 3; k += 1) {
        terms[at + LIFTED + k] = (LIFT / 3) * cell * dot(viewpoint.rotation, 3 * k, this.#lift, 0);
      }
    }
    const kind = texture ? TEXTURED : PLAIN;
    this.kinds[triangle] = kind;
    return kind;
  }

  /** Light, facing and texture of a corner; adds its normal to the lift. */
  #learnCorner({ mesh, position, rotation }: Thing, vertex: number, corner: number): void {
    const lights = this.#lights;
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
    const at = VALUES * corner;
    const values = this.#values;
    values[at] = red;
    values[at + 1] = green;
    values[at + 2] = blue;
    values[at + 3] = nx * (lights[0] ?? 0) + ny * (lights[1] ?? 0) + nz * (lights[2] ?? 0);
    values[at + 4] = mesh.uvs[2 * vertex] ?? 0;
    values[at + 5] = mesh.uvs[2 * vertex + 1] ?? 0;
    values[at + 6] = 1;
    const lift = this.#lift;
    lift[0] = (lift[0] ?? 0) + nx;
    lift[1] = (lift[1] ?? 0) + ny;
    lift[2] = (lift[2] ?? 0) + nz;
  }

  /** How much of the texture there is per unit of direction and distance, amid the triangle, along the longer side. */
  #texelsPerPixel(at: number): number {
    const { terms } = this;
    const values = this.#values;
    let most = 0;
    for (let k = 0; k < 2; k += 1) {
      let square = 0;
      for (let j = 0; j < 2; j += 1) {
        const mean = ((values[4 + j] ?? 0) + (values[VALUES + 4 + j] ?? 0) + (values[2 * VALUES + 4 + j] ?? 0)) / 3;
        const step = (terms[at + 3 * j + k] ?? 0) - mean * (terms[at + 6 + k] ?? 0);
        square += step * step;
      }
      most = Math.max(most, square);
    }
    return Math.sqrt(most);
  }

  /** Planes of some of the values that the corners have. */
  #planes(first: number, end: number, at: number): void {
    const { terms } = this;
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
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (a[i] ?? 0) * (b[j] ?? 0) + (a[i + 1] ?? 0) * (b[j + 1] ?? 0) + (a[i + 2] ?? 0) * (b[j + 2] ?? 0);
}

/** The inverse of the matrix of a triangle's corners: its rows tell how much of each corner there is in a direction. */
function invert(places: Float64Array, first: number, triangles: Int32Array, index: number, rows: Float64Array): void {
  const a = 3 * (first + (triangles[index] ?? 0));
  const b = 3 * (first + (triangles[index + 1] ?? 0));
  const c = 3 * (first + (triangles[index + 2] ?? 0));
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
