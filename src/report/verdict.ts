import { type Comparison, type Pairing, plural } from '../contracts/index.ts';
import { percent, pValue } from './format.ts';

const significance = 0.05;

/**
 * The answer to "which is better?" in one sentence. A difference is claimed only when the interval and the test agree.
 * @example 'A is 12.0 points better, 95 % interval 4.1 to 19.8; exact McNemar p = 0.003.'
 */
export function verdict({ difference, p, n }: Pairing): string {
  if (difference === null) return 'No difference can be claimed: no unit has a score in both runs.';
  const { value, low, high } = difference;
  const test = p === null ? '' : `; exact McNemar p ${p < 0.001 ? '' : '= '}${pValue(p)}`;
  const claimed = (low > 0 || high < 0) && p !== null && p < significance;
  const [better, from, to] = value < 0 ? ['B', -high, -low] : ['A', low, high];
  const size = percent(Math.abs(value));
  const fact = size === '0.0' ? 'they are level' : `${better} is ${size} points better`;
  const range = `95 % interval ${percent(from)} to ${percent(to)}${test}.`;
  return claimed
    ? `${fact}, ${range}`
    : `No difference can be claimed: ${fact} on ${plural(n, 'shared unit')}, ${range}`;
}

/** The answer to "are they the same?", which a missing difference is not. Here the contract counts in points. */
export function equivalenceVerdict({ margin, low, high, equivalent }: NonNullable<Comparison['equivalence']>): string {
  const [within, from, to] = [margin, low, high].map((points) => percent(points / 100));
  const range = `the 90 % interval of the difference, ${from} to ${to},`;
  return equivalent
    ? `Equivalent within ${within} points: ${range} lies inside.`
    : `Not shown to be equivalent within ${within} points: ${range} reaches outside.`;
}
