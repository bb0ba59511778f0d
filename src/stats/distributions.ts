/** Coefficients of numerator and denominator, highest power first. */
const CENTRE = {
  above: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  below: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
};
const TAIL = {
  above: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  below: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
};
const FAR_TAIL = {
  above: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  below: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
};

/** The z with P(Z < z) = p for a standard normal Z; Wichura's AS 241, good to 16 digits. */
export function normalQuantile(p: number): number {
  const fromHalf = p - 0.5;
  if (Math.abs(fromHalf) <= 0.425) return fromHalf * rational(CENTRE, 0.425 ** 2 - fromHalf ** 2);
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  return Math.sign(fromHalf) * (r <= 5 ? rational(TAIL, r - 1.6) : rational(FAR_TAIL, r - 5));
}

function rational(table: typeof CENTRE, x: number): number {
  return horner(table.above, x) / horner(table.below, x);
}

function horner(coefficients: number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
}

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
