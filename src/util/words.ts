import type { z } from 'zod';
import { at } from './at.ts';

// What messages and tables are made of: amounts, near names, what is wrong with some data.

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

/**
 * Names and values as they are written on the command line.
 * @example assignments({ split: 'train', seed: '1' }) // 'split=train,seed=1'
 */
export function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
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

/**
 * The known name that a mistyped one was probably meant to be, if any is close.
 * @example nearest('tinny', ['tiny', 'mmsi']) // 'tiny'
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // Nobody types names this long; the cost is quadratic.
  if (name.length > 100) return undefined;
  const ranked = known
    .map((candidate) => ({ candidate, edits: edits(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  // Of four letters, two that differ make another word.
  const most = name.length < 5 ? 1 : Math.max(2, name.length / 3);
  if (best && best.edits <= most && 2 * best.edits <= name.length) return best.candidate;
  const longer = known
    .map((candidate) => ({ candidate, rest: unshared(name, candidate) }))
    .sort((a, b) => a.rest - b.rest)
    .find(({ rest }) => rest !== Number.POSITIVE_INFINITY)?.candidate;
  if (longer !== undefined) return longer;
  // `vsibench` begins with `vsi`: the longest such name.
  const begun = known.filter(
    (candidate) => candidate.length > 2 && name.toLowerCase().startsWith(candidate.toLowerCase()),
  );
  if (begun.length > 0) return begun.reduce((a, b) => (b.length > a.length ? b : a));
  // The same word in another group: `choice/letter` for `leter`, `reference/pick` for `policy/pick`.
  const words = known.filter((candidate) => candidate.includes('/')).map(lastPart);
  const word = words.length > 0 ? nearest(lastPart(name), words) : undefined;
  return known.find((candidate) => candidate.includes('/') && lastPart(candidate) === word);
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/** How many parts one name has more than the other, if it has all of the other's: `mmsi-bench` and `mmsi`, `gpt-4o` and `openai/gpt-4o`. */
function unshared(one: string, other: string): number {
  const [short, long] = [one, other]
    .map((name) =>
      name
        .toLowerCase()
        .split(/[-_/.:\s]+/)
        .filter(Boolean),
    )
    .sort((a, b) => a.length - b.length);
  if (!short || !long || short.length === 0) return Number.POSITIVE_INFINITY;
  return short.every((part) => long.includes(part)) ? long.length - short.length : Number.POSITIVE_INFINITY;
}

/**
 * What to do about a mistyped name: the one that was probably meant, or `otherwise`.
 * @example throw new SextantError('bad_argument', 'there is no "tinny"', didYouMean('tinny', ['tiny', 'mmsi']))
 */
export function didYouMean(name: string, known: readonly string[], otherwise?: string): { fix?: string } {
  const guess = nearest(name, known);
  const fix = guess === undefined ? otherwise : `did you mean ${guess}?`;
  return fix === undefined ? {} : { fix };
}

/** How many letters one types wrong, leaves out, adds, or swaps with the next. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      const swapped = x === b[j - 1] && a[i - 1] === y ? at(before, j - 1) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(at(next, j) + 1, at(row, j + 1) + 1, at(row, j) + (x === y ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return at(row, -1);
}

/** What is wrong with some data, field by field; never the values, which may be secret. */
export function problemsOf(error: z.ZodError): string {
  const lines = error.issues.map((issue) => {
    // zod puts the reason why a key is wrong one level deeper.
    const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
    return `${issue.path.join('.') || 'the whole'}: ${message}`;
  });
  return lines.join('; ');
}
