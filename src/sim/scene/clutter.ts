import { type Box, boxAt, turnZ, type Vec3 } from '../../geometry/index.ts';
import type { Random } from '../../stats/index.ts';
import { element } from '../robot/mjcf.ts';

/** A thing that has nothing to do with the task, as it stands or lies. */
interface ClutterKind {
  type: 'box' | 'cylinder' | 'ellipsoid';
  /** Of the box around it. */
  half: Vec3;
  mass: number;
  rgb: Vec3;
}

/** Nothing that rolls: a table must stay as it was laid. */
const around: Readonly<Record<string, ClutterKind>> = {
  book: { type: 'box', half: [0.06, 0.045, 0.012], mass: 0.25, rgb: [0.35, 0.2, 0.15] },
  carton: { type: 'box', half: [0.03, 0.03, 0.05], mass: 0.15, rgb: [0.9, 0.88, 0.8] },
  bar: { type: 'box', half: [0.045, 0.018, 0.012], mass: 0.08, rgb: [0.25, 0.15, 0.35] },
  phone: { type: 'box', half: [0.07, 0.035, 0.005], mass: 0.18, rgb: [0.1, 0.1, 0.12] },
  can: { type: 'cylinder', half: [0.03, 0.03, 0.055], mass: 0.3, rgb: [0.75, 0.35, 0.1] },
  jar: { type: 'cylinder', half: [0.035, 0.035, 0.04], mass: 0.25, rgb: [0.2, 0.5, 0.5] },
  plate: { type: 'cylinder', half: [0.055, 0.055, 0.008], mass: 0.2, rgb: [0.92, 0.92, 0.95] },
  soap: { type: 'ellipsoid', half: [0.04, 0.03, 0.016], mass: 0.1, rgb: [0.85, 0.6, 0.7] },
};

/** Small enough to stand among the blocks, and lower than these: what looks down on a block's top sees past them. */
const among: Readonly<Record<string, ClutterKind>> = {
  cork: { type: 'cylinder', half: [0.012, 0.012, 0.016], mass: 0.02, rgb: [0.66, 0.47, 0.29] },
  candle: { type: 'cylinder', half: [0.017, 0.017, 0.02], mass: 0.04, rgb: [0.9, 0.85, 0.7] },
  lid: { type: 'cylinder', half: [0.02, 0.02, 0.006], mass: 0.02, rgb: [0.55, 0.12, 0.2] },
  tin: { type: 'cylinder', half: [0.016, 0.016, 0.022], mass: 0.06, rgb: [0.62, 0.64, 0.66] },
  eraser: { type: 'box', half: [0.019, 0.01, 0.008], mass: 0.02, rgb: [0.85, 0.55, 0.6] },
  matchbox: { type: 'box', half: [0.021, 0.014, 0.007], mass: 0.02, rgb: [0.2, 0.3, 0.45] },
  sharpener: { type: 'box', half: [0.013, 0.009, 0.011], mass: 0.03, rgb: [0.12, 0.4, 0.38] },
  pebble: { type: 'ellipsoid', half: [0.019, 0.015, 0.009], mass: 0.03, rgb: [0.45, 0.44, 0.42] },
};

const kinds: Readonly<Record<string, ClutterKind>> = { ...around, ...among };

/** Names of things that may lie around the blocks, and among them; each is there once. */
export const clutterNames: readonly string[] = Object.keys(around);
export const smallNames: readonly string[] = Object.keys(among);

/** Where one of them lies. */
export interface ClutterPlace {
  thing: string;
  x: number;
  y: number;
  /** Turned about the vertical, in radians. */
  yaw: number;
}

/** How many there are. */
const FEWEST = 3;
const MOST = 6;
/** Where blocks are carried: what is higher than this stays beside it or behind it. */
const work = { side: 0.36, back: 0.19, height: 0.04 };
/** Room around blocks and zone for a hand. */
const HAND = 0.09;
/** The table, less a margin; in front of it are the arms. */
const table = { side: 0.58, back: 0.33, front: -0.2 };
const GAP = 0.01;

/** Things at random places on the table, apart from each other and from places that a hand must reach. */
export function drawClutter(draw: Random, reached: readonly { x: number; y: number }[]): ClutterPlace[] {
  const count = FEWEST + draw.int(MOST - FEWEST + 1);
  const places: ClutterPlace[] = [];
  for (const thing of draw.shuffle(clutterNames).slice(0, count)) {
    for (let tries = 0; tries < 100; tries += 1) {
      const place = {
        thing,
        x: table.side * (2 * draw.next() - 1),
        y: table.front + (table.back - table.front) * draw.next(),
        yaw: Math.PI * (2 * draw.next() - 1),
      };
      const isFree = isOnTable(place) && !crowds(place, reached, () => HAND);
      if (!isFree || crowds(place, places, (other) => radiusOf(other.thing) + GAP)) continue;
      places.push(place);
      break;
    }
  }
  return places;
}

function isOnTable({ thing, x, y }: ClutterPlace): boolean {
  const room = radiusOf(thing);
  const side = Math.abs(x);
  if (side + room > table.side || y + room > table.back) return false;
  return 2 * kindOf(thing).half[2] < work.height || side - room > work.side || y - room > work.back;
}

/** Whether a thing is too close to others, which need so much room themselves. */
export function crowds<T extends { x: number; y: number }>(
  { thing, x, y }: ClutterPlace,
  others: readonly T[],
  roomOf: (other: T) => number,
): boolean {
  return others.some((other) => (x - other.x) ** 2 + (y - other.y) ** 2 < (radiusOf(thing) + roomOf(other)) ** 2);
}

/** Of the circle around it, seen from above. */
export function radiusOf(thing: string): number {
  const { type, half } = kindOf(thing);
  return type === 'cylinder' ? half[0] : Math.sqrt(half[0] ** 2 + half[1] ** 2);
}

function kindOf(thing: string): ClutterKind {
  const kind = Object.hasOwn(kinds, thing) ? kinds[thing] : undefined;
  if (kind) return kind;
  throw new Error(`nothing is called ${thing}: there are ${Object.keys(kinds).join(', ')}`);
}

/** The box around a thing on a table of this height. */
export function clutterBox({ thing, x, y, yaw }: ClutterPlace, surface: number): Box {
  const { half } = kindOf(thing);
  return boxAt({ position: [x, y, surface + half[2]], rotation: turnZ(yaw) }, half);
}

/** These things as bodies, out of sight behind the wall until they are put somewhere. */
export function clutterMjcf(things: readonly string[], touching: Record<string, number | readonly number[]>): string[] {
  return things.map((thing, index) => {
    const { type, half, mass, rgb } = kindOf(thing);
    const name = `clutter_${thing}`;
    const size = type === 'cylinder' ? [half[0], half[2]] : half;
    return element('body', { name, pos: [0.2 * index - 0.7, 2, half[2]] }, [
      element('freejoint', { name }),
      element('geom', { name, type, size, mass, rgba: [...rgb, 1], ...touching }),
    ]);
  });
}
