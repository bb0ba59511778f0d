import { type Needs, SextantError } from '../../contracts/index.ts';
import { cos, sin, type Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import { at } from '../../util/index.ts';
import type { Physics } from '../physics/physics.ts';
import { wristCamera } from '../robot/arms.ts';

interface CameraMount {
  position: Vec3;
  forward: Vec3;
  left: Vec3;
  fovy: number;
}

/** Cameras that stand still: where they are and where they look. */
const mounts: Readonly<Record<string, CameraMount>> = {
  head_camera: { position: [-0.032, -0.45, 1.35], forward: [0, 0.6, -0.8], left: [-1, 0, 0], fovy: 37 },
  front_camera: { position: [0, -0.45, 0.85], forward: [0, 1, -0.1], left: [-1, 0, 0], fovy: 37 },
  observer_camera: { position: [0, 0.23, 1.33], forward: [0, -1, -1.02], left: [1, 0, 0], fovy: 93 },
};

/** Cameras on the wrists are bodies of the model. */
const wristCameras = ['left_camera', 'right_camera'];
const WRIST_FOVY = 37;

export const cameraNames: readonly string[] = [...Object.keys(mounts), ...wristCameras];

/** Refuses cameras that no robot has, and sizes of cameras that nobody wants. */
export function checkCameras({ cameras, sizes = {} }: Needs, who: string): void {
  const refusal = (message: string) =>
    new SextantError('bad_config', `${who} ${message}`, { fix: `cameras are ${cameraNames.join(', ')}` });
  for (const camera of cameras) {
    if (!cameraNames.includes(camera)) {
      throw refusal(`wants the camera ${JSON.stringify(camera)}, which no robot has`);
    }
  }
  for (const camera of Object.keys(sizes)) {
    if (!cameras.includes(camera)) {
      throw refusal(`says how large ${JSON.stringify(camera)} is to be, but does not want that camera`);
    }
  }
}

export interface CameraOptions {
  size: { width: number; height: number };
  /** How far the head camera is from its place, in metres. */
  headShift?: Vec3;
  /** How far the wrist cameras look down from where the hand points, in radians, if not as the robot's description says. */
  wristPitch?: number;
}

/** A camera of the robot world, as it stands now. */
export function cameraOf(physics: Physics, name: string, opts: CameraOptions): Camera {
  const { size, headShift = [0, 0, 0], wristPitch } = opts;
  const mount = mounts[name];
  if (mount) {
    const [x, y, z] = mount.position;
    const [dx, dy, dz] = name === 'head_camera' ? headShift : [0, 0, 0];
    return {
      ...size,
      position: Float64Array.of(x + dx, y + dy, z + dz),
      rotation: facing(mount.forward, mount.left),
      fovy: mount.fovy,
      fixed: true,
    };
  }
  if (!wristCameras.includes(name)) {
    throw new SextantError('bad_argument', `there is no camera ${JSON.stringify(name)}`, {
      fix: `cameras are ${cameraNames.join(', ')}`,
    });
  }
  const body = physics.id('body', name);
  const rotation = physics.xmat.slice(9 * body, 9 * body + 9);
  return {
    ...size,
    position: physics.xpos.slice(3 * body, 3 * body + 3),
    rotation: wristPitch === undefined ? rotation : pitched(rotation, wristPitch - wristCamera.rpy[1]),
    fovy: WRIST_FOVY,
  };
}

/** The rotation whose columns are forward, left and up. */
function facing([x, y, z]: Vec3, [lx, ly, lz]: Vec3): Float64Array {
  const length = Math.sqrt(x * x + y * y + z * z);
  const [fx, fy, fz] = [x / length, y / length, z / length];
  const [ux, uy, uz] = [fy * lz - fz * ly, fz * lx - fx * lz, fx * ly - fy * lx];
  return Float64Array.of(fx, lx, ux, fy, ly, uy, fz, lz, uz);
}

/** Turned down about its own left. */
function pitched(rotation: Float64Array, angle: number): Float64Array {
  const [c, s] = [cos(angle), sin(angle)];
  return rotation.map((value, i, all) => {
    const [forward, up] = [at(all, 3 * Math.floor(i / 3)), at(all, 3 * Math.floor(i / 3) + 2)];
    return i % 3 === 0 ? c * forward - s * up : i % 3 === 2 ? s * forward + c * up : value;
  });
}
