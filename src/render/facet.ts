import { LIGHT_STEPS, SOFTNESS, sunlight } from './light.ts';
import { type Shade, type ShadeJob, unshaded } from './shade.ts';
import { GLOSSY, LIT, SUN, type Surfaces, TERMS, TEXTURED, TINT } from './surface.ts';
import { SQUARE, SQUARE_SHIFT } from './view.ts';

/**
 * Numbers per point: red, green and blue without the sun, and the sun's, in steps of light; place in the shadow map, and height;
 * place in the texture; what is mirrored on top of a texture, without the sun, and the sun's; 1 / distance; how much it faces the
 * sun; how much light from everywhere is left.
 */
export const POINT = 20;
export const SHADOW = 6;
export const TEXEL = 9;
export const MIRROR = 11;
const DISTANCE = 17;
const FACING = 18;
const OPENNESS = 19;
/** Numbers per facet: its points at the corners of the square; how much of the sun there is at nine places. */
const FACET = 4 * POINT + 9;
const SUNS = 4 * POINT;

/** Light does not change evenly in it: its pixels are lit one by one. */
export const BENT = 1;
/** It faces the sun. */
export const SUNNY = 2;
/** Part of it may be in the shade. */
export const SHADED = 4;
/** Shadows were looked up at nine places, and are as soft as to be told from those. */
export const NEAR = 8;

/** How near all corners must be to each other: 1 / distance of the farthest, of that of the nearest. */
const EVEN = 0.85;
/** How much light must be left at each corner, of that where most is left. */
const OPEN = 0.62;
/** How many cells of the shadow map the nine places may be apart. */
const CELLS = 2;
/** Tiles of the shadow map that are worth looking at. */
const MOST_TILES = 16;
/** Facets that are kept of each square of a line of squares: edges of things cross it. */
const WAYS = 4;

const lit = new Float64Array(LIT);

/**
 * Triangles as they are seen in squares of pixels: light is worked out at the corners of a square, and in between by shares. What a
 * pixel looks like follows from its triangle and its place alone, whatever its neighbours show.
 */
export class Facets {
  numbers = new Float64Array();
  kinds = new Uint8Array();
  /** Triangle and line of squares that each is for. */
  #triangles = new Int32Array();
  #lines = new Int32Array();

  /** Numbers of facets from one line of squares to the next but one: two lines are kept, each after a square that is never used. */
  #line = 0;

  /** Forgets all. */
  begin({ view }: ShadeJob): void {
    this.#line = WAYS * (((view.width - 1) >> SQUARE_SHIFT) + 2);
    const count = 2 * this.#line;
    if (this.kinds.length < count) {
      this.numbers = new Float64Array(FACET * count);
      this.kinds = new Uint8Array(count);
      this.#triangles = new Int32Array(count);
      this.#lines = new Int32Array(count);
    }
    this.#triangles.fill(0);
  }

  /** The number of a triangle's facet in the square of a pixel. */
  find(job: ShadeJob, surfaces: Surfaces, triangle: number, u: number, v: number): number {
    const line = v >> SQUARE_SHIFT;
    const way = triangle & (WAYS - 1);
    const facet = (line & 1) * this.#line + ((u >> SQUARE_SHIFT) + 1) * WAYS + way;
    if (this.#triangles[facet] !== triangle || this.#lines[facet] !== line) {
      this.#triangles[facet] = triangle;
      this.#lines[facet] = line;
      this.#learn(job, surfaces, triangle, facet, u & -SQUARE, v & -SQUARE);
    }
    return facet;
  }

  /** Where its numbers begin. */
  at(facet: number): number {
    return Math.imul(FACET, facet);
  }

  /** How much of the sun there is in a facet that is near: at its left side, in the middle or at its right side (0, 0.5, 1), so far down. */
  sunAt(at: number, right: number, down: number): number {
    const { numbers } = this;
    const row = down < 0.5 ? 0 : 1;
    const i = at + SUNS + 3 * row + 2 * right;
    const upper = numbers[i] ?? 0;
    return upper + (2 * down - row) * ((numbers[i + 3] ?? 0) - upper);
  }

  /** One number at one of nine places of a facet, by halves of its square: the same to the bit in squares that share it. */
  amid(at: number, k: number, right: number, down: number): number {
    const { numbers } = this;
    const i = at + k;
    if (right === 1 && down === 1) {
      const upper = (numbers[i] ?? 0) + (numbers[i + POINT] ?? 0);
      return 0.25 * (upper + ((numbers[i + 2 * POINT] ?? 0) + (numbers[i + 3 * POINT] ?? 0)));
    }
    const one = i + POINT * ((right >> 1) + 2 * (down >> 1));
    const other = one + POINT * (right & 1) + 2 * POINT * (down & 1);
    return 0.5 * ((numbers[one] ?? 0) + (numbers[other] ?? 0));
  }

  #learn(job: ShadeJob, surfaces: Surfaces, triangle: number, facet: number, u: number, v: number): void {
    const { view, lights } = job;
    const { numbers } = this;
    const scale = 1 / view.focal;
    const at = this.at(facet);
    // Corners may be known from the squares before and above.
    const before = this.#ifSame(facet, facet - WAYS, 0);
    const above = this.#ifSame(facet, facet < this.#line ? facet + this.#line : facet - this.#line, 1);
    let nearest = 0;
    let farthest = Infinity;
    let most = 0;
    let least = 1;
    let sunny = 0;
    for (let corner = 0; corner < 4; corner += 1) {
      const to = at + POINT * corner;
      if (before >= 0 && (corner & 1) === 0) copy(numbers, this.at(before) + POINT * (corner + 1), to);
      else if (above >= 0 && corner < 2) copy(numbers, this.at(above) + POINT * (corner + 2), to);
      else {
        const x = (u + SQUARE * (corner & 1) - view.width / 2) * scale;
        const y = (v + SQUARE * (corner >> 1) - view.height / 2) * scale;
        surfaces.light(triangle, x, y, lit, 0);
        writePoint(surfaces, triangle, lights, numbers, to);
      }
      const distance = numbers[to + DISTANCE] ?? 0;
      if (distance > nearest) nearest = distance;
      if (distance < farthest) farthest = distance;
      const openness = numbers[to + OPENNESS] ?? 0;
      if (openness > most) most = openness;
      if (openness < least) least = openness;
      if ((numbers[to + FACING] ?? 0) > 0) sunny += 1;
    }
    const isBent = !(farthest > EVEN * nearest) || least < OPEN * most || sunny % 4 !== 0;
    if (isBent) this.kinds[facet] = BENT;
    else if (sunny === 0) this.kinds[facet] = 0;
    else this.kinds[facet] = SUNNY | this.#findShade(job, facet, before, above);
  }

  /** A facet, if it is the same triangle's, so many lines of squares above; otherwise −1. */
  #ifSame(facet: number, other: number, lines: number): number {
    const isSame =
      this.#triangles[other] === this.#triangles[facet] && this.#lines[other] === (this.#lines[facet] ?? 0) - lines;
    return isSame ? other : -1;
  }

  /** Looks for shadows on a facet. Where pixels are noted, they are looked up even if there are none. */
  #findShade({ shade, notes }: ShadeJob, facet: number, before: number, above: number): number {
    const { numbers } = this;
    const shadow = shade ?? unshaded;
    const at = this.at(facet);
    let left = Infinity;
    let right = -Infinity;
    let top = Infinity;
    let bottom = -Infinity;
    let height = Infinity;
    for (let i = at + SHADOW; i < at + SUNS; i += POINT) {
      const across = numbers[i] ?? 0;
      const along = numbers[i + 1] ?? 0;
      if (across < left) left = across;
      if (across > right) right = across;
      if (along < top) top = along;
      if (along > bottom) bottom = along;
      if ((numbers[i + 2] ?? 0) < height) height = numbers[i + 2] ?? 0;
    }
    const isShaded = mayBeShaded(shadow, left, right, top, bottom, height);
    const isNear = right - left < 2 * CELLS && bottom - top < 2 * CELLS;
    if (!isNear || !(isShaded || notes)) return isShaded ? SHADED : 0;
    const isLeftKnown = before >= 0 && ((this.kinds[before] ?? 0) & NEAR) !== 0;
    const isTopKnown = above >= 0 && ((this.kinds[above] ?? 0) & NEAR) !== 0;
    let dark = 0;
    for (let down = 0; down < 3; down += 1) {
      for (let right = 0; right < 3; right += 1) {
        const place = SUNS + 3 * down + right;
        const part =
          isLeftKnown && right === 0
            ? (numbers[this.at(before) + place + 2] ?? 0)
            : isTopKnown && down === 0
              ? (numbers[this.at(above) + place + 6] ?? 0)
              : this.#sunIn(shadow, at, right, down);
        numbers[at + place] = part;
        if (part !== 1) dark = SHADED;
      }
    }
    return NEAR | dark;
  }

  /** How much of the sun there is at one of nine places, looked up. */
  #sunIn(shadow: Shade, at: number, right: number, down: number): number {
    const across = this.amid(at, SHADOW, right, down);
    const along = this.amid(at, SHADOW + 1, right, down);
    const height = this.amid(at, SHADOW + 2, right, down);
    const tile = tileOf(shadow, across, along);
    return tile < 0 || (shadow.tops[tile] ?? 0) <= height ? 1 : sunlight(shadow, across, along, height, true);
  }

  /** The tile of the shadow map that one of nine places is in; −1 beside the map. */
  tileIn(shadow: Shade, at: number, right: number, down: number): number {
    return tileOf(shadow, this.amid(at, SHADOW, right, down), this.amid(at, SHADOW + 1, right, down));
  }
}

/** A point's numbers to another. A loop, because calls to move so few take longer. */
function copy(numbers: Float64Array, from: number, to: number): void {
  for (let k = 0; k < POINT; k += 1) numbers[to + k] = numbers[from + k] ?? 0;
}

/** The tile of the shadow map that a point is in; −1 beside the map, or too close to its edge. */
export function tileOf({ columns, lines, tileShift, tileColumns }: Shade, across: number, along: number): number {
  const isInside =
    across >= SOFTNESS && along >= SOFTNESS && across < columns - 1 - SOFTNESS && along < lines - 1 - SOFTNESS;
  return isInside ? Math.imul((along | 0) >> tileShift, tileColumns) + ((across | 0) >> tileShift) : -1;
}

/** Writes what colouring needs to know of a lit point. */
export function writePoint(
  { terms, kinds }: Surfaces,
  triangle: number,
  lights: Float64Array,
  out: Float64Array,
  at: number,
  from: Float64Array = lit,
): void {
  const kind = kinds[triangle] ?? 0;
  const term = Math.imul(TERMS, triangle);
  const sun = Math.max(0, from[3] ?? 0);
  const isMirror = (kind & GLOSSY) !== 0;
  // What is mirrored comes on top of a texture.
  const to = (kind & TEXTURED) !== 0 ? at + MIRROR : at;
  for (let k = 0; k < 3; k += 1) {
    out[at + k] = (from[k] ?? 0) * LIGHT_STEPS;
    out[at + 3 + k] = sun * (terms[term + SUN + k] ?? 0) * LIGHT_STEPS;
    out[at + SHADOW + k] = from[4 + k] ?? 0;
    out[at + MIRROR + k] = 0;
    out[at + MIRROR + 3 + k] = 0;
    if (!isMirror) continue;
    const mirrored = sun > 0 ? (from[12] ?? 0) * (terms[term + TINT + k] ?? 0) * (lights[3 + k] ?? 0) : 0;
    out[to + k] = (out[to + k] ?? 0) + (from[9 + k] ?? 0) * LIGHT_STEPS;
    out[to + 3 + k] = (out[to + 3 + k] ?? 0) + mirrored * LIGHT_STEPS;
  }
  out[at + TEXEL] = from[7] ?? 0;
  out[at + TEXEL + 1] = from[8] ?? 0;
  out[at + DISTANCE] = from[13] ?? 0;
  out[at + FACING] = from[3] ?? 0;
  out[at + OPENNESS] = from[14] ?? 0;
}

/** Whether something in a rectangle of the shadow map may be in the shade. */
function mayBeShaded(
  { tops, columns, lines, tileShift, tileColumns }: Shade,
  leftmost: number,
  rightmost: number,
  nearest: number,
  farthest: number,
  height: number,
): boolean {
  if (!(rightmost >= SOFTNESS && farthest >= SOFTNESS && leftmost < columns && nearest < lines)) return false;
  const left = Math.max(0, leftmost | 0) >> tileShift;
  const right = Math.min(columns - 1, rightmost | 0) >> tileShift;
  const top = Math.max(0, nearest | 0) >> tileShift;
  const bottom = Math.min(lines - 1, farthest | 0) >> tileShift;
  if ((right - left + 1) * (bottom - top + 1) > MOST_TILES) return true;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if ((tops[Math.imul(y, tileColumns) + x] ?? 0) > height) return true;
    }
  }
  return false;
}
