export { type Box, boxAt, isNear, touch } from './box.ts';
export {
  add,
  apply,
  columns,
  compose,
  cross,
  dot,
  fromColumns,
  fromSeven,
  type Mat3,
  multiply,
  norm,
  type Pose,
  quaternionOf,
  rotationVector,
  transpose,
  turnX,
  turnY,
  turnZ,
  upright,
  type Vec3,
} from './pose.ts';
export { solvePositive } from './solve.ts';
export { atan2, cos, sin } from './trig.ts';
