import { type Comparison, isOpen, type Pairing, type UnitResult } from '../contracts/index.ts';
import { PackedTexts } from '../util/index.ts';
import { groupsOf } from './breakdown.ts';
import { numbersOf } from './clusters.ts';
import { numpyMean as mean } from './mean.ts';
import { estimateDifference, mcnemar, type Pair } from './paired.ts';

interface CompareOptions {
  breakdowns: readonly (readonly string[])[];
  /** Margin in points (percent) within which the runs count as the same. */
  equivalence?: number;
  level?: number;
}

/** The part of a comparison that statistics can fill in. */
type ComparedResults = Pick<
  Comparison,
  'overall' | 'groups' | 'leftOut' | 'aRightBWrong' | 'bRightAWrong' | 'equivalence'
>;

/**
 * A against B, unit by unit (same id, same epoch), on the units that both have a score for.
 *
 * McNemar's p takes units as independent. With several epochs, or clusters of more than one unit, it claims too
 * much: show the interval beside it, which allows for clusters. `leftOut` counts a unit that both left open twice.
 * Pairs that an error leaves open stay out of the difference, and `worst` … `highest` say what they could do to it.
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
    overall: pairingOf(matched, opts.level),
    groups: opts.breakdowns.flatMap((axes) => compareGroups(matched, axes, opts.level)),
    leftOut: {
      onlyA: a.length - matched.length,
      onlyB: b.length - matched.length,
      openA: count(matched, (unit) => unit.a === null),
      openB: count(matched, (unit) => unit.b === null),
    },
    aRightBWrong: uniqueIds(paired, (unit) => unit.a > unit.b),
    bRightAWrong: uniqueIds(paired, (unit) => unit.b > unit.a),
    ...(opts.equivalence !== undefined && { equivalence: equivalenceOf(matched, opts.equivalence) }),
  };
}

/** A unit that both runs have. What they know is left to them: there may be 100,000. */
class Matched {
  readonly #a: UnitResult;
  readonly #b: UnitResult;
  /** What an error of A counts as, and one of B the opposite; nothing where it hides what was scored. */
  readonly #error: 0 | 1 | null;

  constructor(a: UnitResult, b: UnitResult, error: 0 | 1 | null = null) {
    this.#a = a;
    this.#b = b;
    this.#error = error;
  }

  get id(): string {
    return this.#a.id;
  }

  get cluster(): string {
    return this.#a.cluster;
  }

  get groups(): Record<string, string> {
    return this.#a.groups;
  }

  get a(): number | null {
    return isOpen(this.#a) ? this.#error : this.#a.score;
  }

  get b(): number | null {
    if (!isOpen(this.#b)) return this.#b.score;
    return this.#error === null ? null : 1 - this.#error;
  }

  get isOpen(): boolean {
    return isOpen(this.#a) || isOpen(this.#b);
  }

  closed(error: 0 | 1): Matched {
    return this.isOpen ? new Matched(this.#a, this.#b, error) : this;
  }
}

/** In the order of A. */
function match(a: readonly UnitResult[], b: readonly UnitResult[]): Matched[] {
  const unitKey = ({ id, epoch }: UnitResult) => `${epoch} ${id}`;
  const inB = new PackedTexts();
  const places = new Uint32Array(b.length);
  for (const [place, unit] of b.entries()) places[inB.add(unitKey(unit))] = place;
  const matched: Matched[] = [];
  for (const unit of a) {
    const other = b[places[inB.find(unitKey(unit)) ?? -1] ?? -1];
    if (other === undefined) continue;
    matched.push(new Matched(unit, other));
  }
  inB.free();
  return matched;
}

function bothScored(units: readonly Matched[]): readonly (Matched & Pair)[] {
  const isPair = (unit: Matched): unit is Matched & Pair => unit.a !== null && unit.b !== null;
  return units.every(isPair) ? units : units.filter(isPair);
}

/** The pairs as if every error of A had scored this, and every error of B the opposite. */
function closed(units: readonly Matched[], error: 0 | 1): readonly Pair[] {
  return bothScored(units.map((unit) => unit.closed(error)));
}

function pairingOf(units: readonly Matched[], level?: number): Pairing {
  const pairs = bothScored(units);
  const n = pairs.length;
  const wins = count(pairs, ({ a, b }) => a > b);
  const losses = count(pairs, ({ a, b }) => a < b);
  return {
    n,
    clusters: countClusters(pairs),
    a: n === 0 ? null : mean(numbersOf(pairs, ({ a }) => a)),
    b: n === 0 ? null : mean(numbersOf(pairs, ({ b }) => b)),
    wins,
    losses,
    ties: n - wins - losses,
    difference: estimateDifference(pairs, level),
    ...openedPairing(units, n, level),
    p: wins + losses === 0 ? null : mcnemar(wins, losses),
  };
}

function countClusters(pairs: readonly Pair[]): number {
  const clusters = new PackedTexts();
  for (const { cluster } of pairs) clusters.add(cluster);
  const { size } = clusters;
  clusters.free();
  return size;
}

/** What the pairs that errors leave open could do to the difference: all against A, and all for A. */
function openedPairing(
  units: readonly Matched[],
  scored: number,
  level?: number,
): Pick<Pairing, 'errors' | 'worst' | 'best' | 'lowest' | 'highest'> {
  if (!units.some((unit) => unit.isOpen)) return {};
  const against = closed(units, 0);
  const [worst, best] = [against, closed(units, 1)].map((pairs) => estimateDifference(pairs, level));
  const errors = against.length - scored;
  if (errors === 0 || !worst || !best) return {};
  return { errors, worst: worst.value, best: best.value, lowest: worst.low, highest: best.high };
}

function compareGroups(matched: readonly Matched[], axes: readonly string[], level?: number): Comparison['groups'] {
  const groups = groupsOf(matched, axes).map(({ by, key, items }) => ({
    by,
    key,
    pairing: pairingOf(items, level),
  }));
  const corrected = holm(groups.flatMap(({ pairing }) => pairing.p ?? [])).values();
  return groups.map((group) => ({
    ...group,
    pHolm: group.pairing.p === null ? null : (corrected.next().value ?? null),
  }));
}

function equivalenceOf(units: readonly Matched[], margin: number): NonNullable<Comparison['equivalence']> {
  // Two one-sided tests at 5 % are one 90 % interval; without pairs anything is possible.
  const low = estimateDifference(closed(units, 0), 0.9)?.low ?? -1;
  const high = estimateDifference(closed(units, 1), 0.9)?.high ?? 1;
  return { margin, low: 100 * low, high: 100 * high, equivalent: 100 * low > -margin && 100 * high < margin };
}

/** Without a list in between, which would be as long as the run. */
function count<T>(items: readonly T[], counts: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (counts(item)) found += 1;
  return found;
}

function uniqueIds<T extends { id: string }>(units: readonly T[], counts: (unit: T) => boolean): string[] {
  const seen = new PackedTexts();
  const ids: string[] = [];
  for (const unit of units) {
    if (!counts(unit)) continue;
    const { id } = unit;
    if (seen.add(id) === ids.length) ids.push(id);
  }
  seen.free();
  return ids;
}

/**
 * Holm's correction for asking several questions at once; answers in the order of the questions.
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): number[] {
  const sorted = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let atLeast = 0;
  for (const [rank, { p, index }] of sorted.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, p * (sorted.length - rank)));
    adjusted[index] = atLeast;
  }
  return adjusted;
}
