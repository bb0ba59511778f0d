import type { Observation } from '../../contracts/index.ts';
import type { NumpyArray } from '../../data/index.ts';

/** An observation as arrays; cameras by `name/what`, as upstream names it. */
export function arraysOf({ state, hands, images }: Observation): Record<string, NumpyArray> {
  const arrays: Record<string, NumpyArray> = {
    state: { data: state, shape: [state.length] },
    left: { data: hands.left, shape: [7] },
    right: { data: hands.right, shape: [7] },
  };
  for (const [camera, { width, height, rgb, depth, intrinsic, extrinsic }] of Object.entries(images)) {
    arrays[`${camera}/intrinsic_cv`] = { data: intrinsic, shape: [3, 3] };
    arrays[`${camera}/extrinsic_cv`] = { data: extrinsic, shape: [3, 4] };
    arrays[`${camera}/rgb`] = { data: rgb, shape: [height, width, 3] };
    if (depth) arrays[`${camera}/depth`] = { data: depth, shape: [height, width] };
  }
  return arrays;
}
