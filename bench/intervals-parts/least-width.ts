import { random } from '../../src/stats/index.ts';
import type { Random } from '../../src/stats/random.ts';
import { at } from '../../src/util/index.ts';
import type { Cell } from './measure-cell.ts';

/** How often an interval may miss the truth, in every world: the first goal. */
const mayMiss = ({ clusters }: Pick<Cell, 'clusters'>) => (clusters < 10 ? 0.08 : 0.07);
/** Worlds drawn to find the rival, and to measure it. */
const DRAWS = { search: 400, measure: 8000 };
/** Differences that are tried on either side, in units of the width to beat. */
const STEPS = Array.from({ length: 24 }, (_, i) => ((i + 1) / 24) * 1.5);
const RIGHT = [0.03, 0.05, 0.07, 0.1, 0.13, 0.17, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97];
const ICC = [0, 0.1, 0.3, 0.5, 0.7, 1];

/** What a cluster of two runs shows: units that both, only A, only B and neither got right; and how likely each is. */
interface Law {
  chances: Float64Array;
  /** Rising, for drawing. */
  upTo: Float64Array;
}

/**
 * A width that no method goes below, on average over worlds of this kind, if its interval holds the truth in 93 % of the worlds of
 * every kind between those of the grid. The mean width is the sum, over all differences, of how often the interval holds them (Pratt, 1961).
 * An interval that leaves out a difference is a test of it: it may reject in 7 % of the worlds where that is the truth, and so, as
 * Neyman and Pearson showed, holds it here at least as often as the best such test accepts. Which world with this difference is
 * hardest to tell from this one is searched for; any other gives a lower bound too.
 * @param width what the bound is compared with: how far from the truth differences are looked at
 */
export function leastWidth({ against = 0, ...cell }: Cell, width: number): number {
  const here = lawOf({ ...cell, against });
  const truth = cell.p - against;
  const stream = random('least width', JSON.stringify({ ...cell, against }));
  let least = 0;
  for (const side of [-1, 1]) {
    let before = { distance: 0, held: 1 - mayMiss(cell) };
    for (const step of STEPS) {
      const distance = step * width;
      const held = heldAt(truth + side * distance, here, cell, stream);
      // Between two differences, as often as at the one that is held less.
      least += (distance - before.distance) * Math.min(held, before.held);
      before = { distance, held };
      if (held < 0.005) break;
    }
  }
  return least;
}

/** How often, at least, the interval holds a difference that is not the truth. */
function heldAt(difference: number, here: Law, cell: Omit<Cell, 'against'>, stream: Random): number {
  let hardest = { held: 0, rival: here };
  for (const rival of rivals(difference, cell.units)) {
    const held = accepted(here, rival, { ...cell, draws: DRAWS.search }, stream);
    if (held > hardest.held) hardest = { held, rival };
  }
  // Drawn again: the best of many tries is a lucky one.
  return hardest.held === 0 ? 0 : accepted(here, hardest.rival, { ...cell, draws: DRAWS.measure }, stream);
}

const known = new Map<string, Law>();

/** Worlds with this difference, which may be in favour of either run. */
function rivals(difference: number, units: number): Law[] {
  const gap = Math.abs(difference);
  return RIGHT.filter((p) => p - gap >= 0.01).flatMap((p) =>
    ICC.map((icc) => {
      const key = [difference, units, p, icc].join(' ');
      const law = known.get(key) ?? lawOf({ units, icc, p, against: p - gap, swapped: difference < 0 });
      known.set(key, law);
      return law;
    }),
  );
}

/** How often the best test of `rival`, which rejects in 7 % of its worlds, accepts it where `here` is true. */
function accepted(
  here: Law,
  rival: Law,
  { clusters, draws }: { clusters: number; draws: number },
  stream: Random,
): number {
  const gain = here.chances.map((chance, i) => Math.log(chance / at(rival.chances, i)));
  const evidence = (law: Law) =>
    Float64Array.from({ length: draws }, () => {
      let sum = 0;
      for (let i = 0; i < clusters; i++) sum += at(gain, draw(law, stream));
      return sum;
    }).sort();
  const limit = at(evidence(rival), Math.floor((1 - mayMiss({ clusters })) * draws));
  return evidence(here).filter((each) => each <= limit).length / draws;
}

function draw({ upTo }: Law, stream: Random): number {
  const share = stream.next();
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(upTo, middle) > share) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The law of a cluster in the worlds of `drawPairs`: exact, because both quadratures are. */
function lawOf(world: Omit<Cell, 'clusters'> & { against: number; swapped?: boolean }): Law {
  const { units, icc, p, against, swapped = false } = world;
  const eases = betaRule(p, icc, units + 1);
  const keeps = betaRule(against / p, icc, (units >> 1) + 1);
  const chances: number[] = [];
  for (let both = 0; both <= units; both++)
    for (let onlyA = 0; both + onlyA <= units; onlyA++)
      for (let onlyB = 0; both + onlyA + onlyB <= units; onlyB++) {
        const counts = [both, ...(swapped ? [onlyB, onlyA] : [onlyA, onlyB]), units - both - onlyA - onlyB];
        let chance = 0;
        for (const { x: ease, weight } of eases)
          for (const { x: kept, weight: share } of keeps) {
            const met = { a: (ease * (1 + ease)) / 2, b: (ease * (1 - ease)) / 2 };
            const unit = [met.a * kept, met.a * (1 - kept) + met.b, met.b * kept];
            unit.push(1 - unit.reduce((sum, each) => sum + each, 0));
            chance +=
              weight * share * counts.reduce((product, count, i) => product * Math.max(0, at(unit, i)) ** count, 1);
          }
        chances.push(chance * ways(counts));
      }
  let sum = 0;
  return { chances: Float64Array.from(chances), upTo: Float64Array.from(chances, (chance) => (sum += chance)) };
}

/** In how many orders so many of each kind can stand. */
function ways(counts: readonly number[]): number {
  let [result, n] = [1, 0];
  for (const count of counts) for (let i = 1; i <= count; i++) result = (result * ++n) / i;
  return result;
}

/** Points and weights that give the mean of every polynomial of degree 2 `size` − 1 under the beta distribution of `drawEase`. */
function betaRule(mean: number, icc: number, size: number): { x: number; weight: number }[] {
  if (icc === 0 || mean >= 1) return [{ x: mean, weight: 1 }];
  if (icc === 1)
    return [
      { x: 0, weight: 1 - mean },
      { x: 1, weight: mean },
    ];
  const strength = (1 - icc) / icc;
  // Golub and Welsch: the points are eigenvalues of the Jacobi polynomials' recurrence, as a matrix.
  const [a, b] = [(1 - mean) * strength - 1, mean * strength - 1];
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const set = (i: number, j: number, value: number) => {
    at(matrix, i)[j] = value;
    at(matrix, j)[i] = value;
  };
  for (let n = 0; n < size; n++) {
    const s = 2 * n + a + b;
    set(n, n, n === 0 ? (b - a) / (a + b + 2) : (b ** 2 - a ** 2) / (s * (s + 2)));
    if (n === 0) continue;
    const square =
      n === 1
        ? (4 * (1 + a) * (1 + b)) / ((2 + a + b) ** 2 * (3 + a + b))
        : (4 * n * (n + a) * (n + b) * (n + a + b)) / (s ** 2 * (s + 1) * (s - 1));
    set(n - 1, n, Math.sqrt(square));
  }
  const first = diagonalise(matrix);
  return matrix.map((row, i) => ({ x: (1 + at(row, i)) / 2, weight: at(first, i) ** 2 }));
}

/** Jacobi's rotations, in place. @returns the first row of the eigenvectors */
function diagonalise(matrix: Float64Array[]): Float64Array {
  const size = matrix.length;
  const first = new Float64Array(size);
  first[0] = 1;
  const get = (i: number, j: number) => at(at(matrix, i), j);
  const turn = (list: Float64Array, i: number, j: number, c: number, s: number) => {
    const [x, y] = [at(list, i), at(list, j)];
    list[i] = c * x - s * y;
    list[j] = s * x + c * y;
  };
  for (let sweep = 0; sweep < 30; sweep++)
    for (let i = 0; i < size; i++)
      for (let j = i + 1; j < size; j++) {
        if (Math.abs(get(i, j)) < 1e-300) continue;
        const angle = Math.atan2(2 * get(i, j), get(j, j) - get(i, i)) / 2;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const row of matrix) turn(row, i, j, c, s);
        const [top, low] = [at(matrix, i), at(matrix, j)];
        for (let k = 0; k < size; k++) {
          const [x, y] = [at(top, k), at(low, k)];
          top[k] = c * x - s * y;
          low[k] = s * x + c * y;
        }
        turn(first, i, j, c, s);
      }
  return first;
}
