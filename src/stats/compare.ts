import type { Comparison, Pairing, UnitResult } from '../contracts/index.ts';
import { groupsOf } from './breakdown.ts';
import { mean } from './clusters.ts';
import { holm } from './holm.ts';
import { mcnemar } from './mcnemar.ts';
import { scoreOf } from './metric.ts';
import { estimateDifference, type Pair } from './paired.ts';

export interface CompareOptions {
  breakdowns: readonly (readonly string[])[];
  /** Margin in points (percent) within which the runs count as the same. */
  equivalence?: number;
  level?: number;
}

/** The part of a comparison that statistics can fill in. */
export type ComparedResults = Pick<
  Comparison,
  'overall' | 'groups' | 'leftOut' | 'aRightBWrong' | 'bRightAWrong' | 'equivalence'
>;

/**
 * A against B, unit by unit (same id, same epoch), on the units that both have a score for.
 *
 * McNemar's p takes units as independent. With several epochs, or clusters of more than one unit, it claims too
 * much: show the interval beside it, which resamples whole clusters. `leftOut` counts a unit that both left open twice.
 * `equivalence` is in points throughout, like its margin.
 * @example compareResults(a, b, { breakdowns: [['category']], equivalence: 2 }).overall.difference
 */
export function compareResults(
  a: readonly UnitResult[],
  b: readonly UnitResult[],
  opts: CompareOptions,
): ComparedResults {
  const matched = match(a, b);
  const paired = bothScored(matched);
  return {
    overall: pairingOf(paired, opts.level),
    groups: opts.breakdowns.flatMap((axes) => compareGroups(matched, axes, opts.level)),
    leftOut: {
      onlyA: a.length - matched.length,
      onlyB: b.length - matched.length,
      openA: matched.filter((unit) => unit.a === null).length,
      openB: matched.filter((unit) => unit.b === null).length,
    },
    aRightBWrong: uniqueIds(paired.filter((unit) => unit.a > unit.b)),
    bRightAWrong: uniqueIds(paired.filter((unit) => unit.b > unit.a)),
    ...(opts.equivalence !== undefined && { equivalence: equivalenceOf(paired, opts.equivalence) }),
  };
}

/** A unit that both runs have, in the order of A. */
interface Matched {
  id: string;
  cluster: string;
  groups: Record<string, string>;
  a: number | null;
  b: number | null;
}

function match(a: readonly UnitResult[], b: readonly UnitResult[]): Matched[] {
  const unitKey = ({ id, epoch }: UnitResult) => `${epoch} ${id}`;
  const inB = new Map(b.map((unit) => [unitKey(unit), unit]));
  return a.flatMap((unit) => {
    const other = inB.get(unitKey(unit));
    if (other === undefined) return [];
    const { id, cluster, groups } = unit;
    return [{ id, cluster, groups, a: scoreOf(unit), b: scoreOf(other) }];
  });
}

function bothScored(units: readonly Matched[]): (Pair & { id: string })[] {
  return units.flatMap(({ id, cluster, a, b }) => (a === null || b === null ? [] : [{ id, cluster, a, b }]));
}

function pairingOf(pairs: readonly Pair[], level?: number): Pairing {
  const n = pairs.length;
  const wins = pairs.filter(({ a, b }) => a > b).length;
  const losses = pairs.filter(({ a, b }) => a < b).length;
  return {
    n,
    clusters: new Set(pairs.map(({ cluster }) => cluster)).size,
    a: n === 0 ? null : mean(pairs.map(({ a }) => a)),
    b: n === 0 ? null : mean(pairs.map(({ b }) => b)),
    wins,
    losses,
    ties: n - wins - losses,
    difference: estimateDifference(pairs, level),
    p: wins + losses === 0 ? null : mcnemar(wins, losses),
  };
}

function compareGroups(matched: readonly Matched[], axes: readonly string[], level?: number): Comparison['groups'] {
  const groups = groupsOf(matched, axes).map(({ by, key, items }) => ({
    by,
    key,
    pairing: pairingOf(bothScored(items), level),
  }));
  const corrected = holm(groups.flatMap(({ pairing }) => pairing.p ?? [])).values();
  return groups.map((group) => ({
    ...group,
    pHolm: group.pairing.p === null ? null : (corrected.next().value ?? null),
  }));
}

function equivalenceOf(pairs: readonly Pair[], margin: number): NonNullable<Comparison['equivalence']> {
  // Two one-sided tests at 5 % are one 90 % interval; without pairs anything is possible.
  const { low, high } = estimateDifference(pairs, 0.9) ?? { low: -1, high: 1 };
  return { margin, low: 100 * low, high: 100 * high, equivalent: 100 * low > -margin && 100 * high < margin };
}

function uniqueIds(units: readonly { id: string }[]): string[] {
  return [...new Set(units.map(({ id }) => id))];
}
