import type { FrameBuffer } from './frame-buffer.ts';
import { Learner } from './learn.ts';
import { Mirror } from './mirror.ts';
import { Occlusion } from './occlusion.ts';
import type { Scene, Thing } from './scene.ts';
import type { Shade } from './shade.ts';
import { seenFrom, type View } from './view.ts';

/**
 * Numbers per triangle: planes of red, green and blue without the sun, and of how much it faces the sun; the sun's red, green and
 * blue on it; by how much its points are lifted in the shadow map; planes of 1, u and v; of mirrored red, green, blue and sun; its
 * normal; how much of each colour it mirrors, and how sharply. A plane is three numbers: p0 · x + p1 · y + p2 is a value, divided
 * by the distance, in the direction (x, y, 1) of the camera frame.
 */
export const TERMS = 46;
const FACING = 9;
export const SUN = 12;
export const LIFTED = 15;
export const ONE = 18;
export const TEXTURE = 21;
export const MIRRORED = 27;
export const NORMAL = 39;
export const TINT = 42;
export const SHARPNESS = 45;

/** What a triangle is: known, and what it has beside colour. */
export const KNOWN = 1;
export const TEXTURED = 2;
export const GLOSSY = 4;
/** Its normal is the same everywhere: what it mirrors, and what shelters it, is found out point by point instead of at corners. */
export const FLAT = 8;
export const SHELTERED = 16;
/** So narrow that its light is worked out for every pixel. */
export const NARROW = 32;

/**
 * Numbers per lit point: red, green and blue without the sun; how much it faces the sun; its place in the shadow map, and height;
 * its place in the texture, in texels; mirrored red, green and blue, and how much of the sun; 1 / distance; how much of the light
 * that comes from everywhere what is close leaves.
 */
export const LIT = 15;

export const noTexture: Int32Array = new Int32Array();
export const noSolids: Int32Array = new Int32Array();

/** What surfaces are lit for. */
export interface SurfaceJob {
  frame: FrameBuffer;
  view: View;
  scene: Scene;
  /** Its lights, as plain numbers. */
  lights: Float64Array;
  shade: Shade | null;
  /** Things that take light from others, if not all. */
  sheltering?: readonly Thing[];
}

/** What lighting needs to know of triangles, found out when the first point of each is lit. */
export class Surfaces {
  terms = new Float64Array();
  kinds = new Uint8Array();
  /** The texture's level to use, and its side. */
  textures: Int32Array[] = [];
  sides = new Int32Array();
  /** What is close to each triangle that is sheltered. */
  solids: Int32Array[] = [];
  readonly occlusion = new Occlusion();
  readonly mirror = new Mirror();
  readonly #learner = new Learner();
  /** From the camera's frame to cells and metres towards the sun: three rows of four numbers. */
  readonly #toSun = new Float64Array(12);

  /** Forgets all triangles. */
  begin(job: SurfaceJob): void {
    const { frame, view, scene, shade, sheltering = scene.things } = job;
    const count = frame.catalogue.owner.length;
    if (shade) cameraToSun(view, shade, this.#toSun);
    this.occlusion.begin(sheltering, view, scene.lights.ambient.reach ?? 0);
    this.mirror.begin(view, job.lights);
    this.#learner.begin(job);
    if (this.kinds.length < count) {
      this.kinds = new Uint8Array(count);
      this.terms = new Float64Array(TERMS * count);
      this.sides = new Int32Array(count);
      // Filled from the start: arrays with gaps would be slow.
      this.textures = Array.from({ length: count }, () => noTexture);
      this.solids = Array.from({ length: count }, () => noSolids);
    }
    this.kinds.fill(0, 0, count);
  }

  /** Fills in a triangle's terms and says its kind. */
  learn(triangle: number): number {
    return this.#learner.learn(this, triangle);
  }

  /** Lights the point of a known triangle in the direction (x, y, 1) of the camera frame; the numbers go to `out`, from `to` on. */
  light(triangle: number, x: number, y: number, out: Float64Array, to: number): void {
    const { terms } = this;
    const kind = this.kinds[triangle] ?? 0;
    const at = Math.imul(TERMS, triangle);
    const w = (terms[at + ONE] ?? 0) * x + (terms[at + ONE + 1] ?? 0) * y + (terms[at + ONE + 2] ?? 0);
    const z = 1 / w;
    out[to] = ((terms[at] ?? 0) * x + (terms[at + 1] ?? 0) * y + (terms[at + 2] ?? 0)) * z;
    out[to + 1] = ((terms[at + 3] ?? 0) * x + (terms[at + 4] ?? 0) * y + (terms[at + 5] ?? 0)) * z;
    out[to + 2] = ((terms[at + 6] ?? 0) * x + (terms[at + 7] ?? 0) * y + (terms[at + 8] ?? 0)) * z;
    out[to + 3] =
      ((terms[at + FACING] ?? 0) * x + (terms[at + FACING + 1] ?? 0) * y + (terms[at + FACING + 2] ?? 0)) * z;
    const sun = this.#toSun;
    for (let k = 0; k < 3; k += 1) {
      const direction = (sun[4 * k] ?? 0) * x + (sun[4 * k + 1] ?? 0) * y + (sun[4 * k + 2] ?? 0);
      out[to + 4 + k] = direction * z + (sun[4 * k + 3] ?? 0) + (terms[at + LIFTED + k] ?? 0);
    }
    out[to + 13] = w;
    out[to + 14] = 1;
    if ((kind & TEXTURED) !== 0) {
      const side = this.sides[triangle] ?? 0;
      const u = at + TEXTURE;
      out[to + 7] = ((terms[u] ?? 0) * x + (terms[u + 1] ?? 0) * y + (terms[u + 2] ?? 0)) * z * side - 0.5;
      out[to + 8] = ((terms[u + 3] ?? 0) * x + (terms[u + 4] ?? 0) * y + (terms[u + 5] ?? 0)) * z * side - 0.5;
    }
    if ((kind & SHELTERED) !== 0) this.#shelter(triangle, x * z, y * z, z, out, to);
    if ((kind & GLOSSY) !== 0) this.#mirrored(triangle, x, y, z, out, to + 9);
  }

  #shelter(triangle: number, x: number, y: number, z: number, out: Float64Array, to: number): void {
    const normal = TERMS * triangle + NORMAL;
    const part = this.occlusion.light(this.solids[triangle] ?? noSolids, x, y, z, this.terms, normal);
    for (let k = to; k < to + 3; k += 1) out[k] = (out[k] ?? 0) * part;
    out[to + 14] = part;
  }

  #mirrored(triangle: number, x: number, y: number, z: number, out: Float64Array, to: number): void {
    const { terms } = this;
    const at = TERMS * triangle;
    if (((this.kinds[triangle] ?? 0) & FLAT) !== 0) {
      this.mirror.look(x * z, y * z, z, terms, at + NORMAL, out, to);
      return;
    }
    for (let k = 0; k < 4; k += 1) {
      const plane = at + MIRRORED + 3 * k;
      out[to + k] = ((terms[plane] ?? 0) * x + (terms[plane + 1] ?? 0) * y + (terms[plane + 2] ?? 0)) * z;
    }
  }
}

function cameraToSun(view: View, { viewpoint }: Shade, out: Float64Array): void {
  for (let row = 0; row < 3; row += 1) {
    for (let k = 0; k < 3; k += 1) {
      let sum = 0;
      for (let j = 0; j < 3; j += 1) {
        sum += (viewpoint.rotation[3 * row + j] ?? 0) * (view.rotation[3 * k + j] ?? 0);
      }
      out[4 * row + k] = sum;
    }
    out[4 * row + 3] = seenFrom(viewpoint, view.origin, row);
  }
}
