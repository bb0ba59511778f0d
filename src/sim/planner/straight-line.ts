import { add, dot, norm, type Pose, type Vec3 } from '../../geometry/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import { linkPoses } from '../robot/kinematics.ts';
import { solveHand } from './inverse-kinematics.ts';
import { along, type Joints } from './joints.ts';

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
