import { add, type Box, dot, norm, type Pose, type Vec3 } from '../../geometry/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import { along, type Joints, linkPoses } from '../robot/kinematics.ts';
import { firstHit, type Obstacle } from './collision.ts';
import { solveHand } from './inverse-kinematics.ts';
import type { Phase } from './plan.ts';

/** A phase of which only the ends are fixed. */
export interface Move extends Pick<Phase, 'name' | 'gripper'> {
  /** The first one on which nothing is hit is taken. */
  paths: Iterable<Joints[]>;
  held?: Box;
  obstacles?: readonly Obstacle[];
}

/** The phases that moves become when each takes its first free path, or what is in the way. */
export function phasesFrom(arm: ArmSide, moves: readonly Move[], obstacles: readonly Obstacle[]): Phase[] | string {
  const phases: Phase[] = [];
  for (const move of moves) {
    const found = clearPath(arm, { obstacles, ...move });
    if (typeof found === 'string') return `${found} to ${move.name}`;
    phases.push({ name: move.name, joints: found, gripper: move.gripper });
  }
  return phases;
}

function clearPath(
  arm: ArmSide,
  { paths, obstacles, held }: Move & { obstacles: readonly Obstacle[] },
): Joints[] | string {
  let why = 'there is no straight way';
  for (const path of paths) {
    const hit = firstHit(arm, path, obstacles, held);
    if (!hit) return path;
    why = `${hit} is in the way`;
  }
  return why;
}

/** How far the hand may stray from the line, which is cut into more and more pieces until it does not. */
const STRAY = 0.008;
const cuts = [1, 2, 4];

/** A hand pose and the joint values for it. */
export interface Posture {
  pose: Pose;
  joints: Joints;
}

/** Ways along the straight line between two poses that are turned alike, the one with the fewest points first. */
export function* straightPaths(arm: ArmSide, from: Posture, to: Posture): Generator<Joints[]> {
  const origin = from.pose.position;
  const way = add(to.pose.position, origin, -1);
  for (const pieces of cuts) {
    const path = [from.joints];
    for (let i = 1; i < pieces && path.length === i; i += 1) {
      const pose = { ...from.pose, position: add(origin, way, i / pieces) };
      const found = solveHand(arm, pose, path.at(-1) ?? from.joints);
      if (found) path.push(found);
    }
    path.push(to.joints);
    if (path.length === pieces + 1 && !strays(arm, path, origin, way)) yield path;
  }
}

/** Whether the hand leaves the line between the points of a path. */
function strays(arm: ArmSide, path: readonly Joints[], origin: Vec3, way: Vec3): boolean {
  return path.slice(1).some((to, i) =>
    [0.25, 0.5, 0.75].some((share) => {
      const hand = linkPoses(arm, along(path[i] ?? to, to, share))[6];
      const off = add(hand?.position ?? origin, origin, -1);
      return norm(add(off, way, -dot(off, way) / dot(way, way))) > STRAY;
    }),
  );
}
