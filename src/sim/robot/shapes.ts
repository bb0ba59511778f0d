import type { Vec3 } from '../../geometry/index.ts';
import { fingers, toolLength } from './arms.ts';

/** What the robot's links look like and bump into, each in the frame of its link. */
export type Shape = { rgba: readonly number[] } & (
  | { type: 'capsule' | 'cylinder'; from: Vec3; to: Vec3; radius: number }
  | { type: 'box'; pos: Vec3; half: Vec3 }
);

const shell = [0.93, 0.93, 0.95, 1];
const dark = [0.16, 0.16, 0.18, 1];
const metal = [0.45, 0.46, 0.5, 1];
const rubber = [0.08, 0.08, 0.09, 1];

const capsule = (from: Vec3, to: Vec3, radius: number): Shape => ({ type: 'capsule', from, to, radius, rgba: shell });
const cylinder = (from: Vec3, to: Vec3, radius: number, rgba = dark): Shape => ({
  type: 'cylinder',
  from,
  to,
  radius,
  rgba,
});
const box = (pos: Vec3, half: Vec3, rgba = dark): Shape => ({ type: 'box', pos, half, rgba });

export const baseShapes: readonly Shape[] = [
  cylinder([0, 0, -0.02], [0, 0, 0.04], 0.055),
  box([0, 0, -0.06], [0.07, 0.07, 0.04], metal),
];

/** Behind the lens, in the frame of the wrist camera: the camera and what carries it. */
export const cameraShapes: readonly Shape[] = [
  box([-0.014, 0, 0], [0.012, 0.02, 0.012]),
  box([-0.016, 0, -0.03], [0.003, 0.012, 0.022], metal),
];

/** Link 1 … link 6. The first shape of a link carries its mass. */
export const linkShapes: readonly (readonly Shape[])[] = [
  [cylinder([0, 0, -0.01], [0, 0, 0.03], 0.045), cylinder([0.025, -0.035, 0.042], [0.025, 0.035, 0.042], 0.032)],
  [capsule([-0.03, 0.001, 0], [-0.234, 0.004, 0], 0.028), cylinder([-0.264, -0.034, 0], [-0.264, 0.04, 0], 0.036)],
  [capsule([0.02, 0, -0.045], [0.2, 0, -0.06], 0.026), cylinder([0.246, -0.032, -0.06], [0.246, 0.032, -0.06], 0.028)],
  [
    capsule([0.02, 0.001, 0], [0.05, 0.001, 0], 0.023),
    cylinder([0.0678, 0.0015, 0.026], [0.0678, 0.0015, -0.03], 0.027),
  ],
  [cylinder([0.012, 0, 0.0855], [0.034, 0, 0.0855], 0.026, metal)],
  [box([0.046, 0, 0], [0.03, 0.036, 0.024]), box([0.079, 0, 0], [0.004, 0.06, 0.018], metal)],
];

/** In a finger's frame: how far the pad is along the hand, and its inner face from the middle when the fingers are together. */
const padX = toolLength - fingers[0].xyz[0];
const padInner = 0.0245;

/**
 * A finger: a thin pad that goes between two blocks, and what carries it, standing back so that only pads touch.
 * `inward` is the sign of the way to the other finger along y.
 */
export function fingerShapes(inward: 1 | -1): readonly [pad: Shape, ...rest: Shape[]] {
  const y = (behind: number) => inward * (padInner - behind);
  return [
    box([padX, y(0.004), 0], [0.018, 0.004, 0.011], rubber),
    box([padX - 0.017, y(0.0048), 0], [0.018, 0.0032, 0.009], metal),
    box([0.002, y(0.009), 0], [0.007, 0.006, 0.009], metal),
  ];
}
