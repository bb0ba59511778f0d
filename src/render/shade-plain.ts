import { CLOSE } from './frame-buffer.ts';
import { byteOf, displayed, LIGHT_STEPS, SOFTNESS, sunlight } from './light.ts';
import { type Notes, POINT, type Shade, type ShadeJob, unshaded } from './shade.ts';
import { GLOSSY, LIT, NARROW, SUN, type Surfaces, TERMS, TEXTURED, TINT } from './surface.ts';
import { texelAt } from './texture.ts';
import { SAMPLES } from './view.ts';

const BRIGHTEST = displayed.length - 1;
const none: Int32Array = new Int32Array();

/** Light is worked out at both ends of so many neighbours (a power of two) in a line, at fixed places, and in between by shares. */
const SEGMENT = 8;
const SEGMENT_SHIFT = 3;
/** Unless one end is so much farther away than the other: in between, light would not change evenly. */
const BENT = 0.92;
/** Shadows are soft enough to be looked up at both ends and in the middle alone, where those are not more cells apart than this. */
const CELLS = 1.5;

/** Lit points: two ends of a segment, by turns, and a point of its own. */
const ends = new Float64Array(3 * LIT);
const OWN = 2 * LIT;

/** So many at once: a function that is called often is compiled as a whole, and not anew for every loop that it is stuck in. */
const CHUNK = 512;

/** Colours the pixels that show one triangle, or one smooth piece, or the sky: nearly all. Returns the others, in that room. */
export function shadePlain(job: ShadeJob, surfaces: Surfaces, left: Int32Array): Int32Array {
  let count = 0;
  for (let begin = 0; begin < job.pixels.length; begin += CHUNK) {
    count = shadeChunk(job, surfaces, left, count, begin, Math.min(begin + CHUNK, job.pixels.length));
  }
  return left.subarray(0, count);
}

/**
 * What a pixel looks like follows from its triangle and its place alone, whatever its neighbours show. One long function, because
 * numbers that go from one to another would each become an object; what is used often is copied out of its array, because every
 * look into one is checked. Returns how many pixels it left in all.
 */
function shadeChunk(
  job: ShadeJob,
  surfaces: Surfaces,
  left: Int32Array,
  alreadyLeft: number,
  begin: number,
  end: number,
): number {
  const { frame, view, lights, shade, pixels, rgb, notes } = job;
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
  const skyRed = byteOf(lights[12] ?? 0);
  const skyGreen = byteOf(lights[13] ?? 0);
  const skyBlue = byteOf(lights[14] ?? 0);
  const scale = 1 / view.focal;
  const centreX = view.width / 2;
  const centreY = view.height / 2;
  const bytes = displayed;
  const steps = LIGHT_STEPS;
  const brightest = BRIGHTEST;
  let leftCount = alreadyLeft;
  // The triangle that was lit last: its kind, sun and texture; then the segment, and what light does there.
  let triangle = 0;
  let kind = 0;
  let sunRed = 0;
  let sunGreen = 0;
  let sunBlue = 0;
  let mirrorRed = 0;
  let mirrorGreen = 0;
  let mirrorBlue = 0;
  let texels = none;
  let side = 0;
  let segment = -2;
  let isBent = false;
  let inShade = true;
  let isNear = false;
  // How much of the sun there is at the beginning, in the middle and at the end, if all is near.
  let sun0 = 1;
  let sun1 = 1;
  let sun2 = 1;
  let from = 0;
  let to = LIT;
  // Colours in full light, in steps: at the segment's beginning, and how they change from pixel to pixel.
  let red0 = 0;
  let red1 = 0;
  let green0 = 0;
  let green1 = 0;
  let blue0 = 0;
  let blue1 = 0;
  for (let k = begin; k < end; k += 1) {
    const place = pixels[k] ?? 0;
    const v = place >> 16;
    const u = place & 0xffff;
    const first = (Math.imul(v, nextLine) + Math.imul(u, nextPixel)) | 0;
    const id = ids[first + 1] ?? 0;
    const i1 = ids[first + 3] ?? 0;
    const i2 = ids[first + row + 1] ?? 0;
    const i3 = ids[first + row + 3] ?? 0;
    const alike = i1 === id && i2 === id && i3 === id;
    if (!alike) {
      const piece = patch[id];
      const n0 = near[first] ?? 0;
      const n1 = near[first + 2] ?? 0;
      const n2 = near[first + row] ?? 0;
      const n3 = near[first + row + 2] ?? 0;
      const isSmooth = patch[i1] === piece && patch[i2] === piece && patch[i3] === piece;
      if (!isSmooth || Math.min(n0, n1, n2, n3) < CLOSE * Math.max(n0, n1, n2, n3)) {
        left[leftCount] = place;
        leftCount += 1;
        continue;
      }
    }
    const pixel = (Math.imul(v, width) + u) | 0;
    const out = (3 * pixel) | 0;
    if (notes) {
      notes.tiles[4 * pixel] = -1;
      notes.heights[pixel] = Number.NaN;
    }
    if (id === 0) {
      rgb[out] = skyRed;
      rgb[out + 1] = skyGreen;
      rgb[out + 2] = skyBlue;
      continue;
    }
    if (id !== triangle) {
      triangle = id;
      // Not the one before the first.
      segment = -2;
      kind = kinds[id] || surfaces.learn(id);
      const at = Math.imul(TERMS, id);
      sunRed = terms[at + SUN] ?? 0;
      sunGreen = terms[at + SUN + 1] ?? 0;
      sunBlue = terms[at + SUN + 2] ?? 0;
      if ((kind & GLOSSY) !== 0) {
        mirrorRed = (terms[at + TINT] ?? 0) * (lights[3] ?? 0);
        mirrorGreen = (terms[at + TINT + 1] ?? 0) * (lights[4] ?? 0);
        mirrorBlue = (terms[at + TINT + 2] ?? 0) * (lights[5] ?? 0);
      }
      if ((kind & TEXTURED) !== 0) {
        texels = textures[id] ?? none;
        side = sides[id] ?? 0;
      }
    }
    const isOwn = !alike || (kind & NARROW) !== 0;
    if (!isOwn && place >> SEGMENT_SHIFT !== segment) {
      const start = u & -SEGMENT;
      const y = (v + 0.5 - centreY) * scale;
      if (place >> SEGMENT_SHIFT === segment + 1) from = LIT - from;
      else surfaces.light(id, (start - centreX) * scale, y, ends, from);
      to = LIT - from;
      surfaces.light(id, (start + SEGMENT - centreX) * scale, y, ends, to);
      segment = place >> SEGMENT_SHIFT;
      const here = ends[from + 13] ?? 0;
      const there = ends[to + 13] ?? 0;
      const sun = ends[from + 3] ?? 0;
      const nextSun = ends[to + 3] ?? 0;
      isBent = !(Math.min(here, there) > BENT * Math.max(here, there)) || sun > 0 !== nextSun > 0;
      inShade = notes !== undefined || (sun > 0 && mayBeShaded(shadow, from + 4, to + 4));
      isNear =
        inShade &&
        sun > 0 &&
        Math.abs((ends[to + 4] ?? 0) - (ends[from + 4] ?? 0)) < 2 * CELLS &&
        Math.abs((ends[to + 5] ?? 0) - (ends[from + 5] ?? 0)) < 2 * CELLS;
      if (isNear) {
        sun0 = sunBetween(shadow, from, to, 0);
        sun1 = sunBetween(shadow, from, to, 0.5);
        sun2 = sunBetween(shadow, from, to, 1);
        inShade = notes !== undefined || sun0 < 1 || sun1 < 1 || sun2 < 1;
      }
      red0 = ends[from] ?? 0;
      green0 = ends[from + 1] ?? 0;
      blue0 = ends[from + 2] ?? 0;
      red1 = ends[to] ?? 0;
      green1 = ends[to + 1] ?? 0;
      blue1 = ends[to + 2] ?? 0;
      if (sun > 0) {
        red0 += sun * sunRed;
        green0 += sun * sunGreen;
        blue0 += sun * sunBlue;
        red1 += nextSun * sunRed;
        green1 += nextSun * sunGreen;
        blue1 += nextSun * sunBlue;
      }
      if ((kind & (GLOSSY | TEXTURED)) === GLOSSY) {
        const mirrored = sun > 0 ? (ends[from + 12] ?? 0) : 0;
        const nextMirrored = sun > 0 ? (ends[to + 12] ?? 0) : 0;
        red0 += (ends[from + 9] ?? 0) + mirrored * mirrorRed;
        green0 += (ends[from + 10] ?? 0) + mirrored * mirrorGreen;
        blue0 += (ends[from + 11] ?? 0) + mirrored * mirrorBlue;
        red1 += (ends[to + 9] ?? 0) + nextMirrored * mirrorRed;
        green1 += (ends[to + 10] ?? 0) + nextMirrored * mirrorGreen;
        blue1 += (ends[to + 11] ?? 0) + nextMirrored * mirrorBlue;
      }
      red0 *= steps;
      green0 *= steps;
      blue0 *= steps;
      red1 = (red1 * steps - red0) / SEGMENT;
      green1 = (green1 * steps - green0) / SEGMENT;
      blue1 = (blue1 * steps - blue0) / SEGMENT;
    }
    if (!isOwn && !isBent && !inShade && (kind & TEXTURED) === 0) {
      // In full light: on to the end of the segment, or of the triangle.
      const last = Math.min(end, k + SEGMENT - (u & (SEGMENT - 1))) | 0;
      let step = (u & (SEGMENT - 1)) + 0.5;
      let to = out | 0;
      let i = first | 0;
      let next = place | 0;
      do {
        const red = (red0 + step * red1) | 0;
        const green = (green0 + step * green1) | 0;
        const blue = (blue0 + step * blue1) | 0;
        rgb[to] = bytes[red < brightest ? red : brightest] ?? 0;
        rgb[to + 1] = bytes[green < brightest ? green : brightest] ?? 0;
        rgb[to + 2] = bytes[blue < brightest ? blue : brightest] ?? 0;
        k += 1;
        step += 1;
        to += 3;
        i += nextPixel;
        next += 1;
      } while (
        k < last &&
        pixels[k] === next &&
        ids[i + 1] === id &&
        ids[i + 3] === id &&
        ids[i + row + 1] === id &&
        ids[i + row + 3] === id
      );
      k -= 1;
      continue;
    }
    let one = OWN;
    let other = OWN;
    // Where between two ends it is.
    let share = 0;
    if (isOwn || isBent) {
      // Where several triangles meet, at the first sample: outside its samples a triangle seen from the side has any light.
      const middle = alike ? 0.5 : 0.25;
      surfaces.light(id, (u + middle - centreX) * scale, (v + middle - centreY) * scale, ends, OWN);
    } else {
      one = from;
      other = to;
      share = ((u & (SEGMENT - 1)) + 0.5) / SEGMENT;
    }
    const sun = between(one + 3, other + 3, share);
    const isSunny = sun > 0;
    const height = between(one + 6, other + 6, share);
    const isShared = isNear && !isOwn && !isBent;
    const tile = isSunny ? tileBetween(shadow, one, other, share) : -1;
    let part = 1;
    let isFull = true;
    if (isShared) {
      part = share < 0.5 ? sun0 + 2 * share * (sun1 - sun0) : sun1 + (2 * share - 1) * (sun2 - sun1);
      isFull = sun0 === 1 && sun1 === 1 && sun2 === 1;
    } else if (tile >= 0) {
      isFull = (tops[tile] ?? 0) <= height;
      if (!isFull) part = sunBetween(shadow, one, other, share);
    }
    let texel = 0;
    if ((kind & TEXTURED) !== 0) {
      texel = texelAt(texels, side, between(one + 7, other + 7, share), between(one + 8, other + 8, share));
    }
    let red = between(one, other, share);
    let green = between(one + 1, other + 1, share);
    let blue = between(one + 2, other + 2, share);
    let sunnyRed = isSunny ? sun * sunRed : 0;
    let sunnyGreen = isSunny ? sun * sunGreen : 0;
    let sunnyBlue = isSunny ? sun * sunBlue : 0;
    if ((kind & TEXTURED) !== 0) {
      const textureRed = (texel & 255) * (texel & 255);
      const textureGreen = ((texel >> 8) & 255) * ((texel >> 8) & 255);
      const textureBlue = (texel >> 16) * (texel >> 16);
      red *= textureRed;
      green *= textureGreen;
      blue *= textureBlue;
      sunnyRed *= textureRed;
      sunnyGreen *= textureGreen;
      sunnyBlue *= textureBlue;
    }
    if ((kind & GLOSSY) !== 0) {
      red += between(one + 9, other + 9, share);
      green += between(one + 10, other + 10, share);
      blue += between(one + 11, other + 11, share);
      const mirrored = isSunny ? between(one + 12, other + 12, share) : 0;
      sunnyRed += mirrored * mirrorRed;
      sunnyGreen += mirrored * mirrorGreen;
      sunnyBlue += mirrored * mirrorBlue;
    }
    if (notes && isShared) {
      noteTiles(notes, 4 * pixel, shadow, one, other);
    } else if (notes && tile >= 0) {
      notes.tiles[4 * pixel] = tile;
      notes.tiles[4 * pixel + 1] = -1;
      notes.heights[pixel] = height;
      const across = between(one + 4, other + 4, share);
      const along = between(one + 5, other + 5, share);
      note(notes, POINT * pixel, red, green, blue, sunnyRed, sunnyGreen, sunnyBlue, across, along);
      notes.dark[out] = byteOf(red);
      notes.dark[out + 1] = byteOf(green);
      notes.dark[out + 2] = byteOf(blue);
    }
    if (isFull && !isOwn && !isBent && (kind & TEXTURED) === 0) {
      // As its neighbours in full light are, to the bit.
      const step = (u & (SEGMENT - 1)) + 0.5;
      rgb[out] = bytes[Math.min(red0 + step * red1, brightest) | 0] ?? 0;
      rgb[out + 1] = bytes[Math.min(green0 + step * green1, brightest) | 0] ?? 0;
      rgb[out + 2] = bytes[Math.min(blue0 + step * blue1, brightest) | 0] ?? 0;
      continue;
    }
    rgb[out] = bytes[Math.min((red + part * sunnyRed) * steps, brightest) | 0] ?? 0;
    rgb[out + 1] = bytes[Math.min((green + part * sunnyGreen) * steps, brightest) | 0] ?? 0;
    rgb[out + 2] = bytes[Math.min((blue + part * sunnyBlue) * steps, brightest) | 0] ?? 0;
  }
  return leftCount;
}

/** The number between two of the list. */
function between(one: number, other: number, share: number): number {
  const value = ends[one] ?? 0;
  return value + share * ((ends[other] ?? 0) - value);
}

/** The tile of the shadow map that a point between two lit ones is in; −1 beside the map. */
function tileBetween(
  { columns, lines, tileShift, tileColumns }: Shade,
  one: number,
  other: number,
  share: number,
): number {
  const across = between(one + 4, other + 4, share);
  const along = between(one + 5, other + 5, share);
  const isInside =
    across >= SOFTNESS && along >= SOFTNESS && across < columns - 1 - SOFTNESS && along < lines - 1 - SOFTNESS;
  return isInside ? Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift) : -1;
}

/** How much of the sun there is at a point between two lit ones. */
function sunBetween(shadow: Shade, one: number, other: number, share: number): number {
  const tile = tileBetween(shadow, one, other, share);
  const height = between(one + 6, other + 6, share);
  if (tile < 0 || (shadow.tops[tile] ?? 0) <= height) return 1;
  return sunlight(shadow, between(one + 4, other + 4, share), between(one + 5, other + 5, share), height);
}

/** Tiles that decide about a pixel whose shadow was looked up at two ends and between them. */
function noteTiles({ tiles }: Notes, at: number, shadow: Shade, one: number, other: number): void {
  let noted = at;
  for (let share = 0; share <= 1; share += 0.5) {
    const tile = tileBetween(shadow, one, other, share);
    if (tile < 0) continue;
    tiles[noted] = tile;
    noted += 1;
  }
  tiles[noted] = -1;
}

/** Tiles of the shadow map between two points that are worth looking at. */
const MOST_TILES = 12;

/** Whether something may be in the shade between two lit points, whose places in the shadow map are there in the list. */
function mayBeShaded({ tops, columns, lines, tileShift, tileColumns }: Shade, from: number, to: number): boolean {
  const across = ends[from] ?? 0;
  const along = ends[from + 1] ?? 0;
  const nextAcross = ends[to] ?? 0;
  const nextAlong = ends[to + 1] ?? 0;
  const height = Math.min(ends[from + 2] ?? 0, ends[to + 2] ?? 0);
  const leftmost = Math.min(across, nextAcross);
  const rightmost = Math.max(across, nextAcross);
  const nearest = Math.min(along, nextAlong);
  const farthest = Math.max(along, nextAlong);
  if (!(rightmost >= SOFTNESS && farthest >= SOFTNESS && leftmost < columns && nearest < lines)) return false;
  const left = Math.max(0, leftmost | 0) >> tileShift;
  const right = Math.min(columns - 1, rightmost | 0) >> tileShift;
  const top = Math.max(0, nearest | 0) >> tileShift;
  const bottom = Math.min(lines - 1, farthest | 0) >> tileShift;
  if ((right - left + 1) * (bottom - top + 1) > MOST_TILES) return true;
  for (let line = top; line <= bottom; line += 1) {
    for (let column = left; column <= right; column += 1) {
      if ((tops[Math.imul(line, tileColumns) + column] ?? 0) > height) return true;
    }
  }
  return false;
}

/** What lighting a pixel again needs to know. */
function note(
  { points }: Notes,
  at: number,
  red: number,
  green: number,
  blue: number,
  sunRed: number,
  sunGreen: number,
  sunBlue: number,
  across: number,
  along: number,
): void {
  points[at] = red;
  points[at + 1] = green;
  points[at + 2] = blue;
  points[at + 3] = sunRed;
  points[at + 4] = sunGreen;
  points[at + 5] = sunBlue;
  points[at + 6] = across;
  points[at + 7] = along;
}
