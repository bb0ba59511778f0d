import type { Comparison, Pairing } from '../contracts/index.ts';
import { smallestFromInterval } from '../stats/index.ts';
import { plural } from '../util/index.ts';
import { percent, pValue } from './format.ts';

const significance = 0.05;

/**
 * The answer to "which is better?" in one sentence. A difference is claimed only when the interval and the test agree.
 * @example 'A is 12.0 points better, 95 % interval 4.1 to 19.8; exact McNemar p = 0.003.'
 */
export function verdict(pairing: Pairing): string {
  const { difference, p, n, errors = 0 } = pairing;
  const limits = pairingLimits(pairing);
  if (difference === null || limits === null) return 'No difference can be claimed: no unit has a score in both runs.';
  const { value } = difference;
  const { low, high } = limits;
  const test = p === null ? '' : `; exact McNemar p ${p < 0.001 ? '' : '= '}${pValue(p)}`;
  const claimed = isClaimed(pairing);
  const [from, to] = value < 0 ? [-high, -low] : [low, high];
  const fact = errors > 0 ? openFact(pairing) : closedFact(value);
  const open = errors === 0 ? '' : ` whatever the ${plural(errors, 'pair')} with errors would have been`;
  const range = `95 % interval ${percent(from)} to ${percent(to)}${open}${test}.`;
  return claimed
    ? `${fact}, ${range}`
    : `No difference can be claimed: ${fact} on ${plural(n, 'shared unit')}, ${range}`;
}

/** A difference is claimed only when the interval and the test agree. */
function isClaimed(pairing: Pairing): boolean {
  const limits = pairingLimits(pairing);
  return limits !== null && (limits.low > 0 || limits.high < 0) && pairing.p !== null && pairing.p < significance;
}

/** What an undecided comparison could have shown; nothing where it is decided. */
export function couldHaveShown(pairing: Pairing): string[] {
  const limits = pairingLimits(pairing);
  if (isClaimed(pairing) || limits === null || limits.high <= limits.low) return [];
  // Where errors hold the interval open, its width says nothing about how many units there are.
  if ((pairing.errors ?? 0) > 0) return [];
  const smallest = smallestFromInterval(limits);
  return [
    smallest > 1
      ? 'So few units would not find even the largest possible difference in 80 % of cases.'
      : `Runs like these find a difference of ${percent(smallest)} points in 80 % of cases, a smaller one less often.`,
  ];
}

function closedFact(value: number): string {
  const size = percent(Math.abs(value));
  return size === '0.0' ? 'they are level' : `${value < 0 ? 'B' : 'A'} is ${size} points better`;
}

/** What errors leave of it. */
function openFact({ worst = -1, best = 1 }: Pairing): string {
  if (worst > 0) return `A is ${percent(worst)} to ${percent(best)} points better`;
  if (best < 0) return `B is ${percent(-best)} to ${percent(-worst)} points better`;
  return `A is between ${percent(-worst)} points worse and ${percent(best)} points better`;
}

/** The limits to print: with errors, the lower one takes all of them against A and the upper one all for A. */
export function pairingLimits({
  difference,
  errors = 0,
  lowest,
  highest,
}: Pairing): { low: number; high: number } | null {
  const { low, high } = errors > 0 ? { low: lowest, high: highest } : (difference ?? {});
  return low === undefined || high === undefined ? null : { low, high };
}

/** The answer to "are they the same?": finding no difference does not prove it. In points, as the contract has it. */
export function equivalenceVerdict({ margin, low, high, equivalent }: NonNullable<Comparison['equivalence']>): string {
  const [within, from, to] = [margin, low, high].map((points) => percent(points / 100));
  const range = `the 90 % interval of the difference, ${from} to ${to},`;
  return equivalent
    ? `Equivalent within ${within} points: ${range} is inside.`
    : `Not shown to be equivalent within ${within} points: ${range} reaches outside.`;
}
