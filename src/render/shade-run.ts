import { BENT, type Facets, MIRROR, NEAR, POINT, SHADED, SHADOW, SUNNY, TEXEL, tileOf, writePoint } from './facet.ts';
import { displayed, sunlight } from './light.ts';
import { NOTE, type Shade, type ShadeJob, type ShadeNotes, unshaded } from './shade.ts';
import { LIT, type Surfaces, TEXTURED } from './surface.ts';
import { texelAt } from './texture.ts';
import { SQUARE } from './view.ts';

const BRIGHTEST = displayed.length - 1;
const none: Int32Array = new Int32Array();

/** A point that is lit by itself. */
const lit = new Float64Array(LIT);
const point = new Float64Array(POINT);
/** Numbers of a facet along a line of pixels: at its beginning, and how they change from pixel to pixel. */
const first = new Float64Array(POINT);
const steps = new Float64Array(POINT);

/** Colours so many neighbours that show one triangle, all in one square. */
export function shadeRun(
  job: ShadeJob,
  surfaces: Surfaces,
  facets: Facets,
  triangle: number,
  u: number,
  v: number,
  count: number,
): void {
  const facet = facets.find(job, surfaces, triangle, u, v);
  const kind = facets.kinds[facet] ?? 0;
  const isTextured = ((surfaces.kinds[triangle] ?? 0) & TEXTURED) !== 0;
  const at = facets.at(facet);
  const begin = (u & (SQUARE - 1)) + 0.5;
  const out = 3 * (Math.imul(v, job.view.width) + u);
  const isOpen = (kind & SHADED) === 0 && !job.notes;
  if ((kind & BENT) !== 0) {
    for (let n = 0; n < count; n += 1) shadePoint(job, surfaces, triangle, u + n, v, 0.5);
  } else if (isTextured) {
    follow(facets.numbers, at, v, MIRROR + 6);
    if (isOpen) fillTextured(job.rgb, out, begin, count, surfaces, triangle);
    else for (let n = 0; n < count; n += 1) shadeTextured(job, surfaces, facets, facet, triangle, u + n, v);
  } else if (isOpen || (kind & SUNNY) === 0) {
    follow(facets.numbers, at, v, SHADOW);
    fill(job.rgb, out, begin, count);
  } else {
    follow(facets.numbers, at, v, TEXEL);
    if ((kind & NEAR) !== 0 && !job.notes) fillShaded(job.rgb, out, begin, count, facets, at, v);
    else for (let n = 0; n < count; n += 1) shadeShadow(job, facets, facet, u + n, v);
  }
}

/** Follows the first numbers of a facet's corners along a line of pixels. */
function follow(numbers: Float64Array, at: number, v: number, count: number): void {
  const down = ((v & (SQUARE - 1)) + 0.5) / SQUARE;
  for (let k = 0; k < count; k += 1) {
    const i = at + k;
    const left = numbers[i] ?? 0;
    const right = numbers[i + POINT] ?? 0;
    const begin = left + down * ((numbers[i + 2 * POINT] ?? 0) - left);
    first[k] = begin;
    steps[k] = (right + down * ((numbers[i + 3 * POINT] ?? 0) - right) - begin) / SQUARE;
  }
}

/** In full light, or without any sun. */
function fill(rgb: Uint8Array, begin: number, from: number, count: number): void {
  const red0 = (first[0] ?? 0) + (first[3] ?? 0);
  const green0 = (first[1] ?? 0) + (first[4] ?? 0);
  const blue0 = (first[2] ?? 0) + (first[5] ?? 0);
  const red1 = (steps[0] ?? 0) + (steps[3] ?? 0);
  const green1 = (steps[1] ?? 0) + (steps[4] ?? 0);
  const blue1 = (steps[2] ?? 0) + (steps[5] ?? 0);
  const bytes = displayed;
  const end = (begin + 3 * count) | 0;
  let step = from;
  for (let out = begin | 0; out < end; out += 3) {
    const red = (red0 + step * red1) | 0;
    const green = (green0 + step * green1) | 0;
    const blue = (blue0 + step * blue1) | 0;
    rgb[out] = bytes[Math.min(red, BRIGHTEST)] ?? 0;
    rgb[out + 1] = bytes[Math.min(green, BRIGHTEST)] ?? 0;
    rgb[out + 2] = bytes[Math.min(blue, BRIGHTEST)] ?? 0;
    step += 1;
  }
}

/** The same with a texture, and what is mirrored on top of it. */
function fillTextured(
  rgb: Uint8Array,
  begin: number,
  from: number,
  count: number,
  { textures, sides }: Surfaces,
  triangle: number,
): void {
  const texels = textures[triangle] ?? none;
  const side = (sides[triangle] ?? 0) | 0;
  const red0 = (first[0] ?? 0) + (first[3] ?? 0);
  const green0 = (first[1] ?? 0) + (first[4] ?? 0);
  const blue0 = (first[2] ?? 0) + (first[5] ?? 0);
  const red1 = (steps[0] ?? 0) + (steps[3] ?? 0);
  const green1 = (steps[1] ?? 0) + (steps[4] ?? 0);
  const blue1 = (steps[2] ?? 0) + (steps[5] ?? 0);
  const moreRed0 = (first[MIRROR] ?? 0) + (first[MIRROR + 3] ?? 0);
  const moreGreen0 = (first[MIRROR + 1] ?? 0) + (first[MIRROR + 4] ?? 0);
  const moreBlue0 = (first[MIRROR + 2] ?? 0) + (first[MIRROR + 5] ?? 0);
  const moreRed1 = (steps[MIRROR] ?? 0) + (steps[MIRROR + 3] ?? 0);
  const moreGreen1 = (steps[MIRROR + 1] ?? 0) + (steps[MIRROR + 4] ?? 0);
  const moreBlue1 = (steps[MIRROR + 2] ?? 0) + (steps[MIRROR + 5] ?? 0);
  const across0 = first[TEXEL] ?? 0;
  const across1 = steps[TEXEL] ?? 0;
  const down0 = first[TEXEL + 1] ?? 0;
  const down1 = steps[TEXEL + 1] ?? 0;
  const bytes = displayed;
  const end = (begin + 3 * count) | 0;
  let step = from;
  for (let out = begin | 0; out < end; out += 3) {
    const texel = texelAt(texels, side, across0 + step * across1, down0 + step * down1) | 0;
    const tr = texel & 255;
    const tg = (texel >> 8) & 255;
    const tb = texel >> 16;
    const red = ((red0 + step * red1) * Math.imul(tr, tr) + moreRed0 + step * moreRed1) | 0;
    const green = ((green0 + step * green1) * Math.imul(tg, tg) + moreGreen0 + step * moreGreen1) | 0;
    const blue = ((blue0 + step * blue1) * Math.imul(tb, tb) + moreBlue0 + step * moreBlue1) | 0;
    rgb[out] = bytes[Math.min(red, BRIGHTEST)] ?? 0;
    rgb[out + 1] = bytes[Math.min(green, BRIGHTEST)] ?? 0;
    rgb[out + 2] = bytes[Math.min(blue, BRIGHTEST)] ?? 0;
    step += 1;
  }
}

/** Without texture, in shadows that were looked up for the whole facet. */
function fillShaded(
  rgb: Uint8Array,
  begin: number,
  from: number,
  count: number,
  facets: Facets,
  at: number,
  v: number,
): void {
  const down = ((v & (SQUARE - 1)) + 0.5) / SQUARE;
  const sun0 = facets.sunAt(at, 0, down);
  const sun1 = facets.sunAt(at, 0.5, down);
  const sun2 = facets.sunAt(at, 1, down);
  const red0 = first[0] ?? 0;
  const green0 = first[1] ?? 0;
  const blue0 = first[2] ?? 0;
  const red1 = steps[0] ?? 0;
  const green1 = steps[1] ?? 0;
  const blue1 = steps[2] ?? 0;
  const sunRed0 = first[3] ?? 0;
  const sunGreen0 = first[4] ?? 0;
  const sunBlue0 = first[5] ?? 0;
  const sunRed1 = steps[3] ?? 0;
  const sunGreen1 = steps[4] ?? 0;
  const sunBlue1 = steps[5] ?? 0;
  const bytes = displayed;
  const end = (begin + 3 * count) | 0;
  let step = from;
  for (let out = begin | 0; out < end; out += 3) {
    const share = step * (2 / SQUARE);
    const part = share < 1 ? sun0 + share * (sun1 - sun0) : sun1 + (share - 1) * (sun2 - sun1);
    const red = (red0 + step * red1 + part * (sunRed0 + step * sunRed1)) | 0;
    const green = (green0 + step * green1 + part * (sunGreen0 + step * sunGreen1)) | 0;
    const blue = (blue0 + step * blue1 + part * (sunBlue0 + step * sunBlue1)) | 0;
    rgb[out] = bytes[Math.min(red, BRIGHTEST)] ?? 0;
    rgb[out + 1] = bytes[Math.min(green, BRIGHTEST)] ?? 0;
    rgb[out + 2] = bytes[Math.min(blue, BRIGHTEST)] ?? 0;
    step += 1;
  }
}

/** A pixel of a facet without texture that a shadow may reach. */
function shadeShadow(job: ShadeJob, facets: Facets, facet: number, u: number, v: number): void {
  const { rgb, notes } = job;
  const step = (u & (SQUARE - 1)) + 0.5;
  const kind = facets.kinds[facet] ?? 0;
  const pixel = (Math.imul(v, job.view.width) + u) | 0;
  const shadow = job.shade ?? unshaded;
  let part = 1;
  let isFull = (kind & SHADED) === 0;
  if ((kind & NEAR) !== 0) {
    part = sunNear(facets, facet, step, v);
  } else {
    const across = (first[SHADOW] ?? 0) + step * (steps[SHADOW] ?? 0);
    const along = (first[SHADOW + 1] ?? 0) + step * (steps[SHADOW + 1] ?? 0);
    const height = (first[SHADOW + 2] ?? 0) + step * (steps[SHADOW + 2] ?? 0);
    const tile = tileOf(shadow, across, along);
    isFull = tile < 0 || (shadow.tops[tile] ?? 0) <= height;
    if (!isFull) part = sunlight(shadow, across, along, height, false);
  }
  if (notes) {
    for (let k = 0; k < TEXEL; k += 1) point[k] = (first[k] ?? 0) + step * (steps[k] ?? 0);
    if ((kind & NEAR) !== 0) noteTiles(notes, 4 * pixel, facets, facet, shadow, step / SQUARE, v);
    else notePoint(notes, pixel, shadow);
  }
  // As neighbours that no shadow may reach, to the bit.
  if (isFull) {
    fill(rgb, 3 * pixel, step, 1);
    return;
  }
  const bytes = displayed;
  const red = (first[0] ?? 0) + step * (steps[0] ?? 0) + part * ((first[3] ?? 0) + step * (steps[3] ?? 0));
  const green = (first[1] ?? 0) + step * (steps[1] ?? 0) + part * ((first[4] ?? 0) + step * (steps[4] ?? 0));
  const blue = (first[2] ?? 0) + step * (steps[2] ?? 0) + part * ((first[5] ?? 0) + step * (steps[5] ?? 0));
  rgb[3 * pixel] = bytes[Math.min(red, BRIGHTEST) | 0] ?? 0;
  rgb[3 * pixel + 1] = bytes[Math.min(green, BRIGHTEST) | 0] ?? 0;
  rgb[3 * pixel + 2] = bytes[Math.min(blue, BRIGHTEST) | 0] ?? 0;
}

/** A pixel of a facet with its texture. */
function shadeTextured(
  job: ShadeJob,
  surfaces: Surfaces,
  facets: Facets,
  facet: number,
  triangle: number,
  u: number,
  v: number,
): void {
  const step = (u & (SQUARE - 1)) + 0.5;
  const kind = facets.kinds[facet] ?? 0;
  const shadow = job.shade ?? unshaded;
  const pixel = (Math.imul(v, job.view.width) + u) | 0;
  for (let k = 0; k < MIRROR + 6; k += 1) point[k] = (first[k] ?? 0) + step * (steps[k] ?? 0);
  paint(surfaces, triangle);
  const { notes } = job;
  const isNear = (kind & NEAR) !== 0;
  if (notes && isNear) noteTiles(notes, 4 * pixel, facets, facet, shadow, step / SQUARE, v);
  else if (notes && (kind & SUNNY) !== 0) notePoint(notes, pixel, shadow);
  // As neighbours that no shadow may reach, to the bit.
  if ((kind & SHADED) === 0 || (!isNear && isInFullSun(shadow))) {
    fillTextured(job.rgb, 3 * pixel, step, 1, surfaces, triangle);
  } else finish(job.rgb, pixel, isNear ? sunNear(facets, facet, step, v) : sunOnPoint(shadow));
}

/** How much of the sun there is in a facet whose shadows were looked up, to the bit as when it is filled. */
function sunNear(facets: Facets, facet: number, step: number, v: number): number {
  const at = facets.at(facet);
  const down = ((v & (SQUARE - 1)) + 0.5) / SQUARE;
  const share = step * (2 / SQUARE);
  const middle = facets.sunAt(at, 0.5, down);
  if (share >= 1) return middle + (share - 1) * (facets.sunAt(at, 1, down) - middle);
  const left = facets.sunAt(at, 0, down);
  return left + share * (middle - left);
}

/** Lights a pixel by itself, so far to the right and down in it. */
export function shadePoint(
  job: ShadeJob,
  surfaces: Surfaces,
  triangle: number,
  u: number,
  v: number,
  middle: number,
): void {
  const { view, lights } = job;
  const scale = 1 / view.focal;
  const pixel = (Math.imul(v, view.width) + u) | 0;
  surfaces.light(triangle, (u + middle - view.width / 2) * scale, (v + middle - view.height / 2) * scale, lit, 0);
  writePoint(surfaces, triangle, lights, point, 0, lit);
  if (((surfaces.kinds[triangle] ?? 0) & TEXTURED) !== 0) paint(surfaces, triangle);
  let part = 1;
  if ((lit[3] ?? 0) > 0) {
    const shadow = job.shade ?? unshaded;
    part = sunOnPoint(shadow);
    if (job.notes) notePoint(job.notes, pixel, shadow);
  }
  finish(job.rgb, pixel, part);
}

/** Multiplies the colours of the point by its texture's, and adds what is mirrored on top. */
function paint({ textures, sides }: Surfaces, triangle: number): void {
  const texel = texelAt(textures[triangle] ?? none, sides[triangle] ?? 0, point[TEXEL] ?? 0, point[TEXEL + 1] ?? 0);
  const red = (texel & 255) * (texel & 255);
  const green = ((texel >> 8) & 255) * ((texel >> 8) & 255);
  const blue = (texel >> 16) * (texel >> 16);
  point[0] = (point[0] ?? 0) * red + (point[MIRROR] ?? 0);
  point[1] = (point[1] ?? 0) * green + (point[MIRROR + 1] ?? 0);
  point[2] = (point[2] ?? 0) * blue + (point[MIRROR + 2] ?? 0);
  point[3] = (point[3] ?? 0) * red + (point[MIRROR + 3] ?? 0);
  point[4] = (point[4] ?? 0) * green + (point[MIRROR + 4] ?? 0);
  point[5] = (point[5] ?? 0) * blue + (point[MIRROR + 5] ?? 0);
}

/** Whether nothing can throw a shadow on the point. */
function isInFullSun(shadow: Shade): boolean {
  const tile = tileOf(shadow, point[SHADOW] ?? 0, point[SHADOW + 1] ?? 0);
  return tile < 0 || (shadow.tops[tile] ?? 0) <= (point[SHADOW + 2] ?? 0);
}

/** How much of the sun there is at the point. */
function sunOnPoint(shadow: Shade): number {
  if (isInFullSun(shadow)) return 1;
  return sunlight(shadow, point[SHADOW] ?? 0, point[SHADOW + 1] ?? 0, point[SHADOW + 2] ?? 0, false);
}

/** Writes the point's colours with so much of the sun. */
function finish(rgb: Uint8Array, pixel: number, part: number): void {
  const bytes = displayed;
  const out = (3 * pixel) | 0;
  rgb[out] = bytes[Math.min((point[0] ?? 0) + part * (point[3] ?? 0), BRIGHTEST) | 0] ?? 0;
  rgb[out + 1] = bytes[Math.min((point[1] ?? 0) + part * (point[4] ?? 0), BRIGHTEST) | 0] ?? 0;
  rgb[out + 2] = bytes[Math.min((point[2] ?? 0) + part * (point[5] ?? 0), BRIGHTEST) | 0] ?? 0;
}

/** Notes the tiles that decide about a pixel between four of nine places where its shadow was looked up. */
function noteTiles(
  { tiles }: ShadeNotes,
  at: number,
  facets: Facets,
  facet: number,
  shadow: Shade,
  right: number,
  v: number,
): void {
  const left = right < 0.5 ? 0 : 1;
  const top = (v & (SQUARE - 1)) < SQUARE / 2 ? 0 : 1;
  let noted = at;
  for (let corner = 0; corner < 4; corner += 1) {
    const tile = facets.tileIn(shadow, facets.at(facet), left + (corner & 1), top + (corner >> 1));
    if (tile < 0) continue;
    tiles[noted] = tile;
    noted += 1;
  }
  if (noted < at + 4) tiles[noted] = -1;
}

/** Notes what lighting a pixel of one point again needs to know. */
function notePoint(notes: ShadeNotes, pixel: number, shadow: Shade): void {
  const across = point[SHADOW] ?? 0;
  const along = point[SHADOW + 1] ?? 0;
  const tile = tileOf(shadow, across, along);
  if (tile < 0) return;
  const { tiles, heights, points, dark } = notes;
  tiles[4 * pixel] = tile;
  tiles[4 * pixel + 1] = -1;
  heights[pixel] = point[SHADOW + 2] ?? 0;
  const at = NOTE * pixel;
  for (let k = 0; k < SHADOW + 2; k += 1) points[at + k] = point[k] ?? 0;
  for (let k = 0; k < 3; k += 1) dark[3 * pixel + k] = displayed[Math.min(point[k] ?? 0, BRIGHTEST) | 0] ?? 0;
}
