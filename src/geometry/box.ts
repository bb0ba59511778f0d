import { norm, type Pose, type Vec3 } from './pose.ts';

/** A box that may be turned. */
export interface Box extends Pose {
  half: Vec3;
  /** Of the ball around it. */
  radius: number;
}

export function boxAt(pose: Pose, half: Vec3): Box {
  return { ...pose, half, radius: norm(half) };
}

/**
 * Whether two boxes touch, or come closer than a gap: they do unless some direction separates them. Asked of so many pairs that it
 * makes no lists.
 */
export function touch(a: Box, b: Box, gap: number): boolean {
  const x = b.position[0] - a.position[0];
  const y = b.position[1] - a.position[1];
  const z = b.position[2] - a.position[2];
  const reach = a.radius + b.radius + gap;
  if (x * x + y * y + z * z > reach * reach) return false;
  for (let k = 0; k < 3; k += 1) {
    const { rotation: r } = a;
    if (isApart(a, b, gap, x, y, z, r[k] ?? 0, r[3 + k] ?? 0, r[6 + k] ?? 0)) return false;
  }
  for (let k = 0; k < 3; k += 1) {
    const { rotation: r } = b;
    if (isApart(a, b, gap, x, y, z, r[k] ?? 0, r[3 + k] ?? 0, r[6 + k] ?? 0)) return false;
  }
  for (let k = 0; k < 9; k += 1) if (isApartAcross(a, b, gap, x, y, z, Math.floor(k / 3), k % 3)) return false;
  return true;
}

/** Whether what is across an axis of each separates them. */
function isApartAcross(a: Box, b: Box, gap: number, x: number, y: number, z: number, own: number, other: number) {
  const ax = a.rotation[own] ?? 0;
  const ay = a.rotation[3 + own] ?? 0;
  const az = a.rotation[6 + own] ?? 0;
  const bx = b.rotation[other] ?? 0;
  const by = b.rotation[3 + other] ?? 0;
  const bz = b.rotation[6 + other] ?? 0;
  return isApart(a, b, gap, x, y, z, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}

/** Whether a direction (u, v, w) separates them, whose middles are (x, y, z) apart. */
function isApart(a: Box, b: Box, gap: number, x: number, y: number, z: number, u: number, v: number, w: number) {
  const size = u * u + v * v + w * w;
  // Parallel edges give no direction of their own.
  if (size < 1e-12) return false;
  return Math.abs(x * u + y * v + z * w) > extent(a, u, v, w) + extent(b, u, v, w) + gap * Math.sqrt(size);
}

/** Whether any point of the box is nearer to a point than a distance. */
export function isNear({ position, rotation: r, half }: Box, point: Vec3, distance: number): boolean {
  const [x, y, z] = [point[0] - position[0], point[1] - position[1], point[2] - position[2]];
  const outX = Math.max(0, Math.abs(r[0] * x + r[3] * y + r[6] * z) - half[0]);
  const outY = Math.max(0, Math.abs(r[1] * x + r[4] * y + r[7] * z) - half[1]);
  const outZ = Math.max(0, Math.abs(r[2] * x + r[5] * y + r[8] * z) - half[2]);
  return outX * outX + outY * outY + outZ * outZ < distance * distance;
}

/** Half of how much room the box takes along an axis. */
function extent({ rotation: r, half }: Box, x: number, y: number, z: number): number {
  return (
    Math.abs(r[0] * x + r[3] * y + r[6] * z) * half[0] +
    Math.abs(r[1] * x + r[4] * y + r[7] * z) * half[1] +
    Math.abs(r[2] * x + r[5] * y + r[8] * z) * half[2]
  );
}
