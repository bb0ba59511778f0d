import type { Comparison, Pairing } from '../../../src/contracts/index.ts';
import { compareRuns, findBenchmark } from '../../../src/engine/pure.ts';
import { compareResults } from '../../../src/stats/index.ts';
import type { ScoredSide } from '../../work/messages.ts';

/** Two runs as the command line compares them. */
export function compareSides(a: ScoredSide, b: ScoredSide): Comparison {
  const [first, second] = [a, b].map(({ name, ...side }) => ({
    ...side,
    folder: name,
    benchmark: findBenchmark(side.run.spec.benchmark).benchmark,
  }));
  if (!first || !second) throw new Error('two runs were given');
  return compareRuns(first, second);
}

/** Every run against every other: row is A, column is B, nothing on the diagonal. */
export function matrixOf(sides: readonly ScoredSide[]): (Pairing | null)[][] {
  const matrix: (Pairing | null)[][] = sides.map(() => sides.map(() => null));
  for (const [y, a] of sides.entries())
    for (const [x, b] of sides.entries()) {
      const row = matrix[y];
      if (!row || x === y) continue;
      const mirror = matrix[x]?.[y];
      row[x] = mirror ? turned(mirror) : compareResults(a.units, b.units, { breakdowns: [] }).overall;
    }
  return matrix;
}

/** The same pair seen from the other side. */
function turned(pairing: Pairing): Pairing {
  const { a, b, wins, losses, difference } = pairing;
  const { value, low, high, method } = difference ?? { value: 0, low: 0, high: 0, method: '' };
  return {
    ...pairing,
    a: b,
    b: a,
    wins: losses,
    losses: wins,
    difference: difference && { value: -value, low: -high, high: -low, method },
  };
}
