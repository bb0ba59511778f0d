import type { Frame } from './frame.ts';
import type { Thing } from './scene.ts';
import { SAMPLES } from './view.ts';

/**
 * What a picture shows beside colours: the thing that most samples of a pixel show (the nearest, when several show as much), and
 * how far it is, in millimetres along the view. The mean of 1 / distance is that of the pixel's centre.
 */
export function measure(frame: Frame, things: readonly Thing[]): { depth: Float32Array; segmentation: Uint16Array } {
  const { width, height } = frame;
  const names = Uint16Array.from(things, ({ id }) => id);
  const depth = new Float32Array(width * height);
  const segmentation = new Uint16Array(width * height);
  const { width: row, depth: near } = frame.target;
  const { ids } = frame;
  const { owner } = frame.catalogue;
  const shown = new Uint16Array(SAMPLES * SAMPLES);
  const close = new Float64Array(SAMPLES * SAMPLES);
  for (let pixel = 0; pixel < depth.length; pixel += 1) {
    const first = SAMPLES * (Math.floor(pixel / width) * row + (pixel % width));
    for (let s = 0; s < shown.length; s += 1) {
      const i = first + (s >> 1) * row + (s & 1);
      const triangle = ids[i] ?? 0;
      shown[s] = triangle === 0 ? 0 : (names[owner[triangle] ?? 0] ?? 0);
      close[s] = near[i] ?? 0;
    }
    let [best, most, nearest, sumOfBest] = [0, 0, 0, 0];
    for (let s = 0; s < shown.length; s += 1) {
      let count = 0;
      let sum = 0;
      for (let t = 0; t < shown.length; t += 1) {
        if (shown[t] !== shown[s]) continue;
        count += 1;
        sum += close[t] ?? 0;
      }
      if (count < most || (count === most && (close[s] ?? 0) <= nearest)) continue;
      [best, most, nearest, sumOfBest] = [shown[s] ?? 0, count, close[s] ?? 0, sum];
    }
    segmentation[pixel] = best;
    if (best > 0) depth[pixel] = (1000 * most) / sumOfBest;
  }
  return { depth, segmentation };
}
