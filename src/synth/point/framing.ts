import type { Vec3 } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import type { Place } from '../../scenes/index.ts';
import { Lens } from './lens.ts';

type Optics = Pick<Camera, 'fovy' | 'width' | 'height'>;

/** What an upright camera at a point has that looks at another one. Of cameras, many are tried: this takes no more than it must. */
export function facing(eye: Vec3, target: Vec3, optics: Optics): Lens {
  const [x, y, z] = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]];
  const flat = Math.sqrt(x * x + y * y);
  const far = Math.sqrt(x * x + y * y + z * z);
  return upright(eye, x / flat, y / flat, -z / far, flat / far, optics);
}

/**
 * The same camera turned, upright, until a point is at a place of its picture; undefined where it cannot be without standing on its head.
 * With l and t, how far left and up that place is in units of the focal length, and d, how far down the camera looks, the way to the
 * point rises by √(1 + t²) sin(arctan t − d) for every √(1 + l² + t²).
 */
export function turned(
  lens: Lens,
  point: Vec3,
  [u, v]: readonly [u: number, v: number],
  fovy: number,
): Lens | undefined {
  const { eye, focal, width, height } = lens;
  const [l, t] = [(width / 2 - u) / focal, (height / 2 - v) / focal];
  const [x, y, z] = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  const flat = Math.sqrt(x * x + y * y);
  const cosT = 1 / Math.sqrt(1 + t * t);
  const sinT = t * cosT;
  const sine = (z / Math.sqrt(x * x + y * y + z * z)) * Math.sqrt(1 + l * l + t * t) * cosT;
  if (sine <= -1 || sine >= 1) return undefined;
  const cosine = Math.sqrt(1 - sine * sine);
  const sinDown = sinT * cosine - cosT * sine;
  const cosDown = cosT * cosine + sinT * sine;
  if (cosDown <= 0) return undefined;
  const ahead = cosDown + t * sinDown;
  const size = flat * Math.sqrt(ahead * ahead + l * l);
  return upright(eye, (ahead * x + l * y) / size, (ahead * y - l * x) / size, sinDown, cosDown, {
    fovy,
    width,
    height,
  });
}

function upright(eye: Vec3, x: number, y: number, sinDown: number, cosDown: number, optics: Optics): Lens {
  const rotation = [x * cosDown, -y, x * sinDown, y * cosDown, x, y * sinDown, -sinDown, 0, cosDown];
  return new Lens({ position: eye, rotation, ...optics });
}

const parts = [0.1, 0.3, 0.5, 0.7, 0.9];

/** The part of a picture that shows the main surface, as if nothing stood there. */
export function groundIn(lens: Lens, { extent: { half, z } }: Place): number {
  let ground = 0;
  for (const across of parts) {
    for (const along of parts) {
      const [u, v] = [across * lens.width, along * lens.height];
      if (!lens.looksDown(u, v)) continue;
      const [x, y] = lens.meets(u, v, z);
      if (Math.abs(x) < 1.15 * half[0] && Math.abs(y) < 1.15 * half[1]) ground += 1;
    }
  }
  return ground / parts.length ** 2;
}
