import { compose, type Mat3, multiply, type Pose, turnX, turnY, turnZ, type Vec3 } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import { type ArmSide, armJoints, baseMounts, foot } from './arms.ts';

/** Six joint values of one arm, from shoulder to hand. */
export type Joints = readonly number[];

export const home: Joints = [0, 0, 0, 0, 0, 0];

/** The point at this share of the way between two postures. */
export function along(from: Joints, to: Joints, share: number): Joints {
  return from.map((value, i) => value + share * (at(to, i) - value));
}

/** The way of the joint that has the longest one. */
export function longestWay(from: Joints, to: Joints): number {
  return from.reduce((most, value, i) => Math.max(most, Math.abs(at(to, i) - value)), 0);
}

/** Roll, pitch and yaw about fixed axes, as robot descriptions give them. */
function fromRpy([roll, pitch, yaw]: Vec3): Mat3 {
  return multiply(turnZ(yaw), multiply(turnY(pitch), turnX(roll)));
}

const footPose: Pose = { position: foot.position, rotation: turnZ((foot.yawDegrees * Math.PI) / 180) };

const bases: Readonly<Record<ArmSide, Pose>> = {
  left: compose(footPose, { position: baseMounts.left.xyz, rotation: fromRpy(baseMounts.left.rpy) }),
  right: compose(footPose, { position: baseMounts.right.xyz, rotation: fromRpy(baseMounts.right.rpy) }),
};

const joints = armJoints.map(({ xyz, rpy, axis }) => ({
  mount: { position: xyz, rotation: fromRpy(rpy) },
  turn: axis[0] === 1 ? turnX : axis[1] === 1 ? turnY : turnZ,
}));

/**
 * Where the arm's links are in the world for six joint values: base, link 1 … link 6. The last is the hand.
 * As MuJoCo has them to the last bits, without a world and several times faster.
 * @example linkPoses('left', [0, 0, 0, 0, 0, 0]).at(-1)?.position // [-0.298, -0.314, 0.942]
 */
export function linkPoses(side: ArmSide, values: ArrayLike<number>): Pose[] {
  let link = bases[side];
  const poses = [link];
  for (const [i, { mount, turn }] of joints.entries()) {
    const held = compose(link, mount);
    link = { position: held.position, rotation: multiply(held.rotation, turn(at(values, i))) };
    poses.push(link);
  }
  return poses;
}
