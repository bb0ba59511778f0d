import type { Answer, Assets } from '../../contracts/index.ts';
import type { RefspatialSample } from './sample.ts';

/**
 * The pixel of the mask that is nearest to its centre of mass; the first of several. Among those from 128 on, if there are
 * any: lmms-eval takes no others, while all other scorers take every value above 0.
 */
export async function truth(sample: RefspatialSample, assets: Assets): Promise<Answer> {
  const { width, height, values } = await assets.mask(sample.mask);
  const least = values.some((value) => value >= 128) ? 128 : 1;
  // No list of pixels: a mask may have a million.
  const visit = (see: (x: number, y: number) => void) => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if ((values[y * width + x] ?? 0) >= least) see(x, y);
  };
  let [count, sumX, sumY] = [0, 0, 0];
  visit((x, y) => {
    count++;
    sumX += x;
    sumY += y;
  });
  let [nearestX, nearestY, shortest] = [0, 0, Infinity];
  visit((x, y) => {
    const distance = (x - sumX / count) ** 2 + (y - sumY / count) ** 2;
    if (distance < shortest) [nearestX, nearestY, shortest] = [x, y, distance];
  });
  return { points: count > 0 ? [[nearestX, nearestY]] : [] };
}
