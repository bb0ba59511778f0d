import type { Aggregate, Metric, UnitResult } from '../../contracts/index.ts';

/**
 * The numbers of a run in which the questions of some answered units cannot be read. Nobody can say how these would have scored,
 * so they widen every bracket. A number over groups of units leaves out one whose group is unknown; it may have decided one group.
 */
export function openAggregate(
  aggregate: Aggregate,
  units: readonly UnitResult[],
  unread: readonly UnitResult[],
): Metric[] {
  const closed = aggregate(units);
  if (unread.length === 0) return closed;
  const errorsBefore = new Map(closed.map(({ name, errors = 0 }) => [name, errors]));
  return aggregate([...units, ...unread]).map((metric) =>
    (metric.errors ?? 0) > (errorsBefore.get(metric.name) ?? 0) ? metric : widened(metric, unread.length),
  );
}

function widened(metric: Metric, open: number): Metric {
  const { value, low, high, n, errors = 0, worst = value, best = value, lowest = low, highest = high } = metric;
  const before = n + errors;
  const all = before + open;
  const allWrong = (number: number) => (number * before) / all;
  const allRight = (number: number) => (number * before + open) / all;
  return {
    ...metric,
    errors: errors + open,
    ...(worst !== null && { worst: allWrong(worst) }),
    ...(best !== null && { best: allRight(best) }),
    ...(lowest !== null && { lowest: allWrong(lowest) }),
    ...(highest !== null && { highest: allRight(highest) }),
  };
}
