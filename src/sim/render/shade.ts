import { displayed, LIGHT_STEPS } from './display.ts';
import type { Frame } from './frame.ts';
import { lightNumbers } from './light-numbers.ts';
import type { Scene } from './scene.ts';
import { shadePlain } from './shade-plain.ts';
import { Surfaces, TERMS, TEXTURE, TEXTURED } from './surface.ts';
import { seenFrom, type Viewpoint } from './transform.ts';
import { SAMPLES, type View } from './view.ts';

/** How near to the sun each cell is shaded. */
export interface Shade {
  /** World to cells (x, y) and metres towards the sun (z). */
  viewpoint: Viewpoint;
  depth: Float32Array;
  columns: number;
  lines: number;
  /** Side of a cell in metres. */
  cell: number;
  /** How near to the sun anything comes in each tile of 2^tileShift cells by as many, or in a cell beside it. */
  tops: Float32Array;
  tileShift: number;
  tileColumns: number;
}

/** A shadow map of no size. */
export const unshaded: Shade = {
  viewpoint: { rotation: new Float64Array(9), origin: new Float64Array(3) },
  ...{ depth: new Float32Array(), columns: 0, lines: 0, cell: 0 },
  ...{ tops: new Float32Array(), tileShift: 0, tileColumns: 0 },
};

/** Numbers per point: light without the sun, how much it faces the sun, the sun's light on it, place in the shadow map. */
export const POINT = 10;

/** What shading may note about pixels that a shadow can reach. */
export interface Notes {
  /** The cells of the shadow map that decide about each pixel: up to four; the others are −1. */
  cells: Int32Array;
  /** The point that a pixel consists of, if it is but one without texture; otherwise NaN comes first. */
  points: Float64Array;
}

export interface ShadeJob {
  frame: Frame;
  view: View;
  scene: Scene;
  shade: Shade | null;
  /** Which pixels: row · 65536 + column. */
  pixels: Int32Array;
  /** Three bytes per pixel. */
  rgb: Uint8Array;
  notes?: Notes;
}

/** Red and blue of a packed colour, and green. */
const OUTER = 0xff00ff;
const GREEN = 0xff00;
const none = new Int32Array();
const BRIGHTEST = displayed.length - 1;

/** Gives pixels their colours. */
export class Shader {
  readonly #surfaces = new Surfaces();
  #room = new Int32Array();

  shade(job: ShadeJob): void {
    const lights = lightNumbers(job.scene);
    this.#surfaces.begin(job.scene.things, job.frame.catalogue.owner.length, lights, job.shade);
    const camera = cameraToSun(job.view, job.shade ?? unshaded);
    // Notes are for pixels of any kind, and are wanted seldom.
    if (this.#room.length < job.pixels.length) this.#room = new Int32Array(job.pixels.length);
    const light = { lights, camera, surfaces: this.#surfaces, room: this.#room };
    const pixels = job.notes ? job.pixels : shadePlain(job, light);
    shadePixels({ ...job, pixels }, lights, camera, this.#surfaces);
  }
}

/**
 * A pixel whose samples all show one triangle is lit once, at its centre; at edges, each triangle that is seen is lit amid its
 * samples. Light adds up in squares of what is displayed. One long function, because numbers that go from one to another would
 * each become an object; what is used often is copied out of its array, because every look into one is checked.
 */
function shadePixels(
  { frame, view, shade, pixels, rgb, notes }: ShadeJob,
  lights: Float64Array,
  camera: Float64Array,
  surfaces: Surfaces,
): void {
  const { ids } = frame;
  const { width: row, depth: near } = frame.target;
  const { width, height } = view;
  const { terms, kinds, textures, sides } = surfaces;
  const { columns, lines, depth, tops, tileShift, tileColumns } = shade ?? unshaded;
  const [a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0, c0 = 0, c1 = 0, c2 = 0, c3 = 0] = camera;
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
    const pixel = v * width + u;
    const first = SAMPLES * (v * row + u);
    const i0 = ids[first] ?? 0;
    const i1 = ids[first + 1] ?? 0;
    const i2 = ids[first + row] ?? 0;
    const i3 = ids[first + row + 1] ?? 0;
    const n0 = near[first] ?? 0;
    const n1 = near[first + 1] ?? 0;
    const n2 = near[first + row] ?? 0;
    const n3 = near[first + row + 1] ?? 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    if (notes) {
      notes.cells.fill(-1, 4 * pixel, 4 * pixel + 4);
      notes.points[POINT * pixel] = Number.NaN;
    }
    // Samples that show the same triangle are lit together, when the first of them comes.
    const alike = i0 === i1 && i0 === i2 && i0 === i3;
    for (let s = 0; s < (alike ? 1 : 4); s += 1) {
      const triangle = s === 0 ? i0 : s === 1 ? i1 : s === 2 ? i2 : i3;
      if ((s > 0 && triangle === i0) || (s > 1 && triangle === i1) || (s > 2 && triangle === i2)) continue;
      const m0 = triangle === i0 ? 1 : 0;
      const m1 = triangle === i1 ? 1 : 0;
      const m2 = triangle === i2 ? 1 : 0;
      const m3 = triangle === i3 ? 1 : 0;
      const samples = m0 + m1 + m2 + m3;
      if (triangle === 0) {
        red += samples * skyRed;
        green += samples * skyGreen;
        blue += samples * skyBlue;
        continue;
      }
      // The mean of 1 / distance is that of the samples' middle.
      const z = alike ? 4 / (n0 + n1 + n2 + n3) : samples / (m0 * n0 + m1 * n1 + m2 * n2 + m3 * n3);
      const x = (u + 0.5 - width / 2 + (alike ? 0 : (m1 + m3 - m0 - m2) / (4 * samples))) * scale;
      const y = (v + 0.5 - height / 2 + (alike ? 0 : (m2 + m3 - m0 - m1) / (4 * samples))) * scale;
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
          // Nine cells around the point say whether it is dark, the nearer the more they count.
          const height = (c0 * x + c1 * y + c2) * z + c4;
          const column = across | 0;
          const line = along | 0;
          const cell = line * columns + column;
          if ((tops[(line >> tileShift) * tileColumns + (column >> tileShift)] ?? 0) > height) {
            const right = across - column;
            const down = along - line;
            const before = 0.5 * (1 - right) * (1 - right);
            const after = 0.5 * right * right;
            const middle = 1 - before - after;
            const upper =
              ((depth[cell - columns - 1] ?? 0) > height ? before : 0) +
              ((depth[cell - columns] ?? 0) > height ? middle : 0) +
              ((depth[cell - columns + 1] ?? 0) > height ? after : 0);
            const level =
              ((depth[cell - 1] ?? 0) > height ? before : 0) +
              ((depth[cell] ?? 0) > height ? middle : 0) +
              ((depth[cell + 1] ?? 0) > height ? after : 0);
            const lower =
              ((depth[cell + columns - 1] ?? 0) > height ? before : 0) +
              ((depth[cell + columns] ?? 0) > height ? middle : 0) +
              ((depth[cell + columns + 1] ?? 0) > height ? after : 0);
            const above = 0.5 * (1 - down) * (1 - down);
            const below = 0.5 * down * down;
            sun *= 1 - above * upper - (1 - above - below) * level - below * lower;
          }
          if (notes) {
            notes.cells[4 * pixel + s] = cell;
            if (alike && kind !== TEXTURED) {
              const note = POINT * pixel;
              const { points } = notes;
              points[note] = r;
              points[note + 1] = g;
              points[note + 2] = b;
              points[note + 3] = facing;
              points[note + 4] = sunRed;
              points[note + 5] = sunGreen;
              points[note + 6] = sunBlue;
              points[note + 7] = across;
              points[note + 8] = along;
              points[note + 9] = height;
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
        const column = Math.floor(across);
        const line = Math.floor(down);
        // How much of each of the four texels around it, in 256ths.
        const c = ((across - column) * 256) | 0;
        const d = ((down - line) * 256) | 0;
        const both = (c * d) >> 8;
        const rest = 256 - c - d + both;
        const upper = (line & (size - 1)) * size;
        const lower = ((line + 1) & (size - 1)) * size;
        const p = colours[upper + (column & (size - 1))] ?? 0;
        const q = colours[upper + ((column + 1) & (size - 1))] ?? 0;
        const t = colours[lower + (column & (size - 1))] ?? 0;
        const o = colours[lower + ((column + 1) & (size - 1))] ?? 0;
        const outer = (p & OUTER) * rest + (q & OUTER) * (c - both) + (t & OUTER) * (d - both) + (o & OUTER) * both;
        const inner = (p & GREEN) * rest + (q & GREEN) * (c - both) + (t & GREEN) * (d - both) + (o & GREEN) * both;
        const textureRed = (outer >>> 8) & 255;
        const textureGreen = (inner >>> 16) & 255;
        const textureBlue = (outer >>> 24) & 255;
        r *= textureRed * textureRed;
        g *= textureGreen * textureGreen;
        b *= textureBlue * textureBlue;
      }
      red += samples * r;
      green += samples * g;
      blue += samples * b;
    }
    const out = 3 * pixel;
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
