import { allMeansEqual, type ClusterSums, total } from '../../src/stats/clusters.ts';
import { type Interval, widened, wilson } from '../../src/stats/interval.ts';
import type { Random } from '../../src/stats/random.ts';
import { drawGamma } from '../../src/stats/testing/worlds.ts';
import { lawOfResampledSum } from './resampled-sum.ts';

const RESAMPLES = 2000;
const level = 0.95;
const tail = (1 - level) / 2;

/**
 * What was printed before: whole clusters resampled 2,000 times, and the percentile interval widened for few of them.
 * The clusters are equally large and their sums whole numbers, so the law of a resampled sum is known. The order
 * statistics of 2,000 draws from it are drawn themselves, which takes a twentieth of the time.
 */
export function formerInterval({ sums, counts }: ClusterSums, limits: Interval, stream: Random): Interval {
  const size = sums.length;
  const n = total(counts);
  const value = total(sums) / n;
  if (allMeansEqual({ sums, counts })) {
    if (limits.low === 0) return wilson(value * size, size, level);
    const half = wilson(0, size, level).high;
    return { low: Math.max(limits.low, value - half), high: Math.min(limits.high, value + half) };
  }
  const { least, chances } = lawOfResampledSum(sums);
  const lows = lowestOf(RESAMPLES, stream);
  const highs = lowestOf(RESAMPLES, stream);
  const low = between(lows.map((share) => least + quantileOf(chances, share)));
  const high = between(highs.map((share) => least + quantileOf(chances, 1 - share)));
  return widened(value, { low: low / n, high: high / n }, { clusters: size, level, limits });
}

/** The two of so many uniform numbers, from the least one on, between which the tail's quantile lies. */
function lowestOf(count: number, stream: Random): number[] {
  const below = Math.floor(tail * (count - 1)) + 1;
  const first = drawGamma(below, stream);
  const second = first + drawGamma(1, stream);
  const all = second + drawGamma(count - below, stream);
  return [first / all, second / all];
}

/** Linear between neighbours, like NumPy's default. */
function between([first = 0, second = 0]: number[]): number {
  return first + (second - first) * ((tail * (RESAMPLES - 1)) % 1);
}

function quantileOf(chances: Float64Array, share: number): number {
  let sum = 0;
  for (let i = 0; i < chances.length; i++) {
    sum += chances[i] ?? 0;
    if (sum >= share) return i;
  }
  return chances.length - 1;
}
