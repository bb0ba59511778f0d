import type { RunFile } from '../../contracts/index.ts';
import { ConfidenceSequence } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';

/** When a run knows enough: its score to within so much, or whether it differs from another run. */
export type UntilGoal = { within: number } | { versus: ReadonlyMap<string, number | null> };

/** Limits take longer to compute the more there is: they are looked at so many times in a run, at most. */
const LOOKS = 50;

/** Differences of these sizes are bet on in equal parts, because nobody knows in advance how far apart two models are. */
const DIFFERENCES = [0.02, 0.05, 0.1, 0.2];

/**
 * Decides when a run may stop. It looks only at the longest start of the order in which every unit is finished: what is
 * answered fast is not like what is answered slowly, so "whatever has come in" would be a biased sample.
 */
export class UntilRule {
  readonly #goal: UntilGoal;
  readonly #clusters: readonly (readonly string[])[];
  /** Where a unit stands: its cluster. */
  readonly #clusterOf = new Map<string, number>();
  readonly #scores = new Map<string, number | null>();
  readonly #left: number[];
  readonly #sequence: ConfidenceSequence;
  /** The score's own limits, where a difference is watched. */
  readonly #score: ConfidenceSequence | undefined;
  /** After how many clusters limits are computed again: places in the order, so that a run that is resumed knows the same. */
  readonly #every: number;
  #prefix = 0;
  #known = { low: 0, high: 1, clusters: 0 };

  /** @param clusters the units of each cluster, in the random order in which clusters are asked */
  constructor(clusters: readonly (readonly string[])[], goal: UntilGoal) {
    this.#goal = goal;
    this.#clusters = clusters;
    this.#left = clusters.map(({ length }) => length);
    this.#every = Math.ceil(clusters.length / LOOKS);
    for (const [index, units] of clusters.entries()) for (const unit of units) this.#clusterOf.set(unit, index);
    // On the scale of the sequence a difference of −1 … 1 takes half as much room.
    const deviations = 'within' in goal ? [goal.within] : DIFFERENCES.map((difference) => difference / 2);
    const sizes = [...this.#left];
    this.#sequence = new ConfidenceSequence({ sizes, deviations });
    if ('versus' in goal) this.#score = new ConfidenceSequence({ sizes, deviations: DIFFERENCES });
  }

  /** A unit is finished. @param score null where an error leaves it open */
  finish(unit: string, score: number | null): void {
    const cluster = this.#clusterOf.get(unit);
    if (cluster === undefined || this.#scores.has(unit)) return;
    this.#scores.set(unit, score);
    this.#left[cluster] = at(this.#left, cluster) - 1;
    while (this.#left[this.#prefix] === 0) this.#draw(at(this.#clusters, this.#prefix));
  }

  #draw(units: readonly string[]): void {
    const scores = units.map((unit) => demand(this.#scores, unit));
    this.#sequence.add(totalOf(units.map((unit, n) => this.#watched(unit, at(scores, n)))));
    this.#score?.add(totalOf(scores));
    this.#prefix += 1;
    if (this.#prefix % this.#every === 0 || this.#prefix === this.#clusters.length)
      this.#known = { ...this.#sequence.limits(), clusters: this.#prefix };
  }

  /** The unit's part of the mean that is watched, from 0 to 1. */
  #watched(unit: string, score: number | null): number | null {
    if ('within' in this.#goal) return score;
    const other = this.#goal.versus.get(unit) ?? null;
    return score === null || other === null ? null : (score - other + 1) / 2;
  }

  /** What is known so far, and whether it is enough. The limits are for all units of the run, asked or not. */
  look(): NonNullable<RunFile['until']> & { enough: boolean } {
    const { clusters, ...limits } = this.#known;
    const seen = { clusters, of: this.#clusters.length };
    if ('within' in this.#goal) {
      const enough = (limits.high - limits.low) / 2 <= this.#goal.within;
      return { rule: 'score', within: this.#goal.within, ...limits, ...seen, enough };
    }
    const [low, high] = [2 * limits.low - 1, 2 * limits.high - 1];
    const enough = low > 0 || high < 0;
    return {
      rule: 'difference',
      low,
      high,
      ...seen,
      enough,
      ...(enough && this.#score && { score: this.#score.limits() }),
    };
  }
}

/** A cluster's total with its open units counted as 0, and with them counted as 1. */
function totalOf(values: readonly (number | null)[]): { size: number; low: number; high: number } {
  const sum = (open: number) => values.reduce<number>((total, value) => total + (value ?? open), 0);
  return { size: values.length, low: sum(0), high: sum(1) };
}
