/**
 * Round numbers within a domain, about so many.
 * @example ticksOf([0, 1], 5) // [0, 0.2, 0.4, 0.6, 0.8, 1]
 */
export function ticksOf([from, to]: readonly [number, number], about: number): number[] {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  // Through a whole number of thousandths, because 3 * 0.1 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(10)));
}
