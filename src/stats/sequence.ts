import { SextantError } from '../contracts/index.ts';

/** What is known of one cluster once all its units are finished. */
interface FinishedCluster {
  /** How many units it has. */
  size: number;
  /** Sum of their scores, each from 0 to 1, with every open unit counted as 0. */
  low: number;
  /** The same with every open unit counted as 1. */
  high: number;
}

interface SequenceOptions {
  /** Sizes of all clusters, in the random order in which they are drawn; known before the first answer. */
  sizes: readonly number[];
  /** How far from the truth a wrong mean lies that the bets are made for; several share the stake. */
  deviations: readonly number[];
  /** 0.95 */
  level?: number;
}

/**
 * How much of a bettor's stake one draw may take. Below 1, so that no draw ruins him for good; closer to 1 helps only in
 * populations that are almost all right or all wrong.
 */
const LARGEST_LOSS = 0.9;

/** How exactly a limit is found; it is never closer to the truth than it should be. */
const PRECISION = 1e-7;

/**
 * Limits for the mean of a finite population that hold at every moment of drawing it without replacement, so that one may
 * look after each draw and stop whenever they are narrow enough.
 *
 * For a mean m that is claimed, cluster t should come to `m · size` plus its share of what the clusters before it left
 * over. A bettor stakes on "more than that". If m is true his wealth is a martingale, so it reaches 1/α with probability α
 * at most (Ville); an m at which it did is ruled out for good. Wealth falls as m grows, so the means that are ruled out
 * form an interval, found by halving. The same on failures gives the upper limit. Waudby-Smith and Ramdas (2020, 2024) draw
 * single numbers; here a draw is a cluster with a known size, which keeps the rule right when its units rise and fall together.
 */
export class ConfidenceSequence {
  readonly #lower: Bettor;
  readonly #upper: Bettor;

  constructor({ sizes, deviations, level = 0.95 }: SequenceOptions) {
    const wanted = 2 / (1 - level);
    this.#lower = new Bettor(sizes, deviations, wanted);
    this.#upper = new Bettor(sizes, deviations, wanted);
  }

  /** The next cluster of the order. */
  add({ size, low, high }: FinishedCluster): void {
    this.#lower.draw(size, low);
    this.#upper.draw(size, size - high);
  }

  /** Limits from all that was drawn; they never move apart again. */
  limits(): { low: number; high: number } {
    return { low: this.#lower.limit(), high: 1 - this.#upper.limit() };
  }
}

/** Bets that the mean is higher than claimed; what he rules out is a lower limit. */
class Bettor {
  readonly #sizes: readonly number[];
  readonly #deviations: readonly number[];
  readonly #wanted: number;
  readonly #units: number;
  /** The largest cluster from this one on: what a draw may still bring. */
  readonly #largest: Float64Array;
  readonly #totals: number[] = [];
  /** Units and score of all clusters drawn. */
  #drawn = 0;
  #sum = 0;
  /** Spread of cluster totals around what their sizes let expect, after each draw. */
  readonly #variances: number[] = [];
  #squares = 0;
  #limit = 0;

  constructor(sizes: readonly number[], deviations: readonly number[], wanted: number) {
    this.#sizes = sizes;
    this.#deviations = deviations;
    this.#wanted = wanted;
    this.#units = sizes.reduce((sum, size) => sum + size, 0);
    this.#largest = new Float64Array(sizes.length + 1);
    for (let i = sizes.length - 1; i >= 0; i -= 1) {
      this.#largest[i] = Math.max(sizes[i] ?? 0, this.#largest[i + 1] ?? 0);
    }
  }

  draw(size: number, total: number): void {
    const t = this.#totals.length;
    if (size !== this.#sizes[t]) {
      throw new SextantError('bad_argument', `cluster ${t} of the order has ${this.#sizes[t]} units, not ${size}`);
    }
    this.#variances.push(this.#variance());
    this.#totals.push(total);
    // The mean before this draw, so that a bet depends on the past alone; half a cluster of each kind to begin with.
    const mean = (this.#sum + 0.5) / (this.#drawn + 1);
    this.#squares += (total - mean * size) ** 2;
    this.#drawn += size;
    this.#sum += total;
  }

  /** A guess at the next draw's variance from earlier draws; the first one is that of a coin per cluster. */
  #variance(): number {
    const t = this.#totals.length;
    const typical = this.#units / this.#sizes.length;
    return (0.25 * typical ** 2 + this.#squares) / (t + 1);
  }

  limit(): number {
    const floor = this.#sum / this.#units;
    let ruledOut = Math.max(this.#limit, floor);
    let possible = (this.#sum + this.#units - this.#drawn) / this.#units;
    let above = this.#excess(ruledOut);
    if (ruledOut < possible && above >= 0) {
      let below = this.#excess(possible);
      if (below >= 0) ruledOut = possible;
      // Along straight lines, where an end that stays counts half each time (Illinois); by halves where an end is infinite.
      let stayed: 'ruledOut' | 'possible' | undefined;
      while (possible - ruledOut > PRECISION) {
        const part = Number.isFinite(above - below) ? above / (above - below) : 0.5;
        const between = ruledOut + Math.min(0.99, Math.max(0.01, part)) * (possible - ruledOut);
        const excess = this.#excess(between);
        if (excess >= 0) {
          [ruledOut, above] = [between, excess];
          if (stayed === 'possible') below /= 2;
          stayed = 'possible';
        } else {
          [possible, below] = [between, excess];
          if (stayed === 'ruledOut') above /= 2;
          stayed = 'ruledOut';
        }
      }
    }
    this.#limit = ruledOut;
    return ruledOut;
  }

  /** How far the wealth lies above what rules a mean out, on a scale on which it is nearly straight. */
  #excess(mean: number): number {
    return Math.log(this.#wealth(mean) / this.#wanted);
  }

  /** What a stake of 1 has become if the mean is claimed to be this. */
  #wealth(mean: number): number {
    let sum = 0;
    for (const deviation of this.#deviations) sum += this.#wealthFor(mean, deviation);
    return sum / this.#deviations.length;
  }

  #wealthFor(mean: number, deviation: number): number {
    const clusters = this.#sizes.length;
    const typical = this.#units / clusters;
    let wealth = 1;
    let drawn = 0;
    let sum = 0;
    for (let t = 0; t < this.#totals.length; t += 1) {
      const left = clusters - t;
      const size = this.#sizes[t] ?? 0;
      const total = this.#totals[t] ?? 0;
      const expected = (mean * drawn - sum) / left;
      const worst = mean * (this.#largest[t] ?? 0) + expected;
      // The claim would need more than all that is left, or less than nothing.
      if (worst < 0) return Number.POSITIVE_INFINITY;
      const drift = deviation * (typical + drawn / left);
      const bet = drift / ((this.#variances[t] ?? 0) + drift ** 2);
      const stake = worst === 0 ? bet : Math.min(bet, LARGEST_LOSS / worst);
      wealth *= 1 + stake * (total - mean * size - expected);
      drawn += size;
      sum += total;
    }
    return wealth;
  }
}
