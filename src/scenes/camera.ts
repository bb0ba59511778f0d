import type { Vec3 } from '../geometry/index.ts';
import type { Camera } from '../render/index.ts';

export const PHOTO = { width: 640, height: 480 };

/** A camera at a point that looks at another one, its picture upright. */
export function lookAt(eye: Vec3, target: Vec3, lens: { fovy: number; width: number; height: number }): Camera {
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]);
  const left = unit([-forward[1], forward[0], 0]);
  const up: Vec3 = [
    forward[1] * left[2] - forward[2] * left[1],
    forward[2] * left[0] - forward[0] * left[2],
    forward[0] * left[1] - forward[1] * left[0],
  ];
  return {
    position: Float64Array.of(eye[0], eye[1], eye[2]),
    // Columns are the camera's axes.
    rotation: Float64Array.of(forward[0], left[0], up[0], forward[1], left[1], up[1], forward[2], left[2], up[2]),
    near: 0.05,
    ...lens,
  };
}

function unit([x, y, z]: Vec3): Vec3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
