import type { DsiView } from '../../benchmarks/index.ts';
import type { Shot } from '../../scenes/index.ts';
import type { CameraPoint } from './rigid.ts';

/** Where things are according to a rendered picture alone. */
export interface MeasuredFrame {
  /** Up, in the camera's frame: x right, y down, z forward. */
  up: CameraPoint;
  /** The middle of what is seen of something, in metres in the camera's frame; undefined where too little is. */
  point(id: number): CameraPoint | undefined;
}

/** The pictures of a view, as its clip shows them: other pixels, or another order. */
export function framesIn(view: DsiView, pictures: readonly Shot['picture'][]): MeasuredFrame[] {
  const frames = pictures.map((picture) => measure(picture, view.includes('hflip')));
  return view.includes('reverse') ? frames.reverse() : frames;
}

/** Fewer pixels say little. */
const FEWEST = 25;

function measure(picture: Shot['picture'], mirrored: boolean): MeasuredFrame {
  const [, , x = 0, , , , y = 0, , , , z = 0] = picture.extrinsic;
  let sums: Float64Array | undefined;
  return {
    up: [mirrored ? 0 - x : x, y, z],
    point(id) {
      sums ??= sumPoints(picture, mirrored);
      const [n = 0, px = 0, py = 0, pz = 0] = sums.subarray(4 * id, 4 * id + 4);
      return n < FEWEST ? undefined : [px / n, py / n, pz / n];
    },
  };
}

/** More than any place has items and regions. */
const IDS = 256;

/** For every id: how many pixels, and the sum of the points that they show. A mirrored picture has column x where width − 1 − x was. */
function sumPoints({ width, height, depth, segmentation, intrinsic }: Shot['picture'], mirrored: boolean) {
  const [focal = 1] = intrinsic;
  const sums = new Float64Array(4 * IDS);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const i = row * width + (mirrored ? width - 1 - column : column);
      const at = 4 * (segmentation[i] ?? 0);
      const far = (depth[i] ?? 0) / 1000;
      sums[at] = (sums[at] ?? 0) + 1;
      sums[at + 1] = (sums[at + 1] ?? 0) + ((column + 0.5 - width / 2) * far) / focal;
      sums[at + 2] = (sums[at + 2] ?? 0) + ((row + 0.5 - height / 2) * far) / focal;
      sums[at + 3] = (sums[at + 3] ?? 0) + far;
    }
  }
  return sums;
}

/** A direction in the camera's frame as ahead, left and up, level with the ground. */
export function levelled({ up }: MeasuredFrame, [x, y, z]: CameraPoint): { ahead: number; left: number; up: number } {
  const rise = x * up[0] + y * up[1] + z * up[2];
  // The view's axis without its slope.
  const level: CameraPoint = [-up[2] * up[0], -up[2] * up[1], 1 - up[2] * up[2]];
  const length = Math.sqrt(level[0] * level[0] + level[1] * level[1] + level[2] * level[2]);
  return { ahead: (x * level[0] + y * level[1] + z * level[2]) / length, left: -x, up: rise };
}
