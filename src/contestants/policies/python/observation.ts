import type { Observation } from '../../../contracts/index.ts';
import type { NumpyArray } from '../../../host/index.ts';
import { POINT, paletteColours, pointCloud } from '../../../media/index.ts';
import type { Sight } from './needs.ts';

/** An observation as arrays; cameras by `name/what`, as upstream names it. */
export function arraysOf(
  { state, hands, images }: Observation,
  { depth: showsDepth, cloud }: Omit<Sight, 'needs'>,
): Record<string, NumpyArray> {
  const arrays: Record<string, NumpyArray> = {
    state: { data: state, shape: [state.length] },
    left: { data: hands.left, shape: [7] },
    right: { data: hands.right, shape: [7] },
  };
  for (const [camera, picture] of Object.entries(images)) {
    const { width, height, rgb, depth, segmentation, shapes, intrinsic, extrinsic } = picture;
    const put = (what: string, data: NumpyArray['data'], shape: number[]) => {
      arrays[`${camera}/${what}`] = { data, shape };
    };
    put('intrinsic_cv', intrinsic, [3, 3]);
    put('extrinsic_cv', extrinsic, [3, 4]);
    put('rgb', rgb, [height, width, 3]);
    if (depth && showsDepth) put('depth', depth, [height, width]);
    if (segmentation) put('actor_segmentation', paletteColours(segmentation), [height, width, 3]);
    if (shapes) put('mesh_segmentation', paletteColours(shapes), [height, width, 3]);
  }
  const { head_camera: eye } = images;
  if (cloud && eye) arrays.pointcloud = { data: pointCloud(eye, cloud), shape: [cloud.points, POINT] };
  return arrays;
}
