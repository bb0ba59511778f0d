import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { type EyeLevel, eyes, type Item, isOpen, type Place, type Setting, type Shot } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import type { Referent } from './ask.ts';
import { apart } from './directions.ts';

const size = { width: 640, height: 480 };
const FOVY = 55;

/** Fewer pixels are no clear sight of an item, or of a region. */
const ITEM_PIXELS = 200;
const REGION_PIXELS = 2500;
/** Figures that show the same items can be put together. */
const SHARED = 2;
/** Of the many ways to put figures in a row, this many are looked at. */
const MOST_CHAINS = 80;

/** How long a step is, in metres. */
const steps: Readonly<Record<Setting, number>> = { room: 0.9, yard: 1.5, tabletop: 0.3 };

/** Where a camera stands and looks: radians, counter-clockwise from above and downwards. */
export interface Stance {
  x: number;
  y: number;
  height: number;
  yaw: number;
  down: number;
}

/** How a sketch was taken, and the item that was moved for it. */
interface Sketched {
  stance: Stance;
  moved?: Item;
}

/** Sketches have so many times fewer columns and rows. */
const COARSE = 4;

/** What an area is called for the furniture in it. */
const areas: Readonly<Record<string, string>> = {
  table: 'dining area',
  sofa: 'lounge area',
  armchair: 'reading corner',
  bookshelf: 'library corner',
  cabinet: 'storage area',
  car: 'parking bay',
  bench: 'resting place',
};

/** Regions that every room has, or nearly every one: where two are named, both must be there. */
export const inEveryRoom = ['rug', 'door', 'window', 'table', 'armchair', 'cabinet'] as const;

/** What may be asked about as a region. */
export const regionKinds: Readonly<Record<Setting, readonly string[]>> = {
  room: [...inEveryRoom, 'sofa', 'bookshelf'],
  yard: ['rug', 'car', 'bench'],
  tabletop: [],
};

/** Takes a picture of a place as it stands: a small one without colours, or the real one. */
export type TakeShot = (camera: Camera, kind: 'sketch' | 'print') => Shot;

/**
 * The shots of one place, and which of them share enough items to be related. Questions are searched in sketches (small, without
 * colours); only the shots that a question shows are rendered in full.
 */
export class ShotGraph {
  readonly place: Place;
  /** Items whose name is unique in the place. */
  readonly items: readonly Item[];
  readonly sketches: Shot[] = [];
  readonly #sketched = new Map<Shot, Sketched>();
  readonly #prints = new Map<Shot, Shot>();
  readonly #used = new Set<Shot>();
  readonly #take: TakeShot;
  readonly #random: Random;
  readonly #visible: number;
  readonly #level: EyeLevel;

  constructor(opts: { place: Place; take: TakeShot; random: Random; visible: number; level?: EyeLevel }) {
    this.place = opts.place;
    this.#take = opts.take;
    this.#random = opts.random;
    this.#visible = opts.visible;
    this.#level = opts.level ?? 'eye';
    const { items } = opts.place;
    this.items = items.filter(({ name }) => items.filter((other) => other.name === name).length === 1);
  }

  /**
   * Sketches the place from one more point of view; false when there is none. `aside` is where something is to be, in degrees
   * clockwise from where one looks.
   */
  grow(aside = 0): boolean {
    for (let tries = 0; tries < 120; tries += 1) {
      const stance = this.#anywhere(aside);
      if (!stance || this.items.filter((item) => framed(stance, item)).length < 3) continue;
      const sketch = this.sketch(stance);
      if (this.items.filter(({ id }) => this.clear(sketch, id)).length < 3) continue;
      this.sketches.push(sketch);
      return true;
    }
    return false;
  }

  sketch(stance: Stance, moved?: Item): Shot {
    const shot = this.#shoot({ stance, ...(moved && { moved }) }, 'sketch');
    this.#sketched.set(shot, { stance, ...(moved && { moved }) });
    return shot;
  }

  /** The real picture of what was sketched. */
  print(sketch: Shot): Shot {
    const known = this.#prints.get(sketch);
    if (known) return known;
    const sketched = this.#sketchedAs(sketch);
    const print = this.#shoot(sketched, 'print');
    this.#prints.set(sketch, print);
    this.#sketched.set(print, sketched);
    return print;
  }

  /** Pictures that a question shows are shown again rather than new ones. */
  use(sketches: readonly Shot[]): void {
    for (const sketch of sketches) this.#used.add(sketch);
  }

  stanceOf(sketch: Shot): Stance {
    return this.#sketchedAs(sketch).stance;
  }

  /** The item that stands elsewhere in a picture, and where. */
  movedIn(shot: Shot): Item | undefined {
    return this.#sketchedAs(shot).moved;
  }

  #sketchedAs(sketch: Shot): Sketched {
    const found = this.#sketched.get(sketch);
    if (!found) throw new Error('this is no sketch of this place');
    return found;
  }

  #shoot({ stance, moved }: Sketched, kind: 'sketch' | 'print'): Shot {
    const camera = cameraAt(stance, kind === 'sketch' ? COARSE : 1);
    if (!moved) return this.#take(camera, kind);
    const { position, yaw } = this.place.item(moved.id);
    this.place.move(moved.id, moved);
    const shot = this.#take(camera, kind);
    this.place.move(moved.id, { position, yaw });
    return shot;
  }

  /** Whether a camera can stand there. */
  free({ x, y }: { x: number; y: number }): boolean {
    return isOpen(this.place, [x, y]);
  }

  /** How long a step is in this place, in metres. */
  get near(): number {
    return steps[this.place.setting];
  }

  #anywhere(degrees: number): Stance | null {
    const {
      edge,
      [this.#level]: { height },
    } = eyes[this.place.setting];
    const { half, z } = this.place.extent;
    const within = (half: number) => (2 * this.#random.next() - 1) * (half - edge);
    const [x, y] = [within(half[0]), within(half[1])];
    const eye = z + height[0] + this.#random.next() * (height[1] - height[0]);
    const target = this.#random.pick(this.place.items);
    const aside = (this.#random.next() - 0.5) * 0.4 + (degrees * Math.PI) / 180;
    if (!this.free({ x, y })) return null;
    const [dx, dy] = [target.position[0] - x, target.position[1] - y];
    const distance = apart([x, y], [target.position[0], target.position[1]]);
    const down = atan2(eye - target.position[2] - target.half[2], distance) - 0.05;
    return {
      x,
      y,
      height: eye,
      yaw: atan2(dy, dx) + aside,
      down: Math.min(this.#level === 'eye' ? 0.6 : 1, Math.max(0.02, down)),
    };
  }

  /** Whether a shot shows enough of an item or region. */
  clear(shot: Shot, id: number): boolean {
    const scale = (size.width / shot.picture.width) ** 2;
    const sight = shot.visible.get(id);
    if (sight) return sight.pixels * scale >= ITEM_PIXELS && sight.pixels >= this.#visible * sight.whole;
    return at(shot.pixels, id) * scale >= REGION_PIXELS;
  }

  /** Whether a shot shows nothing of it. */
  absent(shot: Shot, id: number): boolean {
    return shot.pixels[id] === 0;
  }

  /** Whether two shots share enough items to be related. */
  linked(a: Shot, b: Shot): boolean {
    return this.linkedBut(a, b);
  }

  /** The same without the help of an item. */
  linkedBut(a: Shot, b: Shot, but?: number): boolean {
    return this.items.filter(({ id }) => id !== but && this.clear(a, id) && this.clear(b, id)).length >= SHARED;
  }

  /** Where a motion may begin: pictures in use first. */
  starts(): Shot[] {
    return this.#random.shuffle(this.sketches).sort((a, b) => this.#news([a]) - this.#news([b]));
  }

  /** Figures in a row, each with something in common with the one before; those with few new pictures first. */
  chains(figures: number): Shot[][] {
    let rows: Shot[][] = this.starts().map((shot) => [shot]);
    for (let n = 1; n < figures; n += 1) {
      const longer = rows.flatMap((row) => {
        const last = row.at(-1);
        return this.sketches.flatMap((next) =>
          last && !row.includes(next) && this.linked(last, next) ? [[...row, next]] : [],
        );
      });
      rows = this.#random
        .shuffle(longer)
        .sort((a, b) => this.#news(a) - this.#news(b))
        .slice(0, MOST_CHAINS);
    }
    return rows;
  }

  #news(sketches: readonly Shot[]): number {
    return sketches.reduce((sum, sketch) => sum + Number(!this.#used.has(sketch)), 0);
  }

  /** Items that some figure shows clearly. */
  shown(shots: readonly Shot[]): Item[] {
    return this.items.filter(({ id }) => shots.some((shot) => this.clear(shot, id)));
  }

  /** Regions of a kind that some figure shows: with something of their own to see, or areas around furniture of that kind. */
  shownRegions(shots: readonly Shot[], wanted: string): Referent[] {
    const around = this.shown(shots).flatMap(({ id, kind }): Referent[] => {
      const area = areas[kind];
      return area === undefined || kind !== wanted ? [] : [{ item: id, area }];
    });
    const own = this.place.regions.flatMap(({ id, kind }): Referent[] => {
      if (id === undefined || kind !== wanted) return [];
      return shots.some((shot) => this.clear(shot, id)) ? [{ region: id }] : [];
    });
    return [...own, ...around];
  }

  /** Whether a single figure shows all of these: then the others would not be needed. */
  together(shots: readonly Shot[], spots: readonly Referent[]): boolean {
    const ids = spots.flatMap((spot) => idOf(spot) ?? []);
    return shots.some((shot) => ids.every((id) => !this.absent(shot, id)));
  }
}

/** What stands for something in segmentations. */
export function idOf(spot: Referent): number | undefined {
  return 'item' in spot ? spot.item : 'region' in spot ? spot.region : undefined;
}

/** Whether an item's middle would be in the picture, if nothing hid it, and large enough. */
function framed({ x, y, height, yaw, down }: Stance, { position, half }: Item): boolean {
  const [dx, dy, dz] = [position[0] - x, position[1] - y, position[2] + half[2] - height];
  const along = cos(yaw) * dx + sin(yaw) * dy;
  const forward = cos(down) * along - sin(down) * dz;
  const left = cos(yaw) * dy - sin(yaw) * dx;
  const up = cos(down) * dz + sin(down) * along;
  const angle = (FOVY * Math.PI) / 360;
  const focal = (size.height / 2) * (cos(angle) / sin(angle));
  if (forward <= 0.05 || Math.abs(left * focal) > 300 * forward || Math.abs(up * focal) > 220 * forward) return false;
  return (focal * focal * half[2] * Math.max(half[0], half[1]) * 4) / (forward * forward) > ITEM_PIXELS;
}

function cameraAt({ x, y, height, yaw, down }: Stance, coarse: number): Camera {
  const [cy, sy, cd, sd] = [cos(yaw), sin(yaw), cos(down), sin(down)];
  return {
    width: size.width / coarse,
    height: size.height / coarse,
    fovy: FOVY,
    position: Float64Array.of(x, y, height),
    rotation: Float64Array.of(cy * cd, -sy, cy * sd, sy * cd, cy, sy * sd, -sd, 0, cd),
  };
}
