import type { Region } from '../../scenes/index.ts';
import { Footprint, type FreeArea, middleOf, scales } from './free.ts';
import type { Situation } from './situation.ts';

/** Of the space that is meant, this part must be in the picture, and of that so much must be seen and free. */
const LEAST_INSIDE = 0.4;
const LEAST_SHARE = 0.65;

const upright: ReadonlySet<Region['kind']> = new Set(['wall', 'door', 'window']);

const known = new WeakMap<Situation, Ground>();

/** The free ground in a picture. */
export class Ground {
  /** Of one picture it is worked out once. */
  static of(situation: Situation): Ground {
    const found = known.get(situation) ?? new Ground(situation);
    known.set(situation, found);
    return found;
  }

  readonly #situation: Situation;
  /** The surface's numbers in the segmentation. */
  readonly #ids: ReadonlySet<number>;
  /** What stands on the main surface, and on items. */
  readonly #blocking = new Map<number | undefined, Footprint[]>();
  readonly #clearance: number;

  constructor(situation: Situation) {
    const { place } = situation;
    this.#situation = situation;
    this.#clearance = scales[place.setting].clearance;
    // Walls, doors and windows have a foot there, but stand upright.
    const flat = place.regions.filter(({ z, kind }) => Math.abs(z - place.extent.z) < 0.02 && !upright.has(kind));
    this.#ids = new Set(flat.flatMap(({ id }) => id ?? []));
    for (const item of place.items) {
      const on = item.on ?? undefined;
      this.#blocking.set(on, [...(this.#blocking.get(on) ?? []), new Footprint(item)]);
    }
  }

  /** Where an area is in the picture: the middle of its spots. */
  middle({ spots, level }: FreeArea): [u: number, v: number] {
    const [x, y] = middleOf(spots);
    return this.#pixel(x, y, level);
  }

  /** Whether enough of an area is in the picture, and most of that is seen and free. */
  offers(area: FreeArea): boolean {
    const inside = this.#insideOf(area);
    const open = inside.filter(({ isOpen }) => isOpen).length;
    return inside.length >= LEAST_INSIDE * area.spots.length && open >= LEAST_SHARE * inside.length;
  }

  /** What somebody points at who wants to point at an area, as far as it is free and in the picture. */
  aim(area: FreeArea): [u: number, v: number] | undefined {
    const inside = this.#insideOf(area);
    const open = inside.filter(({ isOpen }) => isOpen);
    const list = open.length > 0 ? open : inside;
    const mean = (k: 'u' | 'v') => list.reduce((sum, spot) => sum + spot[k], 0) / list.length;
    const [midU, midV] = [mean('u'), mean('v')];
    const far = (spot: { u: number; v: number }) => (spot.u - midU) ** 2 + (spot.v - midV) ** 2;
    const [best] = list.toSorted((a, b) => far(a) - far(b));
    return best && [best.u, best.v];
  }

  #insideOf({ spots, only, level }: FreeArea): { u: number; v: number; isOpen: boolean }[] {
    const { width, height } = this.#situation.lens;
    const blocking = this.#standingOn(only, level);
    return spots.flatMap(([x, y]) => {
      const [u, v] = this.#pixel(x, y, level).map(Math.floor);
      if (u === undefined || v === undefined || u < 0 || v < 0 || u >= width || v >= height) return [];
      const isGround = this.#isGround(u, v, only) && (only !== undefined || this.#isWithin(x, y));
      return [{ u, v, isOpen: isGround && isFree(x, y, blocking, this.#clearance) }];
    });
  }

  /** The pixels that show free ground in an area: 255 there. With a step, of squares of so many pixels, by their middles. */
  mask({ includes, spots, only, level }: FreeArea, step = 1): Uint8Array {
    const { lens } = this.#situation;
    const { width, height } = lens;
    const columns = width / step;
    const mask = new Uint8Array(columns * (height / step));
    const found = new Spots();
    const places = spots.map(([x, y]) => this.#pixel(x, y, level));
    const [left, right] = range(places, 0, width);
    const [top, bottom] = range(places, 1, height);
    const z = level ?? this.#situation.place.extent.z;
    for (let v = top - (top % step); v < bottom; v += step) {
      for (let u = left - (left % step); u < right; u += step) {
        if (!this.#isGround(u, v, only)) continue;
        const [x, y] = lens.meets(u + step / 2, v + step / 2, z);
        if (includes(x, y)) found.add((v * columns + u) / step, x, y);
      }
    }
    found.markFree(mask, this.#standingOn(only, level), this.#clearance);
    return mask;
  }

  /** Whether it is shown there; taken for granted before there is a picture. */
  #isGround(u: number, v: number, only: number | undefined): boolean {
    const { shot, scale = 1 } = this.#situation;
    if (!shot) return true;
    const { segmentation, width } = shot.picture;
    const id = segmentation[Math.floor(v / scale) * width + Math.floor(u / scale)] ?? 0;
    return only === undefined ? this.#ids.has(id) : id === only;
  }

  #isWithin(x: number, y: number): boolean {
    const { half } = this.#situation.place.extent;
    return Math.abs(x) < 1.1 * half[0] && Math.abs(y) < 1.1 * half[1];
  }

  #standingOn(only: number | undefined, level: number | undefined): readonly Footprint[] {
    return this.#blocking.get(level === undefined ? undefined : only) ?? [];
  }

  #pixel(x: number, y: number, z = this.#situation.place.extent.z): [u: number, v: number] {
    return this.#situation.lens.project(x, y, z);
  }
}

/** Pixels of an area, and where on the ground they are. */
class Spots {
  readonly #pixels: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  #left = Infinity;
  #right = -Infinity;
  #near = Infinity;
  #far = -Infinity;

  add(pixel: number, x: number, y: number): void {
    this.#pixels.push(pixel);
    this.#x.push(x);
    this.#y.push(y);
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#near) this.#near = y;
    if (y > this.#far) this.#far = y;
  }

  /** Writes 255 where nothing stands. Of all that stands about, only little is near. */
  markFree(mask: Uint8Array, blocking: readonly Footprint[], clearance: number): void {
    const near = blocking.filter((each) => each.mayReach(this.#left, this.#right, this.#near, this.#far, clearance));
    for (let i = 0; i < this.#pixels.length; i += 1) {
      if (isFree(this.#x[i] ?? 0, this.#y[i] ?? 0, near, clearance)) mask[this.#pixels[i] ?? 0] = 255;
    }
  }
}

function isFree(x: number, y: number, blocking: readonly Footprint[], clearance: number): boolean {
  for (const footprint of blocking) if (footprint.isWithin(x, y, clearance)) return false;
  return true;
}

/** Spots lie inside an area: its pixels may be somewhat farther out. */
function range(places: readonly (readonly [number, number])[], k: 0 | 1, most: number): [from: number, to: number] {
  const values = places.map((place) => place[k]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = 0.5 * (high - low) + 4;
  return [Math.max(0, Math.floor(low - more)), Math.min(most, Math.ceil(high + more))];
}
