import type { Metric } from '../contracts/index.ts';
import { interval, percent } from './format.ts';
import { limitsOf } from './metric-cells.ts';

/** What the signs of a bar mean. */
export const BAR_LEGEND = '● score  ━ 95 % interval  ┆ chance';

/**
 * A score on a line from 0 to 100, with its interval and with chance marked.
 * @example intervalBar({ value: 0.5, low: 0.3, high: 0.7, chance: 0.25, … }, 20) // '·····┆━━━━●━━━······'
 */
export function intervalBar(metric: Metric | undefined, width: number): string {
  const cells = Array.from({ length: width }, () => '·');
  const cellOf = (part: number) => Math.min(width - 1, Math.floor(Math.min(1, Math.max(0, part)) * width));
  const limits = metric ? limitsOf(metric) : null;
  if (limits) cells.fill('━', cellOf(limits.low), cellOf(limits.high) + 1);
  if (metric?.chance !== undefined) cells[cellOf(metric.chance)] = '┆';
  if (metric?.value != null) cells[cellOf(metric.value)] = '●';
  return cells.join('');
}

/** @example '50.0 [30.2, 69.8]' */
export function scoreWords(metric: Metric | undefined): string {
  if (metric?.value == null) return 'nothing measured';
  const limits = limitsOf(metric);
  return `${percent(metric.value)}${limits === null ? '' : ` ${interval(limits.low, limits.high)}`}`;
}

/** Whether the whole interval lies above chance; undefined where nobody says what chance is. */
export function isAboveChance(metric: Metric | undefined): boolean | undefined {
  const limits = metric ? limitsOf(metric) : null;
  if (limits === null || metric?.chance === undefined) return undefined;
  return limits.low > metric.chance;
}
