import {
  add,
  apply,
  cross,
  fromSeven,
  multiply,
  norm,
  type Pose,
  rotationVector,
  solvePositive,
  transpose,
  type Vec3,
} from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import { type ArmSide, armJoints, withinLimits } from '../robot/arms.ts';
import { home, type Joints, linkPoses } from '../robot/kinematics.ts';

const DAMPING = 0.02;
const ITERATIONS = 120;
/** No joint goes further than this in one iteration. */
const LARGEST_STEP = 0.25;
/** No error counts for more than this in one iteration: far targets are approached step by step. */
const CLIP = { metres: 0.1, radians: 0.5 };
/** Close enough to stop, and close enough to count when it does not get nearer. */
const FINE = { metres: 2e-5, radians: 2e-4 };
const COARSE = { metres: 5e-4, radians: 5e-3 };
/** A solver that does not get a fifth nearer in so many iterations is stuck. */
const PATIENCE = 12;
const PROGRESS = 0.8;

/**
 * Joint values that bring the hand (link 6) to a pose, within limits, by damped least squares; undefined when there are none near `start`.
 * @example const joints = solveHand('left', { position: [-0.2, 0, 0.9], rotation }, home);
 */
export function solveHand(side: ArmSide, target: Pose, start: Joints): Joints | undefined {
  const joints = start.map((value, i) => withinLimits(i, value));
  let earlier = Number.POSITIVE_INFINITY;
  for (let iteration = 0; ; iteration += 1) {
    const links = linkPoses(side, joints);
    const error = errorOf(target, links[6] ?? target);
    if (isWithin(error, FINE)) return joints;
    if (iteration % PATIENCE === 0) {
      // A tenth of a radian weighs as much as a centimetre.
      const size = norm(error.position) + 0.1 * norm(error.turn);
      const givesUp = size > PROGRESS * earlier || iteration >= ITERATIONS;
      if (givesUp) return isWithin(error, COARSE) ? joints : undefined;
      earlier = size;
    }
    descend(joints, links, error);
  }
}

/** Where arms are brought before a second try: home, elbows up over the table, and the same turned to either side. */
const restarts: readonly Joints[] = [
  home,
  [0, 2, 1.8, -0.8, 0, 0],
  [0.8, 2, 1.8, -0.8, 0, 0],
  [-0.8, 2, 1.8, -0.8, 0, 0],
];

/** The hand as policies see it has y and z turned round. */
const FLIP = [1, 0, 0, 0, -1, 0, 0, 0, -1] as const;

/**
 * Joint values for a hand pose as policies give it: position and quaternion wxyz of the end effector. The nearest to where the arm is,
 * as far as damped least squares from there finds it; then from a few other postures.
 */
export function solveEndEffector(side: ArmSide, pose: ArrayLike<number>, from: ArrayLike<number>): Joints | undefined {
  if ([3, 4, 5, 6].reduce((sum, i) => sum + at(pose, i) ** 2, 0) < 1e-12) return undefined;
  const { position, rotation } = fromSeven(pose);
  const target: Pose = { position, rotation: multiply(rotation, FLIP) };
  for (const start of [Array.from(from), ...restarts]) {
    const joints = solveHand(side, target, start);
    if (joints) return joints;
  }
  return undefined;
}

interface PoseError {
  position: Vec3;
  turn: Vec3;
}

function errorOf(target: Pose, hand: Pose): PoseError {
  return {
    position: add(target.position, hand.position, -1),
    turn: rotationVector(multiply(target.rotation, transpose(hand.rotation))),
  };
}

function isWithin({ position, turn }: PoseError, limit: { metres: number; radians: number }): boolean {
  return norm(position) < limit.metres && norm(turn) < limit.radians;
}

/** One step towards less error, in place. */
function descend(joints: number[], links: readonly Pose[], error: PoseError): void {
  const goal = [...clip(error.position, CLIP.metres), ...clip(error.turn, CLIP.radians)];
  const columns = armJoints.map((_, i) => jacobianColumn(links, i));
  const step = leastSquares(columns, goal);
  // Joints that are at a limit and would go on are left out, so that the others do their share.
  const isStuck = step.map((by, i) => by !== 0 && withinLimits(i, at(joints, i) + by) === joints[i]);
  const free = columns.map((column, i) => (isStuck[i] ? [] : column));
  advance(joints, isStuck.includes(true) ? leastSquares(free, goal) : step);
}

function advance(joints: number[], step: readonly number[]): void {
  const scale = LARGEST_STEP / Math.max(LARGEST_STEP, ...step.map(Math.abs));
  for (const [i, by] of step.entries()) joints[i] = withinLimits(i, at(joints, i) + scale * by);
}

/**
 * How the hand moves and turns when a joint (0 … 5) does.
 * @internal exported for its test
 */
export function jacobianColumn(links: readonly Pose[], joint: number): number[] {
  const link = at(links, joint + 1);
  const hand = at(links, 6);
  const turn = apply(link.rotation, at(armJoints, joint).axis);
  return [...cross(turn, add(hand.position, link.position, -1)), ...turn];
}

/** `Jᵀ (J Jᵀ + λ²)⁻¹ goal` for a Jacobian given by its columns. */
function leastSquares(jacobian: readonly (readonly number[])[], goal: readonly number[]): number[] {
  const square = new Float64Array(36);
  for (let i = 0; i < 6; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = i === j ? DAMPING * DAMPING : 0;
      for (const column of jacobian) sum += (column[i] ?? 0) * (column[j] ?? 0);
      square[6 * i + j] = sum;
    }
  }
  const weights = Float64Array.from(goal);
  solvePositive(square, weights);
  return jacobian.map((column) => column.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0));
}

function clip(v: Vec3, most: number): Vec3 {
  const length = norm(v);
  return length > most ? add([0, 0, 0], v, most / length) : v;
}
