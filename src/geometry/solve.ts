/**
 * Solves `matrix · x = right` for a symmetric positive definite matrix (row by row; only what is not above the diagonal is read),
 * by Cholesky's method. Both arguments are overwritten; the answer is in `right`.
 */
export function solvePositive(matrix: Float64Array, right: Float64Array): void {
  const n = right.length;
  const m = (i: number, j: number) => matrix[n * i + j] ?? 0;
  for (let j = 0; j < n; j += 1) {
    for (let i = j; i < n; i += 1) {
      let sum = m(i, j);
      for (let k = 0; k < j; k += 1) sum -= m(i, k) * m(j, k);
      matrix[n * i + j] = i === j ? Math.sqrt(sum) : sum / m(j, j);
    }
  }
  for (let i = 0; i < n; i += 1) {
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= m(i, k) * (right[k] ?? 0);
    right[i] = sum / m(i, i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = right[i] ?? 0;
    for (let k = i + 1; k < n; k += 1) sum -= m(k, i) * (right[k] ?? 0);
    right[i] = sum / m(i, i);
  }
}
