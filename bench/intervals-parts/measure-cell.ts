import { clusterSums } from '../../src/stats/clusters.ts';
import { clusterInterval, type Interval } from '../../src/stats/interval.ts';
import { estimateDifference } from '../../src/stats/paired.ts';
import { type Random, random } from '../../src/stats/random.ts';
import { drawClusters, drawPairs, type Kind } from '../../src/stats/testing/worlds.ts';
import { formerInterval } from './former.ts';

/** A cell of the grid; `against` is what the other run scores, where two are compared. */
export interface Cell extends Kind {
  against?: number;
}

export interface Measured {
  cell: Cell;
  now: Coverage;
  former: Coverage;
  /** Expected independent successes and failures, or units where A and where B is better: the smaller number. */
  events: number;
}

interface Coverage {
  covered: number;
  width: number;
}

/** Draws so many worlds of one kind and asks both methods. */
export function measureCell(cell: Cell, worlds: number): Measured {
  const stream = random('intervals', JSON.stringify(cell));
  const [now, former] = [new Tally(), new Tally()];
  const former1 = remembered(cell, random('resampling', JSON.stringify(cell)));
  const { against } = cell;
  const seen = [0, 0];
  for (let world = 0; world < worlds; world++) {
    if (against === undefined) {
      const clusters = drawClusters(cell, stream);
      now.add(cell.p, clusterInterval(clusters, { level: 0.95 }));
      former.add(cell.p, former1(clusters.sums, { low: 0, high: 1 }));
    } else {
      const pairs = drawPairs(cell, against, stream);
      now.add(cell.p - against, estimateDifference(pairs) ?? { low: -1, high: 1 });
      const { sums } = clusterSums(
        pairs,
        Float64Array.from(pairs, ({ a, b }) => a - b),
      );
      former.add(cell.p - against, former1(sums, { low: -1, high: 1 }));
      for (const { a, b } of pairs) if (a !== b) seen[a > b ? 0 : 1] = (seen[a > b ? 0 : 1] ?? 0) + 1;
    }
  }
  const shares =
    against === undefined ? [cell.p, 1 - cell.p] : seen.map((count) => count / (worlds * cell.clusters * cell.units));
  const effective = (cell.clusters * cell.units) / (1 + (cell.units - 1) * cell.icc);
  return { cell, now: now.mean(worlds), former: former.mean(worlds), events: effective * Math.min(...shares) };
}

/** The former interval depends on which sums there are, not on where; small worlds repeat. */
function remembered({ units }: Cell, stream: Random): (sums: Float64Array, limits: Interval) => Interval {
  const known = new Map<string, Interval>();
  return (sums, limits) => {
    const sorted = sums.toSorted();
    const key = sorted.join(' ');
    const found =
      known.get(key) ?? formerInterval({ sums: sorted, counts: sorted.slice().fill(units) }, limits, stream);
    if (known.size < 20_000) known.set(key, found);
    return found;
  };
}

class Tally {
  #covered = 0;
  #width = 0;

  add(truth: number, { low, high }: Interval): void {
    if (low <= truth + 1e-12 && truth - 1e-12 <= high) this.#covered++;
    this.#width += high - low;
  }

  mean(worlds: number): Coverage {
    return { covered: this.#covered / worlds, width: this.#width / worlds };
  }
}
