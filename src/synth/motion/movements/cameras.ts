import type { Item, Place, Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { orbited, shifted } from '../camera.ts';
import { distance } from '../measure.ts';
import { betweenPoses, through } from '../paths.ts';
import type { CameraPose } from '../trajectory.ts';
import {
  between,
  byLuck,
  HALF,
  inOrder,
  inSpan,
  type MakeMovement,
  type MovementInput,
  NOBODY,
  QUARTERS,
} from './movement.ts';

/** A camera that wanders by a share of its reach: sideways, to and fro, or turning. */
export function wandering({ look, dice, place }: MovementInput, share: readonly [number, number]): CameraPose[] {
  const reach = distance(look, { position: [0, 0, place.extent.z], yaw: 0 });
  const by = between(dice, ...share) * dice.pick([1, -1]);
  const [from, to] = dice.pick([
    [shifted(look, 0, (-by / 2) * reach), shifted(look, 0, (by / 2) * reach)],
    [shifted(look, (-by / 2) * reach, 0), shifted(look, (by / 2) * reach, 0)],
    [
      { ...look, yaw: look.yaw - by / 2 },
      { ...look, yaw: look.yaw + by / 2 },
    ],
  ] as const);
  return through([from, to], betweenPoses);
}

/** What the camera does, by how far, in shares of its reach or in radians; `round` is what it may circle. */
type CameraAction = (look: CameraPose, by: number, reach: number, round: Stand) => CameraPose;
const diagonally =
  (ahead: 1 | -1, left: 1 | -1): CameraAction =>
  (look, by, reach) =>
    shifted(look, ahead * by * reach * Math.SQRT1_2, left * by * reach * Math.SQRT1_2);
const moves = {
  ahead: (look, by, reach) => shifted(look, by * reach, 0),
  back: (look, by, reach) => shifted(look, -by * reach, 0),
  left: (look, by, reach) => shifted(look, 0, by * reach),
  right: (look, by, reach) => shifted(look, 0, -by * reach),
  up: (look, by, reach) => shifted(look, 0, 0, by * reach),
  down: (look, by, reach) => shifted(look, 0, 0, -by * reach),
  turnLeft: (look, by) => ({ ...look, yaw: look.yaw + by }),
  turnRight: (look, by) => ({ ...look, yaw: look.yaw - by }),
  tiltUp: (look, by) => ({ ...look, pitch: look.pitch - by }),
  tiltDown: (look, by) => ({ ...look, pitch: look.pitch + by }),
  aheadLeft: diagonally(1, 1),
  aheadRight: diagonally(1, -1),
  backLeft: diagonally(-1, 1),
  backRight: diagonally(-1, -1),
  clockwise: (look, by, _, round) => orbited(look, round, -1.6 * by),
  counterclockwise: (look, by, _, round) => orbited(look, round, 1.6 * by),
} as const satisfies Record<string, CameraAction>;
export type CameraMove = keyof typeof moves;

/** The thing nearest to the middle: what a camera looks at. */
function centreOf(place: Place): Item | undefined {
  const centre = { position: [0, 0, place.extent.z], yaw: 0 } as const;
  return place.items.toSorted((a, b) => distance(a, centre) - distance(b, centre))[0];
}

/** The camera alone is asked about. */
export function cameraMoves(names: readonly CameraMove[]): MakeMovement {
  return (input, option) => {
    const { place, look, dice, span } = input;
    const target = centreOf(place);
    if (!target) return NOBODY;
    const reach = distance(look, target) * 1.15;
    const isWhole = span === 'whole';
    const legs = inSpan(input, at(names, option), names).map(({ what, isAsked }) => ({
      move: moves[what],
      by: isWhole ? between(dice, 0.24, 0.34) : isAsked ? between(dice, 0.22, 0.27) : between(dice, 0.25, 0.36),
    }));
    const first = at(legs, 0);
    const stops = [first.move(look, (isWhole ? -0.5 : -0.7) * first.by, reach, target)];
    for (const { move, by } of legs) stops.push(move(at(stops, -1), by, reach, target));
    return { target, camera: through(stops, betweenPoses), items: new Map() };
  };
}

/** In one half turning left or right, standing, or turning aside and back; in the other turning farther, either way. */
export const cameraRests: MakeMovement = (input, option) => {
  const { place, look, dice, span } = input;
  const target = centreOf(place);
  if (!target) return NOBODY;
  const by = between(dice, 0.23, 0.29);
  const side = dice.pick([1, -1]) * by;
  const asked = at([[by], [-by], [0], [side, -side]], option);
  const turns = inOrder(span, asked, between(dice, 0.3, 0.4) * byLuck(input, [1, -1]));
  const frames = inOrder<readonly number[]>(span, [asked.length === 1 ? [HALF] : QUARTERS], [HALF]).flat();
  const yaws = [0];
  for (const turn of turns) yaws.push(at(yaws, -1) + turn);
  const middle = (Math.min(...yaws) + Math.max(...yaws)) / 2;
  const stops = yaws.map((yaw) => ({ ...look, yaw: look.yaw + yaw - middle }));
  return { target, camera: through(stops, betweenPoses, frames), items: new Map() };
};
