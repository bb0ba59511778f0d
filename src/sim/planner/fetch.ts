import { add, type Box, dot, norm, type Pose, type Vec3 } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import { along, home, type Joints, linkPoses } from '../robot/kinematics.ts';
import { blockHalf, tableBox, tableTop } from '../scene/tabletop.ts';
import { armObstacles, firstHit, type Obstacle } from './collision.ts';
import { blockBox, type Grasp, type HandPoses, handPoses, inHand, yawOf } from './grasp.ts';
import { solveHand } from './inverse-kinematics.ts';
import type { Phase, Plan } from './plan.ts';

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
}

export type Fetch = { plan: Plan } | { why: string };

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
  const scene = { arm, start: armOf(state, arm), block, obstacles: obstaclesFor(task, arm, surface) };
  const reasons: string[] = [];
  for (const grasp of grasps) {
    const phases = phasesOf(scene, handPoses(block, yaw, grasp, surface));
    if (typeof phases !== 'string') return { plan: { arm, state, phases } };
    reasons.push(phases);
  }
  return { why: commonest(reasons) };
}

function obstaclesFor(task: FetchTask, arm: ArmSide, surface: number): Obstacle[] {
  const idle: ArmSide = arm === 'left' ? 'right' : 'left';
  const others = task.blocks.filter((_, i) => i !== task.target);
  return [
    ...others.map((pose) => ({ name: 'another block', box: blockBox(pose), gap: gaps.block })),
    ...(task.clutter ?? []).map((box) => ({ name: 'what lies about', box, gap: gaps.block })),
    { name: 'the table', box: tableBox(surface), gap: gaps.table, bearsLoad: true },
    ...armObstacles(idle, armOf(Array.from(task.state), idle), gaps.arm),
  ];
}

function armOf(state: readonly number[], side: ArmSide): Joints {
  return side === 'left' ? state.slice(0, 6) : state.slice(7, 13);
}

interface FetchScene {
  arm: ArmSide;
  start: Joints;
  /** The one to fetch. */
  block: Box;
  /** Everything else. */
  obstacles: readonly Obstacle[];
}

interface Move extends Pick<Phase, 'name' | 'gripper'> {
  /** The first one on which nothing is hit is taken. */
  paths: Iterable<Joints[]>;
  held?: Box;
  obstacles?: readonly Obstacle[];
}

/** The phases of a fetch with this grasp, or what is in the way. */
function phasesOf({ arm, start, block, obstacles }: FetchScene, poses: HandPoses): Phase[] | string {
  const joints = solveAll(arm, poses);
  if (!joints) return 'out of reach';
  const { before, grasp, lifted, above, place, after } = joints;
  const line = (from: keyof HandPoses, to: keyof HandPoses) =>
    straightPaths(arm, { pose: poses[from], joints: joints[from] }, { pose: poses[to], joints: joints[to] });
  const held = inHand(poses.grasp, block);
  const withBlock = [...obstacles, { name: 'the block itself', box: block, gap: gaps.block }];
  // By way of home when something is between.
  const there = [
    [start, before],
    [start, home, before],
  ];
  const moves: Move[] = [
    { name: 'approach', paths: there, gripper: 1, obstacles: withBlock },
    { name: 'reach', paths: line('before', 'grasp'), gripper: 1 },
    { name: 'close', paths: [[grasp]], gripper: 0 },
    { name: 'lift', paths: line('grasp', 'lifted'), gripper: 0, held },
    { name: 'carry', paths: [[lifted, above]], gripper: 0, held },
    { name: 'lower', paths: line('above', 'place'), gripper: 0, held },
    { name: 'open', paths: [[place]], gripper: 1 },
    { name: 'retreat', paths: line('place', 'after'), gripper: 1 },
    { name: 'return', paths: [[after, home]], gripper: 1 },
  ];
  const phases: Phase[] = [];
  for (const move of moves) {
    const found = clearPath(arm, { obstacles, ...move });
    if (typeof found === 'string') return `${found} to ${move.name}`;
    phases.push({ name: move.name, joints: found, gripper: move.gripper });
  }
  return phases;
}

function clearPath(arm: ArmSide, { paths, obstacles, held }: Move & Pick<FetchScene, 'obstacles'>): Joints[] | string {
  let why = 'there is no straight way';
  for (const path of paths) {
    const hit = firstHit(arm, path, obstacles, held);
    if (!hit) return path;
    why = `${hit} is in the way`;
  }
  return why;
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

/** How far the hand may stray from the line, which is cut into more and more pieces until it does not. */
const STRAY = 0.008;
const cuts = [1, 2, 4];

/** A hand pose and the joint values for it. */
interface Posture {
  pose: Pose;
  joints: Joints;
}

/** Ways along the straight line between two poses that are turned alike, the one with the fewest points first. */
function* straightPaths(arm: ArmSide, from: Posture, to: Posture): Generator<Joints[]> {
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
