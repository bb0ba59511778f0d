import { atan2, cos, sin } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { cameraAround, drawViewpoint, lookAt, type Place, type Stand } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import type { CameraPose } from './trajectory.ts';

export const CLIP = { width: 320, height: 240 };

/** Nearer than for photographs: clips are small. */
const FAR = 0.82;

/** Somewhere in front of a place, with all of it in view; and its field of view in degrees. */
export function drawCameraPose(dice: Random, place: Place): { look: CameraPose; fovy: number } {
  const viewpoint = drawViewpoint(dice, place.setting, 25);
  const { position, rotation, fovy } = cameraAround(place, { ...viewpoint, far: FAR, size: CLIP });
  const [x = 0, y = 0, z = 0] = position;
  const [fx = 1, , , fy = 0, , , fz = 0] = rotation;
  const look: CameraPose = { position: [x, y, z], yaw: atan2(fy, fx), pitch: atan2(-fz, Math.sqrt(fx * fx + fy * fy)) };
  return { look, fovy };
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
