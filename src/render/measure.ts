import type { FrameBuffer } from './frame-buffer.ts';
import type { RenderOptions } from './renderer.ts';
import type { Thing } from './scene.ts';
import { SAMPLES } from './view.ts';

/**
 * What a picture shows beside colours: the thing that most samples of a pixel show (the nearest, when several show as much), and
 * how far it is, in millimetres along the view. The mean of 1 / distance is that of the pixel's centre.
 */
export function measure(
  frame: FrameBuffer,
  things: readonly Pick<Thing, 'id'>[],
  into: RenderOptions['into'] = {},
): { depth: Float32Array; segmentation: Uint16Array } {
  const { width, height } = frame;
  const size = width * height;
  const { depth, segmentation } = into;
  const job: Measuring = {
    frame,
    idOf: idsOf(frame, things),
    depth: depth?.length === size ? depth : new Float32Array(size),
    segmentation: segmentation?.length === size ? segmentation : new Uint16Array(size),
  };
  for (let v = 0; v < height; v += 1) measureRow(job, v);
  return { depth: job.depth, segmentation: job.segmentation };
}

interface Measuring {
  frame: FrameBuffer;
  idOf: Uint16Array;
  depth: Float32Array;
  segmentation: Uint16Array;
}

/** A function of its own: it is called often enough to be compiled well. */
function measureRow(job: Measuring, v: number): void {
  const { frame, idOf, depth, segmentation } = job;
  const { width } = frame;
  const { samples: ids, depth: near } = frame.target;
  const row = 2 * frame.target.width;
  for (let u = 0; u < width; u += 1) {
    const pixel = v * width + u;
    const i = SAMPLES * (v * row + 2 * u);
    const j = i + row;
    const triangle = ids[i + 1] ?? 0;
    // Nearly everywhere it is one triangle: a short cut, with the same result.
    if (triangle === ids[i + 3] && triangle === ids[j + 1] && triangle === ids[j + 3]) {
      segmentation[pixel] = idOf[triangle] ?? 0;
      const sum = (near[i] ?? 0) + (near[i + 2] ?? 0) + (near[j] ?? 0) + (near[j + 2] ?? 0);
      depth[pixel] = triangle > 0 ? 4000 / sum : 0;
    } else choose(job, i, pixel);
  }
}

/** What a pixel shows of which samples, the first of them the `i`th, show several triangles. */
function choose({ frame, idOf, depth, segmentation }: Measuring, i: number, pixel: number): void {
  const { samples: ids, depth: near } = frame.target;
  const row = 2 * frame.target.width;
  const j = i + row;
  const a = idOf[ids[i + 1] ?? 0] ?? 0;
  const b = idOf[ids[i + 3] ?? 0] ?? 0;
  const c = idOf[ids[j + 1] ?? 0] ?? 0;
  const d = idOf[ids[j + 3] ?? 0] ?? 0;
  const nearA = near[i] ?? 0;
  const nearB = near[i + 2] ?? 0;
  const nearC = near[j] ?? 0;
  const nearD = near[j + 2] ?? 0;
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
  depth[pixel] = best > 0 ? (1000 * most) / sum : 0;
}

/** The id of the thing that each triangle belongs to; triangle 0 is nothing. */
function idsOf({ catalogue }: FrameBuffer, things: readonly Pick<Thing, 'id'>[]): Uint16Array {
  const { owner, firstTriangle } = catalogue;
  const ids = new Uint16Array(owner.length);
  things.forEach(({ id }, n) => {
    ids.fill(id, firstTriangle[n], firstTriangle[n + 1]);
  });
  return ids;
}
