import type { ClusterSums } from '../clusters.ts';
import type { Pair } from '../paired.ts';
import type { Random } from '../random.ts';

/** A kind of world: so many clusters of so many units, right with this probability, alike within a cluster by `icc`. */
export interface Kind {
  clusters: number;
  units: number;
  p: number;
  icc: number;
}

/** Right or wrong units of beta-binomial clusters, summed up. */
export function drawClusters({ clusters, units, p, icc }: Kind, stream: Random): ClusterSums {
  const sums = Float64Array.from({ length: clusters }, () => {
    const ease = drawEase(p, icc, stream);
    let right = 0;
    for (let i = 0; i < units; i++) if (stream.next() < ease) right++;
    return right;
  });
  return { sums, counts: new Float64Array(clusters).fill(units) };
}

/**
 * Two runs of the same units. B meets every second unit as A does and the others anew, at the cluster's ease for A, and
 * then fails what it takes to come down to `against`, alike within a cluster too.
 */
export function drawPairs({ clusters, units, p, icc }: Kind, against: number, stream: Random): Pair[] {
  return Array.from({ length: clusters }, (_, at) => {
    const [ease, kept] = [drawEase(p, icc, stream), drawEase(against / p, icc, stream)];
    return Array.from({ length: units }, () => {
      const a = stream.next() < ease;
      const met = stream.next() < 0.5 ? a : stream.next() < ease;
      return { cluster: `${at}`, a: Number(a), b: Number(met && stream.next() < kept) };
    });
  }).flat();
}

/** How easy a cluster is: beta-distributed around p, so that two of its units correlate by `icc`. */
function drawEase(p: number, icc: number, stream: Random): number {
  if (icc === 0 || p >= 1) return p;
  if (icc === 1) return stream.next() < p ? 1 : 0;
  const weight = (1 - icc) / icc;
  const right = drawGamma(p * weight, stream);
  return right / (right + drawGamma((1 - p) * weight, stream));
}

/** Marsaglia and Tsang's method. */
export function drawGamma(shape: number, stream: Random): number {
  if (shape < 1) return drawGamma(shape + 1, stream) * (1 - stream.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - stream.next())) * Math.cos(2 * Math.PI * stream.next());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - stream.next()) < x ** 2 / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}
