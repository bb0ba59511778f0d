import { CLOSE, counts, downs, type FrameBuffer, isSame, rights } from './frame-buffer.ts';
import { displayed, LIGHT_STEPS, sunlight } from './light.ts';
import type { Scene } from './scene.ts';
import { shadePlain } from './shade-plain.ts';
import { Surfaces, TERMS, TEXTURE, TEXTURED } from './surface.ts';
import { texelAt } from './texture.ts';
import { SAMPLES, seenFrom, type View, type ViewFrame } from './view.ts';

/** How near to the sun each cell is shaded. */
export interface Shade {
  /** World to cells (x, y) and metres towards the sun (z). */
  viewpoint: ViewFrame;
  depth: Float32Array;
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
  depth: new Float32Array(),
  columns: 0,
  lines: 0,
  cell: 0,
  tops: new Float32Array(),
  bottoms: new Float32Array(),
  tileShift: 0,
  tileColumns: 0,
};

/** Numbers per point: light without the sun, how much it faces the sun, the sun's light on it, place in the shadow map. */
export const POINT = 9;

/** What shading may note about pixels that a shadow can reach. */
export interface Notes {
  /** The tiles of the shadow map that decide about each pixel: up to four; then comes −1. */
  tiles: Int32Array;
  /** How near to the sun a pixel is that consists of but one point without texture; NaN for others. */
  heights: Float64Array;
  /** Those points, and how they look without the sun: three bytes. */
  points: Float64Array;
  dark: Uint8Array;
}

export interface ShadeJob {
  frame: FrameBuffer;
  view: View;
  scene: Scene;
  /** Its lights, as plain numbers. */
  lights: Float64Array;
  shade: Shade | null;
  /** Which pixels: row · 65536 + column. */
  pixels: Int32Array;
  /** Three bytes per pixel. */
  rgb: Uint8Array;
  notes?: Notes;
}

const none = new Int32Array();
const BRIGHTEST = displayed.length - 1;

/** Gives pixels their colours. */
export class Shader {
  readonly #surfaces = new Surfaces();
  #room = new Int32Array();

  shade(job: ShadeJob): void {
    this.#surfaces.begin(job.scene.things, job.frame.catalogue.owner.length, job.lights, job.shade);
    const camera = cameraToSun(job.view, job.shade ?? unshaded);
    // Notes are for pixels of any kind, and are wanted seldom.
    if (this.#room.length < job.pixels.length) this.#room = new Int32Array(job.pixels.length);
    const light = { camera, surfaces: this.#surfaces, room: this.#room };
    const pixels = job.notes ? job.pixels : shadePlain(job, light);
    shadePixels({ ...job, pixels }, camera, this.#surfaces);
  }
}

/**
 * A pixel whose samples all show one triangle is lit once, at its centre; at edges, each triangle that is seen is lit amid its
 * samples. Light adds up in squares of what is displayed. One long function, because numbers that go from one to another would
 * each become an object; what is used often is copied out of its array, because every look into one is checked.
 */
function shadePixels(
  { frame, view, lights, shade, pixels, rgb, notes }: ShadeJob,
  camera: Float64Array,
  surfaces: Surfaces,
): void {
  const { patch } = frame.catalogue;
  const { samples: ids, depth: near } = frame.target;
  // Whole numbers to the compiler as well, which otherwise converts each place in an array that is worked out from them.
  const row = (2 * frame.target.width) | 0;
  const nextLine = (SAMPLES * row) | 0;
  const nextPixel = (SAMPLES * 2) | 0;
  const width = view.width | 0;
  const height = view.height | 0;
  const { terms, kinds, textures, sides } = surfaces;
  const shadow = shade ?? unshaded;
  const { tops } = shadow;
  const columns = shadow.columns | 0;
  const lines = shadow.lines | 0;
  const tileShift = shadow.tileShift | 0;
  const tileColumns = shadow.tileColumns | 0;
  const a0 = camera[0] ?? 0;
  const a1 = camera[1] ?? 0;
  const a2 = camera[2] ?? 0;
  const a3 = camera[3] ?? 0;
  const b0 = camera[4] ?? 0;
  const b1 = camera[5] ?? 0;
  const b2 = camera[6] ?? 0;
  const b3 = camera[7] ?? 0;
  const c0 = camera[8] ?? 0;
  const c1 = camera[9] ?? 0;
  const c2 = camera[10] ?? 0;
  const c3 = camera[11] ?? 0;
  const skyRed = lights[12] ?? 0;
  const skyGreen = lights[13] ?? 0;
  const skyBlue = lights[14] ?? 0;
  const scale = 1 / view.focal;
  const bytes = displayed;
  // The triangle that was lit last, and its terms.
  let known = 0;
  let at = 0;
  let kind = 0;
  let red0 = 0;
  let red1 = 0;
  let red2 = 0;
  let green0 = 0;
  let green1 = 0;
  let green2 = 0;
  let blue0 = 0;
  let blue1 = 0;
  let blue2 = 0;
  let facing0 = 0;
  let facing1 = 0;
  let facing2 = 0;
  let sunRed = 0;
  let sunGreen = 0;
  let sunBlue = 0;
  let a4 = 0;
  let b4 = 0;
  let c4 = 0;
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
      if (triangle === 0) {
        red += samples * skyRed;
        green += samples * skyGreen;
        blue += samples * skyBlue;
        continue;
      }
      // Amid them if they show one triangle, and the mean of 1 / distance is that of their middle; otherwise at the first, because
      // outside its samples a triangle seen from the side has any light.
      const lit = mask === same ? mask : mask & -mask;
      const z = (counts[lit] ?? 0) / ((lit & 1) * n0 + ((lit >> 1) & 1) * n1 + ((lit >> 2) & 1) * n2 + (lit >> 3) * n3);
      const x = (u + (rights[lit] ?? 0) - width / 2) * scale;
      const y = (v + (downs[lit] ?? 0) - height / 2) * scale;
      if (triangle !== known) {
        known = triangle;
        at = TERMS * triangle;
        kind = kinds[triangle] || surfaces.learn(frame, view, triangle);
        red0 = terms[at] ?? 0;
        red1 = terms[at + 1] ?? 0;
        red2 = terms[at + 2] ?? 0;
        green0 = terms[at + 3] ?? 0;
        green1 = terms[at + 4] ?? 0;
        green2 = terms[at + 5] ?? 0;
        blue0 = terms[at + 6] ?? 0;
        blue1 = terms[at + 7] ?? 0;
        blue2 = terms[at + 8] ?? 0;
        facing0 = terms[at + 9] ?? 0;
        facing1 = terms[at + 10] ?? 0;
        facing2 = terms[at + 11] ?? 0;
        sunRed = terms[at + 12] ?? 0;
        sunGreen = terms[at + 13] ?? 0;
        sunBlue = terms[at + 14] ?? 0;
        a4 = a3 + (terms[at + 15] ?? 0);
        b4 = b3 + (terms[at + 16] ?? 0);
        c4 = c3 + (terms[at + 17] ?? 0);
      }
      let r = (red0 * x + red1 * y + red2) * z;
      let g = (green0 * x + green1 * y + green2) * z;
      let b = (blue0 * x + blue1 * y + blue2) * z;
      const facing = (facing0 * x + facing1 * y + facing2) * z;
      if (facing > 0) {
        let sun = facing;
        const across = (a0 * x + a1 * y + a2) * z + a4;
        const along = (b0 * x + b1 * y + b2) * z + b4;
        if (across >= 1 && along >= 1 && across < columns - 1 && along < lines - 1) {
          const height = (c0 * x + c1 * y + c2) * z + c4;
          const tile = Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift);
          if ((tops[tile] ?? 0) > height) sun *= sunlight(shadow, across, along, height);
          if (notes) {
            notes.tiles[4 * pixel + noted] = tile;
            noted += 1;
            if (noted < 4) notes.tiles[4 * pixel + noted] = -1;
            if (mask === 15 && kind !== TEXTURED) {
              const note = POINT * pixel;
              const { points, dark } = notes;
              points[note] = r;
              points[note + 1] = g;
              points[note + 2] = b;
              points[note + 3] = facing;
              points[note + 4] = sunRed;
              points[note + 5] = sunGreen;
              points[note + 6] = sunBlue;
              points[note + 7] = across;
              points[note + 8] = along;
              notes.heights[pixel] = height;
              dark[3 * pixel] = bytes[Math.min(r * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
              dark[3 * pixel + 1] = bytes[Math.min(g * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
              dark[3 * pixel + 2] = bytes[Math.min(b * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
            }
          }
        }
        r += sun * sunRed;
        g += sun * sunGreen;
        b += sun * sunBlue;
      }
      if (kind === TEXTURED) {
        const colours = textures[triangle] ?? none;
        const size = sides[triangle] ?? 0;
        const across =
          ((terms[at + TEXTURE] ?? 0) * x + (terms[at + TEXTURE + 1] ?? 0) * y + (terms[at + TEXTURE + 2] ?? 0)) *
            z *
            size -
          0.5;
        const down =
          ((terms[at + TEXTURE + 3] ?? 0) * x + (terms[at + TEXTURE + 4] ?? 0) * y + (terms[at + TEXTURE + 5] ?? 0)) *
            z *
            size -
          0.5;
        const texel = texelAt(colours, size, across, down);
        r *= (texel & 255) * (texel & 255);
        g *= ((texel >> 8) & 255) * ((texel >> 8) & 255);
        b *= (texel >> 16) * (texel >> 16);
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

/** From the camera's frame to cells and metres towards the sun: three rows of four numbers. */
function cameraToSun(view: View, { viewpoint }: Shade): Float64Array {
  const out = new Float64Array(12);
  for (let row = 0; row < 3; row += 1) {
    for (let k = 0; k < 3; k += 1) {
      for (let j = 0; j < 3; j += 1) {
        out[4 * row + k] =
          (out[4 * row + k] ?? 0) + (viewpoint.rotation[3 * row + j] ?? 0) * (view.rotation[3 * k + j] ?? 0);
      }
    }
    out[4 * row + 3] = seenFrom(viewpoint, view.origin, row);
  }
  return out;
}
