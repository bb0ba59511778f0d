import { total } from '../../src/stats/clusters.ts';

/**
 * How likely a sum of clusters drawn with replacement is `least`, `least` + 1 and so on: by Fourier transform.
 * Loops without lists of their own, because the grid runs them millions of times.
 */
export function lawOfResampledSum(sums: Float64Array): { least: number; chances: Float64Array } {
  const size = sums.length;
  const mean = total(sums) / size;
  const spread = Math.sqrt(total(sums.map((sum) => (sum - mean) ** 2)));
  // What lies further out than seven standard deviations and ten comes back in at the other end, and does not matter.
  const length = 2 ** Math.ceil(Math.log2(14 * spread + 20));
  const least = Math.round(mean * size) - length / 2;
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  const { cosines, sines } = turns(length);
  const values = Int32Array.from(new Set(sums));
  const shares = Float64Array.from(values, (value) => sums.filter((sum) => sum === value).length / size);
  for (let at = 0; at <= length / 2; at++) {
    let re = 0;
    let im = 0;
    for (let i = 0; i < values.length; i++) {
      const turn = (at * (values[i] ?? 0)) & (length - 1);
      re += (shares[i] ?? 0) * (cosines[turn] ?? 0);
      im += (shares[i] ?? 0) * (sines[turn] ?? 0);
    }
    // To the power of the number of clusters, and turned so that `least` comes first.
    const turn = (-at * least) & (length - 1);
    let x = cosines[turn] ?? 0;
    let y = sines[turn] ?? 0;
    for (let left = size; left > 0; left >>= 1) {
      if (left & 1) {
        const product = x * re - y * im;
        y = x * im + y * re;
        x = product;
      }
      const square = re * re - im * im;
      im = 2 * re * im;
      re = square;
    }
    real[at] = x / length;
    imaginary[at] = y / length;
    if (at === 0) continue;
    real[length - at] = x / length;
    imaginary[length - at] = -y / length;
  }
  transform(real, imaginary);
  return { least, chances: real };
}

const known = new Map<number, { cosines: Float64Array; sines: Float64Array }>();

function turns(length: number) {
  let found = known.get(length);
  if (found === undefined) {
    const angles = Float64Array.from({ length }, (_, i) => (2 * Math.PI * i) / length);
    found = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
    known.set(length, found);
  }
  return found;
}

/** Cooley and Tukey's, in place: Σ x(j) e^(−2πi jk / length). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  const { cosines, sines } = turns(length);
  for (let i = 1, j = 0; i < length; i++) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    swap(real, i, j);
    swap(imaginary, i, j);
  }
  for (let half = 1; half < length; half *= 2) {
    const step = length / (2 * half);
    for (let start = 0; start < length; start += 2 * half) {
      for (let i = start, turn = 0; i < start + half; i++, turn += step) {
        const cosine = cosines[turn] ?? 0;
        const sine = sines[turn] ?? 0;
        const re = real[i + half] ?? 0;
        const im = imaginary[i + half] ?? 0;
        const x = re * cosine + im * sine;
        const y = im * cosine - re * sine;
        real[i + half] = (real[i] ?? 0) - x;
        imaginary[i + half] = (imaginary[i] ?? 0) - y;
        real[i] = (real[i] ?? 0) + x;
        imaginary[i] = (imaginary[i] ?? 0) + y;
      }
    }
  }
}

function swap(list: Float64Array, i: number, j: number): void {
  const first = list[i] ?? 0;
  list[i] = list[j] ?? 0;
  list[j] = first;
}
