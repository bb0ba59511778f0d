import type { Frame } from './frame.ts';
import type { Thing } from './scene.ts';
import { SAMPLES } from './view.ts';

/**
 * What a picture shows beside colours: the thing that most samples of a pixel show (the nearest, when several show as much), and
 * how far it is, in millimetres along the view. The mean of 1 / distance is that of the pixel's centre.
 */
export function measure(
  frame: Frame,
  things: readonly Pick<Thing, 'id'>[],
): { depth: Float32Array; segmentation: Uint16Array } {
  const { width, height, ids } = frame;
  const { width: row, depth: near } = frame.target;
  const { owner } = frame.catalogue;
  const idOf = new Uint16Array(owner.length);
  for (let triangle = 1; triangle < owner.length; triangle += 1) idOf[triangle] = things[owner[triangle] ?? 0]?.id ?? 0;
  const depth = new Float32Array(width * height);
  const segmentation = new Uint16Array(width * height);
  for (let v = 0; v < height; v += 1) {
    for (let u = 0; u < width; u += 1) {
      const i = SAMPLES * (v * row + u);
      const j = i + row;
      const first = ids[i] ?? 0;
      const second = ids[i + 1] ?? 0;
      const third = ids[j] ?? 0;
      const fourth = ids[j + 1] ?? 0;
      // Nearly everywhere it is one triangle.
      const a = idOf[first] ?? 0;
      const b = second === first ? a : (idOf[second] ?? 0);
      const c = third === first ? a : (idOf[third] ?? 0);
      const d = fourth === first ? a : (idOf[fourth] ?? 0);
      const nearA = near[i] ?? 0;
      const nearB = near[i + 1] ?? 0;
      const nearC = near[j] ?? 0;
      const nearD = near[j + 1] ?? 0;
      const pixel = v * width + u;
      // Nearly everywhere: a short cut, with the same result.
      if (a === b && a === c && a === d) {
        segmentation[pixel] = a;
        if (a > 0) depth[pixel] = 4000 / (nearA + nearB + nearC + nearD);
        continue;
      }
      let best = a;
      let most = 0;
      let nearest = -1;
      let sum = 0;
      for (let s = 0; s < 4 && most < 3; s += 1) {
        const id = s === 0 ? a : s === 1 ? b : s === 2 ? c : d;
        const own = s === 0 ? nearA : s === 1 ? nearB : s === 2 ? nearC : nearD;
        const count = Number(a === id) + Number(b === id) + Number(c === id) + Number(d === id);
        if (count < most || (count === most && own <= nearest)) continue;
        best = id;
        most = count;
        nearest = own;
        sum = (a === id ? nearA : 0) + (b === id ? nearB : 0) + (c === id ? nearC : 0) + (d === id ? nearD : 0);
      }
      segmentation[pixel] = best;
      if (best > 0) depth[pixel] = (1000 * most) / sum;
    }
  }
  return { depth, segmentation };
}
