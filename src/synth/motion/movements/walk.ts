import type { Item, Stand } from '../../../scenes/index.ts';
import type { Random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';
import { distance } from '../measure.ts';
import { along, betweenStands, isFree, movable, through } from '../paths.ts';
import { between, type MovementInput } from './movement.ts';

const TRIES = 30;

/** A part of a way: an angle against the view, and how far, as a share of the distance from the camera. */
export interface Leg {
  angle: number;
  share: readonly [number, number];
  /** How many frames it takes; legs take equally many unless all of them say. */
  frames?: number;
}

interface WalkOptions {
  others?: ReadonlyMap<number, readonly Stand[]>;
  heading?: number;
}

/** A way over the ground, somewhere in the place, with room for what goes there. */
export function walk(
  { place, look, dice, slant }: Pick<MovementInput, 'place' | 'look' | 'dice' | 'slant'>,
  item: Item,
  legs: readonly Leg[],
  { others = new Map(), heading }: WalkOptions = {},
): Stand[] | undefined {
  const frames = legs.flatMap((leg) => leg.frames ?? []);
  return somewhere({ place, dice }, item, others, (middle) => {
    const far = distance(look, middle);
    const lean = between(dice, -slant, slant);
    const steps = legs.map(({ angle, share }) => ({
      angle: look.yaw + angle + lean,
      length: between(dice, ...share) * far,
    }));
    const first = at(steps, 0);
    // An item with a front moves forwards or backwards.
    const yaw = heading === undefined ? item.yaw : first.angle + heading;
    const back = steps.length > 1 ? first.length : first.length / 2;
    const stops: Stand[] = [{ ...along(middle, first.angle, -back), yaw }];
    for (const { angle, length } of steps) stops.push(along(at(stops, -1), angle, length));
    return frames.length > 0 ? through(stops, betweenStands, frames) : through(stops, betweenStands);
  });
}

/** A way that begins, or is, at any place with room for it. */
export function somewhere(
  { place, dice }: Pick<MovementInput, 'place' | 'dice'>,
  item: Item,
  others: ReadonlyMap<number, readonly Stand[]>,
  way: (at: Stand) => Stand[],
): Stand[] | undefined {
  const { half, z } = place.extent;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const tried = way({
      position: [between(dice, -0.7, 0.7) * half[0], between(dice, -0.7, 0.7) * half[1], z],
      yaw: item.yaw,
    });
    if (isFree(place, item, tried, others)) return tried;
  }
  return undefined;
}

/** A random item that can move. */
export function mover(
  { place, dice, who }: MovementInput,
  wanted: (item: Item) => boolean = () => true,
): Item | undefined {
  const [item] = dice.shuffle(movable(place).filter((each) => wanted(each) && (who ?? each.kind) === each.kind));
  return item;
}

export function heading(item: Item, dice: Random): { heading?: number } {
  return item.front ? { heading: dice.int(3) === 0 ? Math.PI : 0 } : {};
}
