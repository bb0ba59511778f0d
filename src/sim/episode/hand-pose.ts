import { quaternionOf } from '../../geometry/index.ts';
import type { Physics } from '../physics/physics.ts';
import { type ArmSide, prefix } from '../robot/arms.ts';

/** Where a hand is: position of its last joint and the end effector's orientation (y and z turned round, as upstream has it). */
export function handPose(physics: Physics, side: ArmSide): Float64Array {
  const body = physics.id('body', `${prefix[side]}_link6`);
  const turned = physics.xmat.slice(9 * body, 9 * body + 9).map((value, i) => (i % 3 === 0 ? value : -value));
  return Float64Array.of(...physics.xpos.subarray(3 * body, 3 * body + 3), ...quaternionOf(turned));
}
