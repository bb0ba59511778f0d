import { add, columns, cross, dot, norm, type Pose, type Vec3 } from './pose.ts';

/** A box that may be turned. */
export interface Box extends Pose {
  half: Vec3;
  /** Of the ball around it. */
  radius: number;
}

export function boxAt(pose: Pose, half: Vec3): Box {
  return { ...pose, half, radius: norm(half) };
}

/** Whether two boxes touch, or come closer than a gap: they do unless some direction separates them. */
export function touch(a: Box, b: Box, gap: number): boolean {
  const between = add(b.position, a.position, -1);
  const reach = a.radius + b.radius + gap;
  if (dot(between, between) > reach * reach) return false;
  const pair = { a, b, gap, between, ours: columns(a.rotation), theirs: columns(b.rotation) };
  for (const axis of pair.ours) if (separates(axis, pair)) return false;
  for (const axis of pair.theirs) if (separates(axis, pair)) return false;
  for (const one of pair.ours) {
    for (const other of pair.theirs) if (separates(cross(one, other), pair)) return false;
  }
  return true;
}

type Axes = readonly [Vec3, Vec3, Vec3];

interface BoxPair {
  a: Box;
  b: Box;
  gap: number;
  between: Vec3;
  ours: Axes;
  theirs: Axes;
}

function separates(axis: Vec3, { a, b, gap, between, ours, theirs }: BoxPair): boolean {
  const size = dot(axis, axis);
  // Parallel edges give no direction of their own.
  if (size < 1e-12) return false;
  const room = extent(ours, a.half, axis) + extent(theirs, b.half, axis) + gap * Math.sqrt(size);
  return Math.abs(dot(between, axis)) > room;
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
function extent([x, y, z]: Axes, half: Vec3, axis: Vec3): number {
  return Math.abs(dot(x, axis)) * half[0] + Math.abs(dot(y, axis)) * half[1] + Math.abs(dot(z, axis)) * half[2];
}
