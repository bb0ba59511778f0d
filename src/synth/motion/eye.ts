import type { View } from '../../benchmarks/index.ts';
import type { Picture } from '../../contracts/index.ts';
import type { Point } from './rigid.ts';

/** What a finished picture says of where things are. */
export interface Eye {
  width: number;
  height: number;
  focal: number;
  depth: Float32Array;
  segmentation: Uint16Array;
  /** Up, in the camera's frame: x right, y down, z forward. */
  up: Point;
}

export function eyeOf(picture: Picture & { depth: Float32Array; segmentation: Uint16Array }): Eye {
  const { width, height, depth, segmentation, intrinsic, extrinsic } = picture;
  const [focal = 1] = intrinsic;
  return { width, height, focal, depth, segmentation, up: [extrinsic[2] ?? 0, extrinsic[6] ?? 0, extrinsic[10] ?? 0] };
}

/** The pictures of a view, as its clip shows them: other pixels, or another order. */
export function eyesIn(view: View, eyes: readonly Eye[]): Eye[] {
  const turned = view.includes('hflip') ? eyes.map(flipped) : [...eyes];
  return view.includes('reverse') ? turned.reverse() : turned;
}

function flipped(eye: Eye): Eye {
  const { width, height, up } = eye;
  const [depth, segmentation] = [eye.depth.slice(), eye.segmentation.slice()];
  for (let y = 0; y < height; y += 1) {
    depth.subarray(y * width, (y + 1) * width).reverse();
    segmentation.subarray(y * width, (y + 1) * width).reverse();
  }
  return { ...eye, depth, segmentation, up: [0 - up[0], up[1], up[2]] };
}

/** The middle of what is seen of something, in metres in the camera's frame; undefined where too little is. */
export function pointOf({ width, focal, height, depth, segmentation }: Eye, id: number): Point | undefined {
  let n = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < segmentation.length; i += 1) {
    if (segmentation[i] !== id) continue;
    const far = (depth[i] ?? 0) / 1000;
    n += 1;
    x += (((i % width) + 0.5 - width / 2) * far) / focal;
    y += ((Math.floor(i / width) + 0.5 - height / 2) * far) / focal;
    z += far;
  }
  return n < FEWEST ? undefined : [x / n, y / n, z / n];
}

/** Fewer pixels say little. */
const FEWEST = 25;

/** A direction in the camera's frame as ahead, left and up, level with the ground. */
export function levelled({ up }: Eye, [x, y, z]: Point): { ahead: number; left: number; up: number } {
  const rise = x * up[0] + y * up[1] + z * up[2];
  // The view's axis without its slope.
  const level: Point = [-up[2] * up[0], -up[2] * up[1], 1 - up[2] * up[2]];
  const length = Math.sqrt(level[0] * level[0] + level[1] * level[1] + level[2] * level[2]);
  return { ahead: (x * level[0] + y * level[1] + z * level[2]) / length, left: -x, up: rise };
}
