import { type Comparison, isOpen, type Pairing, type UnitResult } from '../contracts/index.ts';
import { at, PackedTexts } from '../util/index.ts';
import { groupsOf, pick } from './breakdown.ts';
import { type Listed, numbersOf } from './clusters.ts';
import { numpyMean as mean } from './mean.ts';
import { scoreOf } from './metric.ts';
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
  const pairs = pairUp(a, b);
  return {
    overall: pairingOf(pairs, opts.level),
    groups: opts.breakdowns.flatMap((axes) => compareGroups(pairs, axes, opts.level)),
    leftOut: {
      onlyA: a.length - pairs.a.length,
      onlyB: b.length - pairs.b.length,
      openA: count(pairs.a, (unit) => scoreOf(unit) === null),
      openB: count(pairs.b, (unit) => scoreOf(unit) === null),
    },
    aRightBWrong: uniqueIds(pairs, (unit) => unit.a > unit.b),
    bRightAWrong: uniqueIds(pairs, (unit) => unit.b > unit.a),
    ...(opts.equivalence !== undefined && { equivalence: equivalenceOf(pairs, opts.equivalence) }),
  };
}

/** A unit that both runs have a score for. */
class ScoredPair implements Pair {
  readonly #unit: UnitResult;
  readonly a: number;
  readonly b: number;

  constructor(unit: UnitResult, a: number, b: number) {
    this.#unit = unit;
    this.a = a;
    this.b = b;
  }

  get id(): string {
    return this.#unit.id;
  }

  get cluster(): string {
    return this.#unit.cluster;
  }
}

/**
 * Units that both runs have, in the order of A. A list of those that both have a score for; each is made when it is looked at,
 * because there may be 100,000.
 */
class Pairs implements Listed<ScoredPair> {
  readonly a: readonly UnitResult[];
  /** As many, in the same order. */
  readonly b: readonly UnitResult[];
  readonly length: number;
  /** What an error of A counts as, and one of B the opposite; nothing where it hides what was scored. */
  readonly #error: 0 | 1 | null;

  constructor(a: readonly UnitResult[], b: readonly UnitResult[], error: 0 | 1 | null = null) {
    this.a = a;
    this.b = b;
    this.#error = error;
    this.length = count(this, () => true);
  }

  *[Symbol.iterator](): Generator<ScoredPair> {
    const theirs = this.#error === null ? null : 1 - this.#error;
    for (const [i, unit] of this.a.entries()) {
      const other = at(this.b, i);
      const a = isOpen(unit) ? this.#error : unit.score;
      const b = isOpen(other) ? theirs : other.score;
      if (a !== null && b !== null) yield new ScoredPair(unit, a, b);
    }
  }

  get hasErrors(): boolean {
    return this.a.some(isOpen) || this.b.some(isOpen);
  }

  pick(positions: Uint32Array): Pairs {
    return new Pairs(pick(this.a, positions), pick(this.b, positions), this.#error);
  }

  /** As if every error of A had scored this, and every error of B the opposite. */
  closed(error: 0 | 1): Pairs {
    return new Pairs(this.a, this.b, error);
  }
}

function pairUp(a: readonly UnitResult[], b: readonly UnitResult[]): Pairs {
  const unitKey = ({ id, epoch }: UnitResult) => `${epoch} ${id}`;
  // Two whole runs: nothing has to be looked up.
  if (a.length === b.length && a.every((unit, i) => unitKey(unit) === unitKey(at(b, i)))) return new Pairs(a, b);
  const inB = new PackedTexts();
  const places = new Uint32Array(b.length);
  for (const [place, unit] of b.entries()) places[inB.add(unitKey(unit))] = place;
  const [ours, theirs] = [new Uint32Array(a.length), new Uint32Array(a.length)];
  let size = 0;
  for (const [place, unit] of a.entries()) {
    const number = inB.find(unitKey(unit));
    if (number === undefined) continue;
    ours[size] = place;
    theirs[size++] = at(places, number);
  }
  inB.free();
  return new Pairs(pick(a, ours.subarray(0, size)), pick(b, theirs.subarray(0, size)));
}

function pairingOf(pairs: Pairs, level?: number): Pairing {
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
    ...openedPairing(pairs, level),
    p: wins + losses === 0 ? null : mcnemar(wins, losses),
  };
}

function countClusters(pairs: Listed<Pair>): number {
  const clusters = new PackedTexts();
  for (const { cluster } of pairs) clusters.add(cluster);
  const { size } = clusters;
  clusters.free();
  return size;
}

/** What the pairs that errors leave open could do to the difference: all against A, and all for A. */
function openedPairing(
  pairs: Pairs,
  level?: number,
): Pick<Pairing, 'errors' | 'worst' | 'best' | 'lowest' | 'highest'> {
  if (!pairs.hasErrors) return {};
  const against = pairs.closed(0);
  const [worst, best] = [against, pairs.closed(1)].map((closed) => estimateDifference(closed, level));
  const errors = against.length - pairs.length;
  if (errors === 0 || !worst || !best) return {};
  return { errors, worst: worst.value, best: best.value, lowest: worst.low, highest: best.high };
}

function compareGroups(pairs: Pairs, axes: readonly string[], level?: number): Comparison['groups'] {
  const groups = groupsOf(pairs.a, axes).map(({ by, key, positions }) => ({
    by,
    key,
    pairing: pairingOf(pairs.pick(positions), level),
  }));
  const corrected = holm(groups.flatMap(({ pairing }) => pairing.p ?? [])).values();
  return groups.map((group) => ({
    ...group,
    pHolm: group.pairing.p === null ? null : (corrected.next().value ?? null),
  }));
}

function equivalenceOf(pairs: Pairs, margin: number): NonNullable<Comparison['equivalence']> {
  // Two one-sided tests at 5 % are one 90 % interval; without pairs anything is possible.
  const low = estimateDifference(pairs.closed(0), 0.9)?.low ?? -1;
  const high = estimateDifference(pairs.closed(1), 0.9)?.high ?? 1;
  return { margin, low: 100 * low, high: 100 * high, equivalent: 100 * low > -margin && 100 * high < margin };
}

/** Without a list in between, which would be as long as the run. */
function count<T>(items: Iterable<T>, counts: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (counts(item)) found += 1;
  return found;
}

function uniqueIds(units: Pairs, counts: (unit: ScoredPair) => boolean): string[] {
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
