import { at } from '../../../util/index.ts';
import { orbited, shifted } from '../camera.ts';
import { DEGREES, farApart } from '../measure.ts';
import { betweenPoses, through } from '../paths.ts';
import type { CameraPose } from '../trajectory.ts';
import {
  between,
  byLuck,
  HALF,
  inOrder,
  type MakeMovement,
  type Movement,
  type MovementInput,
  NO_ROOM,
  NOBODY,
  QUARTERS,
  still,
  ways,
} from './movement.ts';
import { heading, type Leg, mover, walk } from './walk.ts';

const [, , TOWARD, AWAY] = ways;

/** A part of a clip: nearer (1), farther (−1), or as far as before (0), by a share of the distance, in so many frames. */
interface ClipPart {
  sign: 1 | 0 | -1;
  share: readonly [number, number];
  frames: number;
}

/** What is asked of a half, and a longer way nearer or farther in the other half, which the ends of the clip tell instead. */
function partsOf(input: MovementInput, signs: readonly ClipPart['sign'][]): ClipPart[] {
  const asked = signs.map(
    (sign, n): ClipPart => ({
      sign,
      share: sign === 0 ? [0, 0] : [0.24, 0.31],
      frames: signs.length === 1 ? HALF : at(QUARTERS, n),
    }),
  );
  return inOrder(input.span, asked, { sign: byLuck(input, [1, -1] as const), share: [0.34, 0.44], frames: HALF });
}

/** The thing goes, before a camera that stands. */
function byThing(input: MovementInput, signs: readonly ClipPart['sign'][]): Movement | string {
  const { look, dice } = input;
  const item = mover(input);
  if (!item) return NOBODY;
  const legs = partsOf(input, signs).map(({ sign, ...part }): Leg => ({ ...part, angle: sign > 0 ? TOWARD : AWAY }));
  const way = walk(input, item, legs, heading(item, dice));
  return way ? { target: item, camera: still(look), items: new Map([[item.id, way]]) } : NO_ROOM;
}

/** The camera goes; where it stays as far away, it circles the thing, or stands. */
function byCamera(input: MovementInput, signs: readonly ClipPart['sign'][]): Movement | string {
  const { look, dice } = input;
  const item = mover(input);
  if (!item) return NOBODY;
  const far = farApart(look, item);
  const round = dice.int(3) === 0 ? 0 : between(dice, 18, 30) * DEGREES * dice.pick([1, -1]);
  const parts = partsOf(input, signs).map(({ sign, share, frames }) => ({
    step: sign * between(dice, ...share) * far,
    frames,
  }));
  const moved = (pose: CameraPose, step: number, part = 1) =>
    step === 0 ? orbited(pose, item, part * round) : shifted(pose, part * step, 0);
  const stops = [moved(look, at(parts, 0).step, -0.7)];
  for (const { step } of parts) stops.push(moved(at(stops, -1), step));
  const frames = parts.map((part) => part.frames);
  return { target: item, camera: through(stops, betweenPoses, frames), items: new Map() };
}

function nearingBy(input: MovementInput, signs: readonly ClipPart['sign'][]): Movement | string {
  return input.dice.int(2) === 0 ? byThing(input, signs) : byCamera(input, signs);
}

/** Nearer, farther, or one after the other; by the thing or by the camera. */
export const nearing: MakeMovement = (input, option) =>
  nearingBy(input, at([[1], [-1], [1, -1], [-1, 1]] as const, option));

/** Nearer, farther, equally far; or nobody can tell, because what is asked about is not there. */
export const nearingOrNot: MakeMovement = (input, option) => {
  if (option < 3) return nearingBy(input, at([[1], [-1], [0]] as const, option));
  // The same things vanish as move: their names say nothing.
  const moved = nearingOrNot(input, input.dice.int(3));
  return typeof moved === 'string' ? moved : { ...moved, vanishes: true };
};
