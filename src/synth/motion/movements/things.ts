import { cos, sin } from '../../../geometry/index.ts';
import { at, demand } from '../../../util/index.ts';
import { shifted } from '../camera.ts';
import { DEGREES, distance } from '../measure.ts';
import { betweenPoses, through } from '../paths.ts';
import { between, inSpan, type MakeMovement, moments, NO_ROOM, NOBODY, still, ways } from './movement.ts';
import { heading, type Leg, mover, walk } from './walk.ts';

/** Left and away, right and away, left and closer, right and closer. */
const diagonals = [45 * DEGREES, -45 * DEGREES, 135 * DEGREES, -135 * DEGREES] as const;

/** One of some ways, before a camera that stands. */
function straight(angles: readonly number[]): MakeMovement {
  return (input, option) => {
    const { dice, span, look } = input;
    const isWhole = span === 'whole';
    // Who has a front and goes round a corner would turn.
    const item = mover(input, ({ front }) => isWhole || !front);
    if (!item) return NOBODY;
    const legs = inSpan(input, at(angles, option), angles).map(
      ({ what, isAsked }): Leg => ({
        angle: what,
        share: isWhole ? [0.24, 0.42] : isAsked ? [0.2, 0.26] : [0.26, 0.4],
      }),
    );
    const way = walk(input, item, legs, isWhole ? heading(item, dice) : {});
    return way ? { target: item, camera: still(look), items: new Map([[item.id, way]]) } : NO_ROOM;
  };
}

export const inWays = straight(ways);
export const inDiagonals = straight(diagonals);

/** There and back again. */
export const andBack: MakeMovement = (input, option) => {
  const item = mover(input, ({ front }) => !front);
  if (!item) return NOBODY;
  const length = between(input.dice, 0.22, 0.34);
  const angle = at(ways, option);
  const leg = (angle: number): Leg => ({ angle, share: [length, length] });
  const way = walk(input, item, [leg(angle), leg(angle + Math.PI)]);
  return way ? { target: item, camera: still(input.look), items: new Map([[item.id, way]]) } : NO_ROOM;
};

/** How often what the view suggests is right: as often as chance is, and no less, or it would be known for being wrong. */
export const BY_CHANCE = 0.25;

/** One of four ways while the camera goes elsewhere, mostly faster than the thing: it seems to take another way. */
export const overGround: MakeMovement = (input, option) => {
  const moved = inWays(input, option);
  if (typeof moved === 'string') return moved;
  const { look, dice, span } = input;
  const way = demand(moved.items, moved.target.id);
  const isSlow = input.luck < BY_CHANCE;
  const angle = at(ways, option) + dice.pick(isSlow ? [0, 90, -90, 180] : [0, 90, -90]) * DEGREES;
  const share = isSlow ? between(dice, 0.25, 0.45) : between(dice, 1.3, 1.8);
  const [first, last] = moments[span];
  const by = share * distance(at(way, first), at(way, last));
  const turn = between(dice, -0.08, 0.08);
  const pose = (part: number) => ({
    ...shifted(look, part * by * cos(angle), part * by * sin(angle)),
    yaw: look.yaw + part * turn,
  });
  const parts = span === 'first' ? [-0.5, 0.5, 0.5] : span === 'second' ? [-0.5, -0.5, 0.5] : [-0.5, 0.5];
  return { ...moved, camera: through(parts.map(pose), betweenPoses) };
};
