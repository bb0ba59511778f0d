/** `np.mean(values)` of floats, which adds in pairs of blocks and so differs in the last bits from adding in a row. */
export function mean(values: readonly number[]): number {
  return sum(values, 0, values.length) / values.length;
}

function sum(values: readonly number[], start: number, end: number): number {
  const count = end - start;
  if (count > 128) {
    const half = start + (count >> 1) - ((count >> 1) % 8);
    return sum(values, start, half) + sum(values, half, end);
  }
  const at = (index: number) => values[index] ?? Number.NaN;
  const tail = count < 8 ? start : end - (count % 8);
  const lanes = [0, 0, 0, 0, 0, 0, 0, 0].map((_, lane) => {
    let total = 0;
    for (let index = start + lane; index < tail; index += 8) total += at(index);
    return total;
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = lanes;
  let total = a + b + (c + d) + (e + f + (g + h));
  for (let index = tail; index < end; index++) total += at(index);
  return total;
}
