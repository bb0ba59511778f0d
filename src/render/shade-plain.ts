import type { Facets } from './facet.ts';
import { CLOSE } from './frame-buffer.ts';
import { byteOf } from './light.ts';
import type { ShadeNotes, SkyJob } from './shade.ts';
import { shadePoint, shadeRun } from './shade-run.ts';
import { FLAT, NARROW, type Surfaces } from './surface.ts';
import { SAMPLES, SQUARE } from './view.ts';

/** So many at once: a function that is called often is compiled as a whole, and not anew for every loop that it is stuck in. */
const CHUNK = 512;

/** What is seen of the sky. */
const seen = new Float64Array(3);

/** Colours the pixels that show one triangle, or one smooth piece, or the sky: nearly all. Returns the others, in that room. */
export function shadePlain(job: SkyJob, surfaces: Surfaces, facets: Facets, left: Int32Array): Int32Array {
  let count = 0;
  for (let begin = 0; begin < job.pixels.length; begin += CHUNK) {
    count = shadeChunk(job, surfaces, facets, left, count, begin, Math.min(begin + CHUNK, job.pixels.length));
  }
  return left.subarray(0, count);
}

/** Finds neighbours that show the same triangle, and has them coloured together; how many pixels it left in all. */
function shadeChunk(
  job: SkyJob,
  surfaces: Surfaces,
  facets: Facets,
  left: Int32Array,
  alreadyLeft: number,
  begin: number,
  end: number,
): number {
  const { frame, view, lights, pixels, rgb, notes, sky } = job;
  const { patch } = frame.catalogue;
  const { samples: ids, depth: near } = frame.target;
  // Whole numbers to the compiler as well, which otherwise converts each place in an array that is worked out from them.
  const row = (2 * frame.target.width) | 0;
  const nextLine = (SAMPLES * row) | 0;
  const nextPixel = (SAMPLES * 2) | 0;
  const width = frame.width | 0;
  const { kinds } = surfaces;
  let leftCount = alreadyLeft;
  for (let k = begin | 0; k < end; k += 1) {
    const place = (pixels[k] ?? 0) | 0;
    const v = place >> 16;
    const u = place & 0xffff;
    let i = (Math.imul(v, nextLine) + Math.imul(u, nextPixel)) | 0;
    const id = ids[i + 1] ?? 0;
    const alike = ids[i + 3] === id && ids[i + row + 1] === id && ids[i + row + 3] === id;
    if (!alike) {
      const piece = patch[id];
      const isSmooth =
        patch[ids[i + 3] ?? 0] === piece &&
        patch[ids[i + row + 1] ?? 0] === piece &&
        patch[ids[i + row + 3] ?? 0] === piece;
      if (!isSmooth || !isClose(near, i, row)) {
        left[leftCount] = place;
        leftCount += 1;
        continue;
      }
    }
    const pixel = (Math.imul(v, width) + u) | 0;
    if (notes) forget(notes, pixel);
    if (id === 0 && sky) {
      sky.look((u + 0.5 - view.width / 2) / view.focal, (v + 0.5 - view.height / 2) / view.focal, seen);
      for (let c = 0; c < 3; c += 1) rgb[3 * pixel + c] = byteOf(seen[c] ?? 0);
      continue;
    }
    if (id === 0) {
      for (let c = 0; c < 3; c += 1) rgb[3 * pixel + c] = byteOf(lights[12 + c] ?? 0);
      continue;
    }
    const kind = kinds[id] || surfaces.learn(id);
    if ((!alike && (kind & FLAT) === 0) || (kind & NARROW) !== 0) {
      // At the first sample where smooth triangles meet: light extrapolated beyond a grazing triangle's own samples is wrong.
      shadePoint(job, surfaces, id, u, v, alike ? 0.5 : 0.25);
      continue;
    }
    const first = k;
    // Where flat ones meet, they go on as one.
    const last = alike ? Math.min(end - 1, k + SQUARE - 1 - (u & (SQUARE - 1))) : k;
    let next = (place + 1) | 0;
    i = (i + nextPixel) | 0;
    while (
      k < last &&
      pixels[k + 1] === next &&
      ids[i + 1] === id &&
      ids[i + 3] === id &&
      ids[i + row + 1] === id &&
      ids[i + row + 3] === id
    ) {
      k += 1;
      next += 1;
      i += nextPixel;
      if (notes) forget(notes, pixel + k - first);
    }
    shadeRun(job, surfaces, facets, id, u, v, k - first + 1);
  }
  return leftCount;
}

function forget({ tiles, heights }: ShadeNotes, pixel: number): void {
  tiles[4 * pixel] = -1;
  heights[pixel] = Number.NaN;
}

/** Whether the samples of a pixel are as far away as one piece's would be. */
function isClose(near: Float32Array, i: number, row: number): boolean {
  const n0 = near[i] ?? 0;
  const n1 = near[i + 2] ?? 0;
  const n2 = near[i + row] ?? 0;
  const n3 = near[i + row + 2] ?? 0;
  return Math.min(n0, n1, n2, n3) >= CLOSE * Math.max(n0, n1, n2, n3);
}
