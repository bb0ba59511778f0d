import { Facets } from './facet.ts';
import { CLOSE, counts, downs, isSame, rights } from './frame-buffer.ts';
import { displayed, LIGHT_STEPS, SOFTNESS, sunlight } from './light.ts';
import { shadePlain } from './shade-plain.ts';
import { SkyLight } from './sky.ts';
import { GLOSSY, LIT, SUN, type SurfaceJob, Surfaces, TERMS, TEXTURED, TINT } from './surface.ts';
import { texelAt } from './texture.ts';
import { SAMPLES, type ViewFrame } from './view.ts';

/** How near to the sun each cell is shaded. */
export interface Shade {
  /** World to cells (x, y) and metres towards the sun (z). */
  viewpoint: ViewFrame;
  /** Metres, all of them positive, as the bits of their floating-point numbers. */
  bits: Int32Array;
  columns: number;
  lines: number;
  /** Side of a cell in metres. */
  cell: number;
  /** How near to the sun something comes in each tile of 2^tileShift cells by as many, or in a cell beside it; and everything. */
  tops: Float32Array;
  bottoms: Float32Array;
  tileShift: number;
  tileColumns: number;
}

/** An empty shadow map. */
export const unshaded: Shade = {
  viewpoint: { rotation: new Float64Array(9), origin: new Float64Array(3) },
  bits: new Int32Array(),
  columns: 0,
  lines: 0,
  cell: 0,
  tops: new Float32Array(),
  bottoms: new Float32Array(),
  tileShift: 0,
  tileColumns: 0,
};

/** Numbers per point that is noted: light without the sun and the sun's on it, in steps; place in the shadow map. */
export const NOTE = 8;

/** What shading may note about pixels that a shadow can reach. */
export interface ShadeNotes {
  /** The tiles of the shadow map that decide about each pixel: up to four; then comes −1. */
  tiles: Int32Array;
  /** How near to the sun a pixel is that consists of but one point; NaN for others. */
  heights: Float64Array;
  /** Those points, and how they look without the sun: three bytes. */
  points: Float64Array;
  dark: Uint8Array;
}

export interface ShadeJob extends SurfaceJob {
  /** Which pixels: row · 65536 + column. */
  pixels: Int32Array;
  /** Three bytes per pixel. */
  rgb: Uint8Array;
  notes?: ShadeNotes;
}

/** A job with what there is behind everything, unless that has one colour. */
export interface SkyJob extends ShadeJob {
  sky: SkyLight | null;
}

const none = new Int32Array();
const BRIGHTEST = displayed.length - 1;

/** Gives pixels their colours. */
export class Shader {
  readonly #surfaces = new Surfaces();
  readonly #facets = new Facets();
  readonly #sky = new SkyLight();
  #room = new Int32Array();

  shade(given: ShadeJob): void {
    const job: SkyJob = { ...given, sky: this.#sky.begin(given.view, given.lights) ? this.#sky : null };
    this.#surfaces.begin(job);
    this.#facets.begin(job);
    if (this.#room.length < job.pixels.length) this.#room = new Int32Array(job.pixels.length);
    const pixels = shadePlain(job, this.#surfaces, this.#facets, this.#room);
    shadeEdges({ ...job, pixels }, this.#surfaces);
  }
}

const lit = new Float64Array(LIT);

/** Colours pixels that show several things: each triangle that is seen is lit amid its samples. Light adds up in squares of what is displayed. */
function shadeEdges({ frame, view, lights, shade, pixels, rgb, notes, sky }: SkyJob, surfaces: Surfaces): void {
  const { patch } = frame.catalogue;
  const { samples: ids, depth: near } = frame.target;
  // Whole numbers to the compiler as well, which otherwise converts each place in an array that is worked out from them.
  const row = (2 * frame.target.width) | 0;
  const nextLine = (SAMPLES * row) | 0;
  const nextPixel = (SAMPLES * 2) | 0;
  const width = view.width | 0;
  const { terms, kinds, textures, sides } = surfaces;
  const shadow = shade ?? unshaded;
  const { tops } = shadow;
  const lastColumn = shadow.columns - 1 - SOFTNESS;
  const lastLine = shadow.lines - 1 - SOFTNESS;
  const tileShift = shadow.tileShift | 0;
  const tileColumns = shadow.tileColumns | 0;
  const scale = 1 / view.focal;
  const bytes = displayed;
  for (let k = 0; k < pixels.length; k += 1) {
    const v = (pixels[k] ?? 0) >> 16;
    const u = (pixels[k] ?? 0) & 0xffff;
    const pixel = Math.imul(v, width) + u;
    const first = (Math.imul(v, nextLine) + Math.imul(u, nextPixel)) | 0;
    const i0 = ids[first + 1] ?? 0;
    const i1 = ids[first + 3] ?? 0;
    const i2 = ids[first + row + 1] ?? 0;
    const i3 = ids[first + row + 3] ?? 0;
    const n0 = near[first] ?? 0;
    const n1 = near[first + 2] ?? 0;
    const n2 = near[first + row] ?? 0;
    const n3 = near[first + row + 2] ?? 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    let noted = 0;
    if (notes) {
      notes.tiles[4 * pixel] = -1;
      notes.heights[pixel] = Number.NaN;
    }
    // Samples that show the same piece are lit together, when the first of them comes.
    const isClose = Math.min(n0, n1, n2, n3) >= CLOSE * Math.max(n0, n1, n2, n3);
    const k0 = isClose ? (patch[i0] ?? 0) : i0;
    const k1 = isClose ? (patch[i1] ?? 0) : i1;
    const k2 = isClose ? (patch[i2] ?? 0) : i2;
    const k3 = isClose ? (patch[i3] ?? 0) : i3;
    let todo = 15;
    while (todo !== 0) {
      const triangle = (todo & 1) !== 0 ? i0 : (todo & 2) !== 0 ? i1 : (todo & 4) !== 0 ? i2 : i3;
      const piece = (todo & 1) !== 0 ? k0 : (todo & 2) !== 0 ? k1 : (todo & 4) !== 0 ? k2 : k3;
      // Told by arithmetic, because which samples show it is hard to foresee.
      const mask = isSame(k0, piece) | (isSame(k1, piece) << 1) | (isSame(k2, piece) << 2) | (isSame(k3, piece) << 3);
      const same =
        isSame(i0, triangle) | (isSame(i1, triangle) << 1) | (isSame(i2, triangle) << 2) | (isSame(i3, triangle) << 3);
      todo &= ~mask;
      const samples = counts[mask] ?? 0;
      if (triangle === 0 && sky) {
        sky.look((u + 0.5 - view.width / 2) * scale, (v + 0.5 - view.height / 2) * scale, lit);
        red += samples * (lit[0] ?? 0);
        green += samples * (lit[1] ?? 0);
        blue += samples * (lit[2] ?? 0);
        continue;
      }
      if (triangle === 0) {
        red += samples * (lights[12] ?? 0);
        green += samples * (lights[13] ?? 0);
        blue += samples * (lights[14] ?? 0);
        continue;
      }
      // In their middle if they show one triangle, else at the first: light extrapolated beyond a grazing triangle's samples is wrong.
      const middle = mask === same ? mask : mask & -mask;
      const kind = kinds[triangle] || surfaces.learn(triangle);
      const x = (u + (rights[middle] ?? 0) - view.width / 2) * scale;
      const y = (v + (downs[middle] ?? 0) - view.height / 2) * scale;
      surfaces.light(triangle, x, y, lit, 0);
      const across = lit[4] ?? 0;
      const along = lit[5] ?? 0;
      let sun = Math.max(0, lit[3] ?? 0);
      let mirrored = sun > 0 ? (lit[12] ?? 0) : 0;
      if (sun > 0 && across >= SOFTNESS && along >= SOFTNESS && across < lastColumn && along < lastLine) {
        const tile = Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift);
        const height = lit[6] ?? 0;
        if ((tops[tile] ?? 0) > height) {
          const part = sunlight(shadow, across, along, height, false);
          sun *= part;
          mirrored *= part;
        }
        if (notes) {
          notes.tiles[4 * pixel + noted] = tile;
          noted += 1;
          if (noted < 4) notes.tiles[4 * pixel + noted] = -1;
        }
      }
      const at = TERMS * triangle;
      let r = (lit[0] ?? 0) + sun * (terms[at + SUN] ?? 0);
      let g = (lit[1] ?? 0) + sun * (terms[at + SUN + 1] ?? 0);
      let b = (lit[2] ?? 0) + sun * (terms[at + SUN + 2] ?? 0);
      if ((kind & TEXTURED) !== 0) {
        const texel = texelAt(textures[triangle] ?? none, sides[triangle] ?? 0, lit[7] ?? 0, lit[8] ?? 0);
        r *= (texel & 255) * (texel & 255);
        g *= ((texel >> 8) & 255) * ((texel >> 8) & 255);
        b *= (texel >> 16) * (texel >> 16);
      }
      if ((kind & GLOSSY) !== 0) {
        r += (lit[9] ?? 0) + mirrored * (terms[at + TINT] ?? 0) * (lights[3] ?? 0);
        g += (lit[10] ?? 0) + mirrored * (terms[at + TINT + 1] ?? 0) * (lights[4] ?? 0);
        b += (lit[11] ?? 0) + mirrored * (terms[at + TINT + 2] ?? 0) * (lights[5] ?? 0);
      }
      red += samples * r;
      green += samples * g;
      blue += samples * b;
    }
    const out = Math.imul(3, pixel);
    rgb[out] = bytes[Math.min(red * (LIGHT_STEPS / 4), BRIGHTEST) | 0] ?? 0;
    rgb[out + 1] = bytes[Math.min(green * (LIGHT_STEPS / 4), BRIGHTEST) | 0] ?? 0;
    rgb[out + 2] = bytes[Math.min(blue * (LIGHT_STEPS / 4), BRIGHTEST) | 0] ?? 0;
  }
}
