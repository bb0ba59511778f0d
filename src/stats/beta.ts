/**
 * The regularised incomplete beta function I_x(a, b): the probability that a Beta(a, b) variable is below x.
 * Relative error stays near 1e-12 for a, b from 1 up to millions.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast only on its own side of the mean.
  return x <= (a + 1) / (a + b + 2)
    ? (power(x, a, b) * continuedFraction(x, a, b)) / a
    : 1 - (power(x, a, b) * continuedFraction(1 - x, b, a)) / b;
}

/** The x with I_x(a, b) = p: Newton's steps, halving the bracket wherever one would leave it. */
export function inverseBeta(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let i = 0; i < 200; i++) {
    const excess = incompleteBeta(x, a, b) - p;
    if (excess > 0) high = x;
    else low = x;
    let next = x - (excess * x * (1 - x)) / power(x, a, b);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - x) <= 1e-14 * x) return next;
    x = next;
  }
  return x;
}

/** x^a (1−x)^b / B(a, b), by the distance of x from the mean: the plain logarithms lose nine digits at a = 1e6. */
function power(x: number, a: number, b: number): number {
  const n = a + b;
  const off = a / n - x;
  const deviance = a * Math.log1p(off / x) + b * Math.log1p(-off / (1 - x));
  return (
    Math.sqrt((a / n) * (b / (2 * Math.PI))) * Math.exp(stirlingRest(n) - stirlingRest(a) - stirlingRest(b) - deviance)
  );
}

/** What Stirling's formula leaves of ln Γ(z): ln Γ(z) − (z − ½) ln z + z − ½ ln 2π. */
function stirlingRest(z: number): number {
  if (z < 16) return stirlingRest(z + 1) + (z + 0.5) * Math.log1p(1 / z) - 1;
  const s = 1 / z ** 2;
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360360))))) / z;
}

/** Lentz's evaluation of the continued fraction of I_x(a, b). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = d;
  // About √(a+b) rounds are needed.
  for (let m = 1; m < 1e6; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value;
}
