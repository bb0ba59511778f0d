import { add, apply, columns, type Mat3, multiply, type Pose, turnZ } from '../../geometry/index.ts';
import { at } from '../../util/index.ts';
import type { ArmSide } from '../robot/arms.ts';
import { home, type Joints, linkPoses } from '../robot/kinematics.ts';
import { blockHalf, tableTop, zone } from '../scene/tabletop.ts';
import { armOf, type Fetch, type FetchTask, obstaclesFor } from './fetch.ts';
import { approachOf, blockBox, inHand, LIFT, moved, RELEASE, WITHDRAW } from './grasp.ts';
import { solveHand } from './inverse-kinematics.ts';
import { type Move, phasesFrom, straightPaths } from './moves.ts';
import type { Phase } from './plan.ts';

/** How the block may lie in the zone, turned from how it is held, the least turn first. */
const turns = [0, 1, -1, 2, -2].map((eighths) => (eighths * Math.PI) / 4);

/** How to put a block into the answer zone that a hand holds already, wherever the hand is. */
export function planPlace(task: FetchTask, arm: ArmSide): Fetch {
  const surface = task.surface ?? tableTop;
  const state = Array.from(task.state);
  state[arm === 'left' ? 13 : 6] = 1;
  const start = armOf(state, arm);
  const hand = at(linkPoses(arm, start), 6);
  const block = blockBox(at(task.blocks, task.target));
  const held = inHand(hand, block);
  const obstacles = obstaclesFor(task, arm, surface);
  const low = surface + blockHalf + LIFT - block.position[2];
  const lifted = moved(hand, [0, 0, 1], Math.max(0, low));
  const upright = multiply(levelling(block.rotation), hand.rotation);
  let why = 'out of reach';
  for (const turn of turns) {
    const rotation = multiply(turnZ(turn), upright);
    const inZone = [zone.x, zone.y, surface + blockHalf + RELEASE] as const;
    const place: Pose = { rotation, position: add(inZone, apply(rotation, held.position), -1) };
    const poses = {
      lifted,
      above: moved(place, [0, 0, 1], LIFT),
      place,
      after: moved(place, approachOf(place), -WITHDRAW),
    };
    const joints = solveAll(arm, poses, start);
    if (!joints) continue;
    const line = (from: { pose: Pose; joints: Joints }, to: { pose: Pose; joints: Joints }) =>
      straightPaths(arm, from, to);
    const posture = (name: keyof typeof poses) => ({ pose: poses[name], joints: joints[name] });
    const rising = line({ pose: hand, joints: start }, posture('lifted'));
    const lift: Move[] = low > 0 ? [{ name: 'lift', paths: rising, gripper: 0, held }] : [];
    const moves: Move[] = [
      ...lift,
      { name: 'carry', paths: [[low > 0 ? joints.lifted : start, joints.above]], gripper: 0, held },
      { name: 'lower', paths: line(posture('above'), posture('place')), gripper: 0, held },
      { name: 'open', paths: [[joints.place]], gripper: 1 },
      { name: 'retreat', paths: line(posture('place'), posture('after')), gripper: 1 },
      { name: 'return', paths: [[joints.after, home]], gripper: 1 },
    ];
    const phases: Phase[] | string = phasesFrom(arm, moves, obstacles);
    if (typeof phases !== 'string') return { plan: { arm, state, phases } };
    why = phases;
  }
  return { why };
}

/** How to put down a block where it is, so that the hand is free for another. */
export function planPutDown(task: FetchTask, arm: ArmSide): Fetch {
  const surface = task.surface ?? tableTop;
  const state = Array.from(task.state);
  const start = armOf(state, arm);
  const hand = at(linkPoses(arm, start), 6);
  const block = blockBox(at(task.blocks, task.target));
  const held = inHand(hand, block);
  const rotation = multiply(levelling(block.rotation), hand.rotation);
  const [x, y] = block.position;
  const down: Pose = {
    rotation,
    position: add([x, y, surface + blockHalf + RELEASE], apply(rotation, held.position), -1),
  };
  const place = solveHand(arm, down, start);
  const after = place && solveHand(arm, moved(down, approachOf(down), -WITHDRAW), place);
  if (!after) return { why: 'out of reach' };
  const moves: Move[] = [
    { name: 'lower', paths: [[start, place]], gripper: 0, held },
    { name: 'open', paths: [[place]], gripper: 1 },
    { name: 'retreat', paths: [[place, after]], gripper: 1 },
  ];
  const phases = phasesFrom(arm, moves, obstaclesFor(task, arm, surface));
  return typeof phases === 'string' ? { why: phases } : { plan: { arm, state, phases } };
}

/** The least turn after which a cube stands on one of its sides. */
function levelling(rotation: Mat3): Mat3 {
  const axes = columns(rotation);
  const steepest = axes.reduce((best, axis) => (Math.abs(axis[2]) > Math.abs(best[2]) ? axis : best));
  const [x, y, z] = steepest[2] < 0 ? add([0, 0, 0], steepest, -1) : steepest;
  // From (x, y, z) to (0, 0, 1), about the axis that is square to both.
  const k = 1 / (1 + z);
  return [1 - k * x * x, -k * x * y, -x, -k * x * y, 1 - k * y * y, -y, x, y, z];
}

function solveAll(arm: ArmSide, poses: Record<'lifted' | 'above' | 'place' | 'after', Pose>, start: Joints) {
  const lifted = solveHand(arm, poses.lifted, start);
  const above = lifted && solveHand(arm, poses.above, lifted);
  const place = above && solveHand(arm, poses.place, above);
  const after = place && solveHand(arm, poses.after, place);
  return after && { lifted, above, place, after };
}
