import type { Needs, Observation, Picture } from '../../contracts/index.ts';
import type { RenderOptions } from '../../render/index.ts';
import { handPose } from './hand-pose.ts';
import type { Tabletop } from './tabletop.ts';

const SIZE = { width: 320, height: 240 };

/** Somebody's eyes: what they want to see. */
export type SensorNeeds = Omit<Needs, 'action' | 'peeks'>;

/** What can be seen and felt at one moment. */
export type Sensed = Pick<Observation, 'images' | 'state' | 'hands'>;

export interface TableView {
  table: Tabletop;
  look(camera: string, opts: { width: number; height: number } & RenderOptions): Picture;
}

export function sense({ table, look }: TableView, { cameras, size, depth, segmentation, shapes }: SensorNeeds): Sensed {
  const { physics } = table;
  // A step leaves positions of its beginning behind.
  physics.kinematics();
  const wanted = {
    ...SIZE,
    ...size,
    depth: depth === true,
    segmentation: segmentation === true,
    shapes: shapes === true,
  };
  return {
    images: Object.fromEntries(cameras.map((camera) => [camera, look(camera, wanted)])),
    state: table.commanded.slice(),
    hands: { left: handPose(physics, 'left'), right: handPose(physics, 'right') },
  };
}
