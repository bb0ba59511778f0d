import { add, type Box } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import { home, type Joints, linkPoses } from '../robot/kinematics.ts';
import { blockHalf, tableBox, tableTop } from '../scene/tabletop.ts';
import { armObstacles, type Obstacle } from './collision.ts';
import { blockBox, type Grasp, type HandPoses, handPoses, inHand, yawOf } from './grasp.ts';
import { solveHand } from './inverse-kinematics.ts';
import { type Move, phasesFrom, straightPaths } from './moves.ts';
import type { ArmPlan, Phase } from './plan.ts';

/** What is to be fetched, from where. */
export interface FetchTask {
  /** Poses of all blocks as they are now: position and quaternion wxyz. */
  blocks: readonly ArrayLike<number>[];
  /** Which of them is put into the answer zone. */
  target: number;
  /** What the drives of both arms were last told: 14 numbers. */
  state: ArrayLike<number>;
  /** What else lies on the table. */
  clutter?: readonly Box[];
  /** Height of the table's top, if it is not the usual one. */
  surface?: number;
  /** The arm may be anywhere, also down among the blocks: it may rise first. Plans from home are the same without. */
  anywhere?: true;
}

export type Fetch = { plan: ArmPlan } | { why: string };

/** Ways to hold a block, the steepest first. */
const tilts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const grasps: readonly Grasp[] = tilts.flatMap((tilt) => [0, 1, -1].map((quarter) => ({ tilt, quarter })));

/** How near an arm may come to things: drives lag by a millimetre or two. */
const gaps = { table: 0.0015, block: 0.003, arm: 0.02 };

/**
 * How to put a block into the answer zone: the first way of grasping it for which every pose can be reached and nothing is touched.
 * @example
 * const fetch = planFetch({ blocks: poses, target: 2, state: commanded });
 * if ('plan' in fetch) planActions(fetch.plan);
 */
export function planFetch(task: FetchTask): Fetch {
  const surface = task.surface ?? tableTop;
  const block = blockBox(at(task.blocks, task.target));
  const yaw = yawOf(block.rotation);
  if (yaw === undefined || Math.abs(block.position[2] - surface - blockHalf) > 0.01) {
    return { why: 'the block does not lie on the table' };
  }
  const arm: ArmSide = block.position[0] < 0 ? 'left' : 'right';
  const state = Array.from(task.state);
  // Nothing counts as placed while the other hand is closed.
  state[arm === 'left' ? 13 : 6] = 1;
  const obstacles = obstaclesFor(task, arm, surface);
  const scene = { arm, start: armOf(state, arm), block, obstacles, rises: task.anywhere === true };
  const reasons: string[] = [];
  for (const grasp of grasps) {
    const phases = phasesOf(scene, handPoses(block, yaw, grasp, surface));
    if (typeof phases !== 'string') return { plan: { arm, state, phases } };
    reasons.push(phases);
  }
  return { why: commonest(reasons) };
}

export function obstaclesFor(task: FetchTask, arm: ArmSide, surface: number): Obstacle[] {
  const idle: ArmSide = arm === 'left' ? 'right' : 'left';
  const others = task.blocks.filter((_, i) => i !== task.target);
  return [
    ...others.map((pose) => ({ name: 'another block', box: blockBox(pose), gap: gaps.block })),
    ...(task.clutter ?? []).map((box) => ({ name: 'what lies about', box, gap: gaps.block })),
    { name: 'the table', box: tableBox(surface), gap: gaps.table, bearsLoad: true },
    ...armObstacles(idle, armOf(Array.from(task.state), idle), gaps.arm),
  ];
}

export function armOf(state: readonly number[], side: ArmSide): Joints {
  return side === 'left' ? state.slice(0, 6) : state.slice(7, 13);
}

interface FetchScene {
  arm: ArmSide;
  start: Joints;
  /** The one to fetch. */
  block: Box;
  /** Everything else. */
  obstacles: readonly Obstacle[];
  rises: boolean;
}

/** The phases of a fetch with this grasp, or what is in the way. */
function phasesOf({ arm, start, block, obstacles, rises }: FetchScene, poses: HandPoses): Phase[] | string {
  const joints = solveAll(arm, poses);
  if (!joints) return 'out of reach';
  const { before, grasp, lifted, above, place, after } = joints;
  const line = (from: keyof HandPoses, to: keyof HandPoses) =>
    straightPaths(arm, { pose: poses[from], joints: joints[from] }, { pose: poses[to], joints: joints[to] });
  const held = inHand(poses.grasp, block);
  const withBlock = [...obstacles, { name: 'the block itself', box: block, gap: gaps.block }];
  // By way of home when something is between.
  const there = (from: Joints) => [
    [from, before],
    [from, home, before],
  ];
  const up = rises ? raised(arm, start) : undefined;
  // Among things that it nearly touches the arm is already: what counts is not to push them.
  const rise: Move[] = up ? [{ name: 'rise', paths: [[start, up]], gripper: 1, obstacles: loose(withBlock) }] : [];
  const moves: Move[] = [
    ...rise,
    { name: 'approach', paths: there(up ?? start), gripper: 1, obstacles: withBlock },
    { name: 'reach', paths: line('before', 'grasp'), gripper: 1 },
    { name: 'close', paths: [[grasp]], gripper: 0 },
    { name: 'lift', paths: line('grasp', 'lifted'), gripper: 0, held },
    { name: 'carry', paths: [[lifted, above]], gripper: 0, held },
    { name: 'lower', paths: line('above', 'place'), gripper: 0, held },
    { name: 'open', paths: [[place]], gripper: 1 },
    { name: 'retreat', paths: line('place', 'after'), gripper: 1 },
    { name: 'return', paths: [[after, home]], gripper: 1 },
  ];
  return phasesFrom(arm, moves, obstacles);
}

/** Joint values for all poses, each from the one before. */
function solveAll(arm: ArmSide, poses: HandPoses): Record<keyof HandPoses, Joints> | undefined {
  const before = solveHand(arm, poses.before, home);
  const grasp = before && solveHand(arm, poses.grasp, before);
  const lifted = grasp && solveHand(arm, poses.lifted, grasp);
  const above = lifted && solveHand(arm, poses.above, lifted);
  const place = above && solveHand(arm, poses.place, above);
  const after = place && solveHand(arm, poses.after, place);
  return after && { before, grasp, lifted, above, place, after };
}

function commonest(reasons: readonly string[]): string {
  const count = (reason: string) => reasons.filter((other) => other === reason).length;
  return reasons.reduce((most, reason) => (count(reason) > count(most) ? reason : most));
}

/** A hand as low as this above the table, in metres, rises to it before it goes anywhere. */
const SAFE = 0.2;

/** The posture straight above, where the hand passes over everything; none where it is high enough, or cannot rise. */
function raised(arm: ArmSide, start: Joints): Joints | undefined {
  const hand = at(linkPoses(arm, start), 6);
  const low = tableTop + SAFE - hand.position[2];
  return low > 0 ? solveHand(arm, { ...hand, position: add(hand.position, [0, 0, 1], low) }, start) : undefined;
}

/** The same obstacles, but to touch them a little is allowed. */
function loose(obstacles: readonly Obstacle[]): Obstacle[] {
  return obstacles.map((each) => ({ ...each, gap: -0.002 }));
}
