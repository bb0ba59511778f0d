/**
 * `np.mean(values)` of floats: the mean of every summary, so that whoever recomputes one gets the same last bit. NumPy adds
 * eight lanes in blocks of up to 128 and the blocks in pairs, which differs from adding in a row.
 * @example numpyMean([0.1, 0.2, 0.3]) // 0.20000000000000004
 */
export function numpyMean(values: readonly number[] | Float64Array): number {
  return pairwiseSum(values instanceof Float64Array ? values : Float64Array.from(values)) / values.length;
}

function pairwiseSum(values: Float64Array): number {
  const count = values.length;
  if (count > 128) {
    const half = (count >> 1) - ((count >> 1) % 8);
    return pairwiseSum(values.subarray(0, half)) + pairwiseSum(values.subarray(half));
  }
  const lanes = new Float64Array(8);
  const inLanes = count < 8 ? 0 : count - (count % 8);
  for (let i = 0; i < inLanes; i++) lanes[i % 8] = (lanes[i % 8] ?? 0) + (values[i] ?? 0);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = lanes;
  let total = a + b + (c + d) + (e + f + (g + h));
  for (let i = inLanes; i < count; i++) total += values[i] ?? 0;
  return total;
}
