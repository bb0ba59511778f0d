import type { Needs, Observation, Picture } from '../../contracts/index.ts';
import { quaternionOf } from '../../geometry/index.ts';
import type { RenderOptions } from '../../render/index.ts';
import { at } from '../../util/index.ts';
import type { Physics } from '../physics/physics.ts';
import { type ArmSide, prefix } from '../robot/arms.ts';
import type { Tabletop } from './tabletop.ts';

const SIZE = { width: 320, height: 240 };

/** What a policy wants to see. */
export type SensorNeeds = Omit<Needs, 'action' | 'every' | 'peeks'>;

/** What a policy senses at one moment. */
export type Sensed = Pick<Observation, 'images' | 'state' | 'joints' | 'hands'>;

export interface TableView {
  table: Tabletop;
  look(camera: string, opts: { width: number; height: number } & RenderOptions): Picture;
}

export function sense({ table, look }: TableView, needs: SensorNeeds): Sensed {
  const { cameras, size, sizes, depth, segmentation, shapes } = needs;
  const { physics } = table;
  // After a step, positions are still those of its beginning.
  physics.kinematics();
  const wanted = {
    ...SIZE,
    ...size,
    depth: depth === true,
    segmentation: segmentation === true,
    shapes: shapes === true,
  };
  return {
    images: Object.fromEntries(cameras.map((camera) => [camera, look(camera, { ...wanted, ...sizes?.[camera] })])),
    state: table.commanded.slice(),
    joints: table.measured(),
    hands: { left: handPose(physics, 'left'), right: handPose(physics, 'right') },
  };
}

/** Where a hand is: position of its last joint and the end effector's orientation (y and z turned round, as upstream has it). */
function handPose(physics: Physics, side: ArmSide): Float64Array {
  const body = physics.id('body', `${prefix[side]}_link6`);
  const m = (i: number) => at(physics.xmat, 9 * body + i);
  const turned = quaternionOf([m(0), -m(1), -m(2), m(3), -m(4), -m(5), m(6), -m(7), -m(8)]);
  return Float64Array.of(...physics.xpos.subarray(3 * body, 3 * body + 3), ...turned);
}

const GREY = 128;

/** A picture of the same size and make that shows nothing: grey, and no depth. */
export function blank({ rgb, depth, segmentation, shapes, ...picture }: Picture): Picture {
  return {
    ...picture,
    rgb: new Uint8Array(rgb.length).fill(GREY),
    ...(depth && { depth: new Float32Array(depth.length) }),
    ...(segmentation && { segmentation: new Uint16Array(segmentation.length) }),
    ...(shapes && { shapes: new Uint16Array(shapes.length) }),
  };
}
