/** The unit quaternion (w, x, y, z; w ≥ 0) of a rotation matrix given row by row. */
export function quaternionOf(m: ArrayLike<number>): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = Array.from(m);
  // Four times the square of each component; the largest one is safe to divide by.
  const squares = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i];
  const largest = squares.indexOf(Math.max(...squares));
  const twice = Math.sqrt(squares[largest] ?? 1);
  const rest = [
    [twice * twice, h - f, c - g, d - b],
    [h - f, twice * twice, b + d, c + g],
    [c - g, b + d, twice * twice, f + h],
    [d - b, c + g, f + h, twice * twice],
  ][largest] ?? [1, 0, 0, 0];
  const sign = (rest[0] ?? 0) < 0 ? -1 : 1;
  const [w = 1, x = 0, y = 0, z = 0] = rest.map((value) => (sign * value) / (2 * twice));
  return [w, x, y, z];
}
