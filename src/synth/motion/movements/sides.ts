import type { Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { bearing, DEGREES } from '../measure.ts';
import { through } from '../paths.ts';
import { wandering } from './cameras.ts';
import { between, type MakeMovement, NO_ROOM, NOBODY, QUARTERS, still } from './movement.ts';
import { mover, somewhere } from './walk.ts';

/** Sides of a thing, as angles from its front to its left. */
const sides = { front: 0, 'left side': 90, back: 180, 'right side': -90 } as const;
export type SideName = keyof typeof sides;

const angles = Object.values(sides);

/**
 * The thing turns so that its sides are seen one after the other in the middle of the clip, while the camera stands or wanders. Before
 * and after that it shows any side: the ends of the clip do not tell.
 */
export function showSides(orders: readonly (readonly SideName[])[]): MakeMovement {
  return (input, option) => {
    const { look, dice, slant } = input;
    const item = mover(input);
    if (!item) return NOBODY;
    const asked = at(orders, option).map((side) => sides[side]);
    const order = [dice.pick(angles), ...asked, dice.pick(angles)];
    const [long, short] = QUARTERS;
    const frames = [long, ...(asked.length === 3 ? [short, long] : [short + long]), short];
    const camera = dice.int(2) === 0 ? still(look) : wandering(input, [0.1, 0.2]);
    // The side that looks at the camera: the thing's yaw is the bearing of the camera less the side's angle.
    const yawsAt = (stand: Stand) => {
      let before: number | undefined;
      return order.map((side, n) => {
        const eye = at(camera, Math.max(0, sumOf(frames.slice(0, n)) - 1));
        const yaw = bearing(stand, eye) - side * DEGREES + between(dice, -slant, slant);
        before = yaw - 2 * Math.PI * Math.round((yaw - (before ?? yaw)) / (2 * Math.PI));
        return before;
      });
    };
    const way = somewhere(input, item, new Map(), (stand) =>
      through(yawsAt(stand), (a, b, t) => a + (b - a) * t, frames).map((yaw) => ({ ...stand, yaw })),
    );
    return way ? { target: item, camera, items: new Map([[item.id, way]]) } : NO_ROOM;
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
