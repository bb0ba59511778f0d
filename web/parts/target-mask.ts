import type { Assets, Mask, ShownSample } from '../../src/contracts/index.ts';
import { polygonPixels } from '../../src/util/index.ts';

/** A run folder may claim any size. */
const MOST_PIXELS = 2 ** 24;

/** Which pixels of a target are right, whichever way its benchmark says so. */
export async function targetMask(
  target: NonNullable<ShownSample['target']>,
  assets: Pick<Assets, 'mask'>,
): Promise<Mask> {
  if ('mask' in target) return await assets.mask(target.mask);
  if (target.size.width * target.size.height > MOST_PIXELS) throw new Error('the picture is too large to draw on');
  return polygonPixels(target.polygon, target.size);
}
