import {
  add,
  apply,
  atan2,
  type Box,
  boxAt,
  columns,
  cos,
  fromColumns,
  fromSeven,
  type Mat3,
  multiply,
  type Pose,
  sin,
  transpose,
  turnZ,
  type Vec3,
} from '../../geometry/index.ts';
import { toolLength } from '../robot/arms.ts';
import { blockHalf, zone } from '../scene/tabletop.ts';

/** How far the hand stands back before it reaches, lifts a block, and withdraws; and how high above the table it lets go. */
const STAND_BACK = 0.09;
export const LIFT = 0.07;
export const WITHDRAW = 0.07;
export const RELEASE = 0.002;
const HALF_PI = Math.PI / 2;
/** A block that leans more than ten degrees does not lie on a side. */
const FLAT = 0.985;

/** A way to hold a block. */
export interface Grasp {
  /** How far the hand leans towards the robot. */
  tilt: number;
  /** Quarter turns of the hand against the block. */
  quarter: number;
}

/** Where the hand has to be, one after the other. */
export interface HandPoses {
  before: Pose;
  grasp: Pose;
  lifted: Pose;
  above: Pose;
  place: Pose;
  after: Pose;
}

/** The hand's poses on the way of a block into the zone, where the block lies straight. The tilt stays the same throughout. */
export function handPoses(block: Pose, yaw: number, { tilt, quarter }: Grasp, surface: number): HandPoses {
  const turn = quarter * HALF_PI;
  const grasp = handAround(block.position, yaw + turn, tilt);
  const place = handAround([zone.x, zone.y, surface + blockHalf + RELEASE], turn, tilt);
  return {
    before: moved(grasp, approachOf(grasp), -STAND_BACK),
    grasp,
    lifted: moved(grasp, [0, 0, 1], LIFT),
    above: moved(place, [0, 0, 1], LIFT),
    place,
    after: moved(place, approachOf(place), -WITHDRAW),
  };
}

/** A hand from above whose pads meet at a point; without turn, the fingers stand left and right of it. */
function handAround(point: Vec3, turn: number, tilt: number): Pose {
  const [c, s] = [cos(tilt), sin(tilt)];
  const rotation = multiply(turnZ(turn), fromColumns([0, s, -c], [-1, 0, 0], [0, c, s]));
  const pose = { position: point, rotation };
  return moved(pose, approachOf(pose), -toolLength);
}

export function approachOf({ rotation }: Pose): Vec3 {
  return columns(rotation)[0];
}

export function moved(pose: Pose, way: Vec3, by: number): Pose {
  return { ...pose, position: add(pose.position, way, by) };
}

/** A block from its position and quaternion. */
export function blockBox(pose: ArrayLike<number>): Box {
  return boxAt(fromSeven(pose), [blockHalf, blockHalf, blockHalf]);
}

/** How a cube that lies on any of its sides is turned, from -π/4 to π/4; undefined when it leans. */
export function yawOf(rotation: Mat3): number | undefined {
  const [x, y, z] = columns(rotation);
  const level = Math.abs(z[2]) > FLAT ? x : Math.abs(x[2]) > FLAT ? y : Math.abs(y[2]) > FLAT ? z : undefined;
  if (!level) return undefined;
  const yaw = atan2(level[1], level[0]);
  return yaw - HALF_PI * Math.round(yaw / HALF_PI);
}

/** A box as the hand that holds it sees it. */
export function inHand(hand: Pose, box: Box): Box {
  const back = transpose(hand.rotation);
  return {
    ...box,
    position: apply(back, add(box.position, hand.position, -1)),
    rotation: multiply(back, box.rotation),
  };
}
