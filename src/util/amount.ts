// Amounts as people read them, in every message and table.

/** @example count(12345) // '12,345' */
export function count(n: number): string {
  return n.toLocaleString('en-US');
}

/**
 * How many of what.
 * @example plural(1, 'file') // '1 file', plural(1200, 'try', 'tries') // '1,200 tries'
 */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

const units = ['kB', 'MB', 'GB', 'TB'];

/**
 * The size of a file, in the unit that suits it.
 * @example byteSize(1879) // '1.9 kB', byteSize(2.84e9) // '2.8 GB'
 */
export function byteSize(bytes: number): string {
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  // What would round to 1000.0 is 1.0 of the next one.
  const at = units.findIndex((_, n) => bytes < 999.95 * 1000 ** (n + 1));
  const power = at === -1 ? units.length : at + 1;
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}
