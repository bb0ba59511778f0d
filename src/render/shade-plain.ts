import { CLOSE } from './frame-buffer.ts';
import { displayed, LIGHT_STEPS, sunlight } from './light.ts';
import { type ShadeJob, unshaded } from './shade.ts';
import { type Surfaces, TERMS, TEXTURE, TEXTURED } from './surface.ts';
import { texelAt } from './texture.ts';
import { SAMPLES } from './view.ts';

const BRIGHTEST = displayed.length - 1;
const none: Int32Array = new Int32Array();

/** What pixels are lit with. */
export interface Light {
  /** From the camera's frame to cells and metres towards the sun: three rows of four numbers. */
  camera: Float64Array;
  surfaces: Surfaces;
  /** Room for as many pixels as there are. */
  room: Int32Array;
}

/**
 * Colours the pixels that show one triangle, or one smooth piece, or the sky: nearly all. The same arithmetic as for all others, but
 * a triangle's numbers are looked up once for neighbours, and what lies in full light is not weighed. Returns the pixels it left, in that room.
 */
export function shadePlain(
  { frame, view, lights, shade, pixels, rgb }: ShadeJob,
  { camera, surfaces, room: left }: Light,
): Int32Array {
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
  const skyRed = byteOf(lights[12] ?? 0);
  const skyGreen = byteOf(lights[13] ?? 0);
  const skyBlue = byteOf(lights[14] ?? 0);
  const scale = 1 / view.focal;
  const bytes = displayed;
  const steps = LIGHT_STEPS;
  const brightest = BRIGHTEST;
  let leftCount = 0;
  let triangle = 0;
  let isTextured = false;
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
  let across0 = 0;
  let across1 = 0;
  let across2 = 0;
  let down0 = 0;
  let down1 = 0;
  let down2 = 0;
  let texels = none;
  let side = 0;
  for (let k = 0; k < pixels.length; k += 1) {
    const place = pixels[k] ?? 0;
    const v = place >> 16;
    const u = place & 0xffff;
    const first = (Math.imul(v, nextLine) + Math.imul(u, nextPixel)) | 0;
    const id = ids[first + 1] ?? 0;
    const i1 = ids[first + 3] ?? 0;
    const i2 = ids[first + row + 1] ?? 0;
    const i3 = ids[first + row + 3] ?? 0;
    const n0 = near[first] ?? 0;
    const n1 = near[first + 2] ?? 0;
    const n2 = near[first + row] ?? 0;
    const n3 = near[first + row + 2] ?? 0;
    const alike = i1 === id && i2 === id && i3 === id;
    if (!alike) {
      const piece = patch[id];
      const isSmooth = patch[i1] === piece && patch[i2] === piece && patch[i3] === piece;
      if (!isSmooth || Math.min(n0, n1, n2, n3) < CLOSE * Math.max(n0, n1, n2, n3)) {
        left[leftCount] = place;
        leftCount += 1;
        continue;
      }
    }
    const out = (3 * (Math.imul(v, width) + u)) | 0;
    if (id === 0) {
      rgb[out] = skyRed;
      rgb[out + 1] = skyGreen;
      rgb[out + 2] = skyBlue;
      continue;
    }
    if (id !== triangle) {
      triangle = id;
      const at = TERMS * id;
      isTextured = (kinds[id] || surfaces.learn(frame, view, id)) === TEXTURED;
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
      if (isTextured) {
        across0 = terms[at + TEXTURE] ?? 0;
        across1 = terms[at + TEXTURE + 1] ?? 0;
        across2 = terms[at + TEXTURE + 2] ?? 0;
        down0 = terms[at + TEXTURE + 3] ?? 0;
        down1 = terms[at + TEXTURE + 4] ?? 0;
        down2 = terms[at + TEXTURE + 5] ?? 0;
        texels = textures[id] ?? none;
        side = sides[id] ?? 0;
      }
    }
    const middle = alike ? 0.5 : 0.25;
    const z = alike ? 4 / (n0 + n1 + n2 + n3) : 1 / n0;
    const x = (u + middle - width / 2) * scale;
    const y = (v + middle - height / 2) * scale;
    let sun = (facing0 * x + facing1 * y + facing2) * z;
    if (sun > 0) {
      const across = (a0 * x + a1 * y + a2) * z + a4;
      const along = (b0 * x + b1 * y + b2) * z + b4;
      if (across >= 1 && along >= 1 && across < columns - 1 && along < lines - 1) {
        const height = (c0 * x + c1 * y + c2) * z + c4;
        const tile = Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift);
        if ((tops[tile] ?? 0) > height) sun *= sunlight(shadow, across, along, height);
      }
    } else sun = 0;
    let red = (red0 * x + red1 * y + red2) * z + sun * sunRed;
    let green = (green0 * x + green1 * y + green2) * z + sun * sunGreen;
    let blue = (blue0 * x + blue1 * y + blue2) * z + sun * sunBlue;
    if (isTextured) {
      const texel = texelAt(
        texels,
        side,
        (across0 * x + across1 * y + across2) * z * side - 0.5,
        (down0 * x + down1 * y + down2) * z * side - 0.5,
      );
      red *= (texel & 255) * (texel & 255);
      green *= ((texel >> 8) & 255) * ((texel >> 8) & 255);
      blue *= (texel >> 16) * (texel >> 16);
    }
    rgb[out] = bytes[Math.min(red * steps, brightest) | 0] ?? 0;
    rgb[out + 1] = bytes[Math.min(green * steps, brightest) | 0] ?? 0;
    rgb[out + 2] = bytes[Math.min(blue * steps, brightest) | 0] ?? 0;
  }
  return left.subarray(0, leftCount);
}

function byteOf(light: number): number {
  return displayed[Math.min(light * LIGHT_STEPS, BRIGHTEST) | 0] ?? 0;
}
