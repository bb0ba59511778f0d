import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { drawEye, type EyeLevel, eyes, lookAt, type Place, type Stand } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { DEGREES } from './measure.ts';
import type { CameraPose } from './trajectory.ts';

export const CLIP = { width: 320, height: 240 };

/** Places that are tried for a camera, and what it looks at: the middle, so far above the ground as a part of its height. */
const TRIES = 20;
const ABOVE = 0.25;

/** Somewhere at the side of a place, looking across it, and its field of view in degrees; undefined where all is taken. */
export function drawCameraPose(
  dice: Random,
  place: Place,
  level: EyeLevel,
): { look: CameraPose; fovy: number } | undefined {
  const { fovy, [level]: range } = eyes[place.setting];
  const [least, most] = range.down;
  for (let n = 0; n < TRIES; n += 1) {
    const position = drawEye(dice, place, level);
    if (!position) continue;
    const [x, y, z] = position;
    const aside = 0.3 * (dice.next() - 0.5);
    const down = atan2((1 - ABOVE) * (z - place.extent.z), Math.sqrt(x * x + y * y));
    const pitch = Math.min(most * DEGREES, Math.max(least * DEGREES, down));
    return { look: { position, yaw: atan2(-y, -x) + aside, pitch }, fovy };
  }
  return undefined;
}

export function cameraOf({ position, yaw, pitch }: CameraPose, fovy: number, fixed: boolean): Camera {
  const [x, y, z] = position;
  const forward = [cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), -sin(pitch)] as const;
  return { ...lookAt(position, [x + forward[0], y + forward[1], z + forward[2]], { fovy, ...CLIP }), fixed };
}

/** A camera elsewhere, looking the same way: so far ahead, to the left and up. */
export function shifted(look: CameraPose, ahead: number, left: number, up = 0): CameraPose {
  const [c, s] = [cos(look.yaw), sin(look.yaw)];
  const [x, y, z] = look.position;
  return { ...look, position: [x + ahead * c - left * s, y + ahead * s + left * c, z + up] };
}

/** A camera that has gone round something by an angle, counter-clockwise from above, and turned with it. */
export function orbited(look: CameraPose, round: Stand, by: number): CameraPose {
  const [x, y, z] = look.position;
  const [dx, dy] = [x - round.position[0], y - round.position[1]];
  const [c, s] = [cos(by), sin(by)];
  return {
    ...look,
    position: [round.position[0] + c * dx - s * dy, round.position[1] + s * dx + c * dy, z],
    yaw: look.yaw + by,
  };
}
