import { cos, sin } from '../../geometry/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type ClutterPlace, crowds, radiusOf, smallNames } from './clutter.ts';
import { blockHalf, zone } from './tabletop.ts';

/** A block as it is seen from above. */
interface Spot {
  x: number;
  y: number;
  yaw: number;
}

/** How many there are. */
const FEWEST = 3;
const MOST = 6;
/** Blocks as close as this are neighbours: what stands between them stands among the blocks. */
const NEIGHBOURS = 0.26;
/** Room beside a block, whichever way it is turned. */
const BLOCK = 1.42 * blockHalf + 0.006;
/** Where the fingers of an open hand come down, left and right of a block: how far from its middle, and how wide. */
const lane = { along: 0.09, across: 0.018 };
const ZONE = 1.42 * zone.half + 0.02;
const GAP = 0.01;
/** How far from the middle between two blocks a thing may stand. */
const STRAY = 0.05;

/** Small things between blocks that are neighbours, clear of the zone and of what lies there already. */
export function drawAmong(draw: Random, blocks: readonly Spot[], others: readonly ClutterPlace[]): ClutterPlace[] {
  const pairs = blocks.flatMap((one, i) =>
    blocks.slice(i + 1).flatMap((other) => (areClose(one, other) ? [{ one, other }] : [])),
  );
  const count = FEWEST + draw.int(MOST - FEWEST + 1);
  const places: ClutterPlace[] = [];
  for (const thing of draw.shuffle(smallNames).slice(0, pairs.length === 0 ? 0 : count)) {
    for (let tries = 0; tries < 300; tries += 1) {
      const { one, other } = at(pairs, draw.int(pairs.length));
      const place = {
        thing,
        x: (one.x + other.x) / 2 + STRAY * (2 * draw.next() - 1),
        y: (one.y + other.y) / 2 + STRAY * (2 * draw.next() - 1),
        yaw: Math.PI * (2 * draw.next() - 1),
      };
      if (blocks.some((block) => isInLane(place, block))) continue;
      if (crowds(place, blocks, () => BLOCK) || crowds(place, [zone], () => ZONE)) continue;
      if (crowds(place, [...others, ...places], (each) => radiusOf(each.thing) + GAP)) continue;
      places.push(place);
      break;
    }
  }
  return places;
}

function areClose(one: Spot, other: Spot): boolean {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < NEIGHBOURS ** 2;
}

/** Whether a thing stands where fingers must go. */
function isInLane({ thing, x, y }: ClutterPlace, block: Spot): boolean {
  const [c, s] = [cos(block.yaw), sin(block.yaw)];
  const [dx, dy] = [x - block.x, y - block.y];
  const room = radiusOf(thing);
  return Math.abs(c * dx + s * dy) < lane.along + room && Math.abs(c * dy - s * dx) < lane.across + room;
}
