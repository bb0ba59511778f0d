import type { Picture } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';

/** A block as a reference sees it: where it lies on the table, and how far to the right it appears. */
export interface BlockSpot {
  label: string;
  colour: string;
  /** Metres; +x is the robot's right, +y leads away from it. */
  x: number;
  y: number;
  /** What decides about left and right: x on the table, or the column in a picture. */
  across: number;
  row: 'front' | 'back';
}

/** How clear a reference must be. */
export interface SpotMargins {
  /** Between two blocks of which one is farther left, in the unit of `across`. */
  across: number;
  /** Between the distances of two blocks of which one is nearer, in metres. */
  distance: number;
}

/** Blocks of one column are less than this apart across, in metres: half of what columns are. */
export const COLUMN = 0.055;

/**
 * Where blocks are according to a picture alone: the middle of each one's pixels, brought back into the world by its depth.
 * Undefined where one of them can hardly be seen.
 */
export function spotsIn(
  picture: Picture,
  blocks: readonly { label: string; colour: string; id: number }[],
  leastPixels: number,
): BlockSpot[] | undefined {
  const { width, depth, segmentation, intrinsic, extrinsic } = picture;
  if (!depth || !segmentation) throw new Error('the picture has neither depth nor segmentation');
  const seen = blocks.map(({ id }) => {
    let [count, column, x, y] = [0, 0, 0, 0];
    for (let i = 0; i < segmentation.length; i += 1) {
      if (segmentation[i] !== id) continue;
      const point = worldOf(
        intrinsic,
        extrinsic,
        [(i % width) + 0.5, Math.floor(i / width) + 0.5],
        (depth[i] ?? 0) / 1000,
      );
      [count, column, x, y] = [count + 1, column + (i % width), x + point[0], y + point[1]];
    }
    return { count, column: column / count, x: x / count, y: y / count };
  });
  if (seen.some(({ count }) => count < leastPixels)) return undefined;
  const ys = seen.map(({ y }) => y);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  return blocks.map(({ label, colour }, i) => {
    const { column, x, y } = at(seen, i);
    return { label, colour, x, y, across: column, row: y < middle ? 'front' : 'back' };
  });
}

/** A pixel at a distance along the view, in the world. */
function worldOf(
  intrinsic: Float64Array,
  extrinsic: Float64Array,
  [u, v]: readonly [number, number],
  far: number,
): [x: number, y: number] {
  const [fx = 1, , cx = 0, , fy = 1, cy = 0] = intrinsic;
  const [a = 0, b = 0, , tx = 0, c = 0, d = 0, , ty = 0, e = 0, f = 0, , tz = 0] = extrinsic;
  const [px, py, pz] = [((u - cx) / fx) * far - tx, ((v - cy) / fy) * far - ty, far - tz];
  return [a * px + c * py + e * pz, b * px + d * py + f * pz];
}
