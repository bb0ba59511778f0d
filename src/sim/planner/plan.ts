import type { Action } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import type { Joints } from '../robot/kinematics.ts';
import { type JointPace, timePath } from './time-parameterise.ts';

/** Numbers per state: six joints and the gripper of the left arm, then of the right one. */
const width = 14;

/** One part of a fetch: a path of straight lines in joint space, or a gripper that opens or closes. */
export interface Phase {
  name: 'rise' | 'approach' | 'reach' | 'close' | 'lift' | 'carry' | 'lower' | 'open' | 'retreat' | 'return';
  /** The points of the path, the first is where the last phase ended; only one when the arm stays. */
  joints: Joints[];
  /** Value of the gripper when the phase ends. */
  gripper: number;
}

/** How one arm does something while the other stays as it is. Plain data. */
export interface ArmPlan {
  arm: ArmSide;
  /** What the drives of both arms were told before: 14 numbers. */
  state: number[];
  phases: Phase[];
}

/** The plan as commands for both arms, each one straight line in joint space. */
export function planActions(plan: ArmPlan): Action[] {
  return plan.phases.flatMap(({ joints, gripper }) => {
    const targets = joints.length > 1 ? joints.slice(1) : joints;
    return targets.map((target) => {
      const action = Float64Array.from(plan.state);
      action.set([...target, gripper], armOffset(plan));
      return action;
    });
  });
}

/** What to tell the drives in each physics step: 14 numbers per step, and the speeds that belong to them. */
export interface DriveSamples {
  steps: number;
  positions: Float64Array;
  velocities: Float64Array;
}

/** Faster than commands allow, as the expert drives joints itself. */
const drivePace: JointPace = { speed: 2, gain: 4 };
/** Steps in which a gripper moves, and in which it is waited for. */
const closing = { move: 75, hold: 50 };
const opening = { move: 50, hold: 25 };

/** The plan carried out without stops between the points of a phase. */
export function driveSamples(plan: ArmPlan): DriveSamples {
  const offset = armOffset(plan);
  let gripper = at(plan.state, offset + 6);
  const parts = plan.phases.map((phase) => {
    const way = timePath(phase.joints, drivePace);
    const { move, hold } = phase.gripper < gripper ? closing : opening;
    const grip = { from: gripper, to: phase.gripper, steps: way.steps || move };
    gripper = phase.gripper;
    return { way, grip, steps: way.steps || move + hold, joints: at(phase.joints, 0) };
  });
  const steps = parts.reduce((sum, part) => sum + part.steps, 0);
  const positions = new Float64Array(width * steps);
  const velocities = new Float64Array(width * steps);
  let into = 0;
  for (const { way, grip, joints, ...part } of parts) {
    for (let k = 0; k < part.steps; k += 1, into += width) {
      positions.set(plan.state, into);
      positions.set(way.positions?.subarray(6 * k, 6 * k + 6) ?? joints, into + offset);
      positions[into + offset + 6] = grip.from + (grip.to - grip.from) * Math.min(1, (k + 1) / grip.steps);
      if (way.velocities) velocities.set(way.velocities.subarray(6 * k, 6 * k + 6), into + offset);
    }
  }
  return { steps, positions, velocities };
}

function armOffset({ arm }: ArmPlan): number {
  return arm === 'left' ? 0 : 7;
}
