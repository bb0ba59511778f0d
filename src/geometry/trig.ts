/**
 * Sine and its relatives from additions, multiplications and square roots alone. Those are exact to the last bit everywhere,
 * while `Math.sin` may differ between engines: poses and pixels must not.
 */

const HALF_PI = 1.5707963267948966;
/** What π/2 is more than its double. */
const HALF_PI_REST = 6.123233995736766e-17;

/** 1, -1/3!, 1/5! … and 1, -1/2!, 1/4! … */
const sineTerms = taylor(1);
const cosineTerms = taylor(0);

function taylor(first: number): number[] {
  const terms: number[] = [];
  let factorial = 1;
  for (let n = 1; terms.length < 9; n += 1) {
    if (n > first && (n - first) % 2 === 1) terms.push((terms.length % 2 === 0 ? 1 : -1) / factorial);
    factorial *= n;
  }
  return terms;
}

function series(terms: readonly number[], square: number): number {
  let sum = 0;
  for (let i = terms.length - 1; i >= 0; i -= 1) sum = sum * square + (terms[i] ?? 0);
  return sum;
}

/** sin of `x + quarters · π/2`; for angles up to some thousands of turns. */
function sineFrom(x: number, quarters: number): number {
  const turns = Math.round(x / HALF_PI);
  const rest = x - turns * HALF_PI - turns * HALF_PI_REST;
  const quarter = (((turns + quarters) % 4) + 4) % 4;
  const value = quarter % 2 === 0 ? rest * series(sineTerms, rest * rest) : series(cosineTerms, rest * rest);
  return quarter < 2 ? value : -value;
}

export function sin(x: number): number {
  return sineFrom(x, 0);
}

export function cos(x: number): number {
  return sineFrom(x, 1);
}

function arctan(t: number): number {
  // Halving the angle twice makes the series short.
  let x = t;
  for (let i = 0; i < 2; i += 1) x = x / (1 + Math.sqrt(1 + x * x));
  const square = x * x;
  let sum = 0;
  for (let n = 27; n >= 1; n -= 2) sum = 1 / n - square * sum;
  return 4 * x * sum;
}

/** The angle of the point (x, y), from -π to π. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  if (Math.abs(y) > Math.abs(x)) return (y > 0 ? HALF_PI : -HALF_PI) - arctan(x / y);
  if (x > 0) return arctan(y / x);
  return arctan(y / x) + (y < 0 ? -2 : 2) * HALF_PI;
}
