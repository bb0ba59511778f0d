import { type Action, type ActionKind, type Needs, PolicyError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import type { Segment } from '../planner/time-parameterise.ts';
import { type ArmSide, sides, withinLimits } from '../robot/arms.ts';
import { actionWidth } from './action-log.ts';
import { armWidth, type Tabletop } from './tabletop.ts';

/** Steps of a command that moves no joint. */
export const IDLE_STEPS = 50;
/** Beyond the limits that the robot's own description gives, a number is a mistake (degrees?), not a command. */
const SANE_JOINT = 10;
const SANE_GRIPPER = 2;

/** Where a joint-space or hand-space target leads an arm from where its drives are now. */
export interface Routes {
  /** With `every`, in exactly so many steps, however far it gets. */
  joints(from: Float64Array, to: Float64Array, every?: number): Segment;
  /** Undefined when the hand cannot get there. */
  hand(side: ArmSide, pose: Float64Array, from: Float64Array): Float64Array | undefined;
}

/** What a command means. Throws `bad_action` unless it is one that a robot could be given. */
export function kindOf(wanted: Needs['action'], action: unknown, place: string): ActionKind {
  const refuse = (why: string) => new PolicyError('bad_action', `${place}: ${why}`);
  if (!(action instanceof Float64Array)) throw refuse('not a list of numbers');
  const kinds: ActionKind[] = wanted === 'either' ? ['qpos', 'ee'] : [wanted];
  const kind = kinds.find((each) => actionWidth[each] === action.length);
  if (!kind) {
    throw refuse(`${action.length} numbers, ${kinds.map((each) => `${each} takes ${actionWidth[each]}`).join(', ')}`);
  }
  const perArm = action.length / 2;
  for (const [i, value] of action.entries()) {
    if (!Number.isFinite(value)) throw refuse(`number ${i} is ${value}`);
    const most = i % perArm === perArm - 1 ? SANE_GRIPPER : SANE_JOINT;
    if (Math.abs(value) > most) throw refuse(`number ${i} is ${value}, beyond ±${most}: no robot should jump there`);
  }
  return kind;
}

/**
 * Carries out one command: each arm's way is timed, both advance in step, one physics step at a time. `afterStep` looks at the
 * world.
 */
export function takeAction(
  table: Tabletop,
  action: Action,
  opts: { kind: ActionKind; every?: number; routes: Routes; afterStep(): void },
): void {
  const ways = sides.map((side) => wayOf(table, side, action, opts));
  const [left, right] = ways;
  if (!left || !right) return;
  while (left.done < left.steps || right.done < right.steps) {
    const leftShare = left.done / left.steps;
    // The right arm compares itself with where the left one has just gone, as upstream does.
    if (left.done < left.steps && leftShare <= right.done / right.steps) advance(table, left);
    if (right.done < right.steps && right.done / right.steps <= left.done / left.steps) advance(table, right);
    table.step();
    opts.afterStep();
  }
  // Commands of fixed duration end in full motion. If none follows, that is over.
  if (opts.every !== undefined) table.holdArms();
}

interface ArmWay extends Segment {
  side: ArmSide;
  done: number;
  gripper: { from: number; to: number };
}

function wayOf(
  table: Tabletop,
  side: ArmSide,
  action: Action,
  { kind, every, routes }: { kind: ActionKind; every?: number; routes: Routes },
): ArmWay {
  const width = actionWidth[kind] / 2;
  const own = side === 'left' ? action.subarray(0, width) : action.subarray(width);
  const start = side === 'left' ? 0 : armWidth;
  const from = table.commanded.slice(start, start + 6);
  const target = kind === 'qpos' ? own.slice(0, 6) : routes.hand(side, own.subarray(0, 7), from);
  const segment = target
    ? routes.joints(
        from,
        target.map((value, joint) => withinLimits(joint, value)),
        every,
      )
    : { steps: 0 };
  const gripper = { from: table.gripper(side), to: at(own, width - 1) };
  return { ...segment, steps: segment.steps || (every ?? IDLE_STEPS), side, done: 0, gripper };
}

function advance(table: Tabletop, way: ArmWay): void {
  const { positions, velocities, side, gripper } = way;
  const at = 6 * way.done;
  if (positions && velocities) table.driveArm(side, positions, velocities, at);
  way.done += 1;
  table.driveGripper(side, gripper.from + ((gripper.to - gripper.from) * way.done) / way.steps);
}
