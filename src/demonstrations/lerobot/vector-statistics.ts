import { type FeatureStats, type FeatureSummary, featureStats, summarise, withQuantiles } from './statistics.ts';

/** The values of a feature that is no video, one per frame. */
export type FeatureRows = readonly (number | readonly number[])[];

/** Statistics of such features, episode by episode and of all together. */
export class VectorStatistics {
  readonly #whole = new Map<string, RunningSummary[]>();

  /** The features of which there is something. */
  get keys(): string[] {
    return [...this.#whole.keys()];
  }

  /** Of the rows of one episode. */
  add(key: string, rows: FeatureRows): FeatureStats {
    const width = typeof rows[0] === 'number' ? 1 : (rows[0]?.length ?? 0);
    const whole = this.#whole.get(key) ?? Array.from({ length: width }, () => new RunningSummary());
    this.#whole.set(key, whole);
    const summaries = whole.map((running, dimension) => {
      const values = rows.map((row) => (typeof row === 'number' ? row : (row[dimension] ?? 0)));
      const summary = summarise(values);
      running.add(values, summary);
      return summary;
    });
    return featureStats(summaries);
  }

  /** Of everything so far. */
  whole(): Record<string, FeatureStats> {
    const all = [...this.#whole].map(([key, each]) => [key, featureStats(each.map((one) => one.summary()))] as const);
    return Object.fromEntries(all);
  }
}

/** Even, so that pairs can be joined. */
const BINS = 8192;

/**
 * One dimension over a whole dataset, in memory that does not grow: quantiles are those of all values together, to a
 * fraction of a thousandth of their range. A mean of the episodes' quantiles would draw the tails inwards.
 */
export class RunningSummary {
  #counts = new Float64Array(BINS);
  #low = 0;
  #binWidth = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #count = 0;
  #mean = 0;
  #squares = 0;

  /** Adds an episode, of which the summary is known. */
  add(values: readonly number[], { min, max, mean, std, count }: FeatureSummary): void {
    if (this.#count === 0) {
      this.#low = min;
      // A constant still needs bins of some width; 1e-9 of it is finer than what is stored.
      this.#binWidth = Math.max(max - min, Math.abs(min) * 1e-9, 1e-12) / (BINS - 1);
    }
    const total = this.#count + count;
    const shift = mean - this.#mean;
    this.#squares += std ** 2 * count + shift ** 2 * ((this.#count * count) / total);
    this.#mean += (shift * count) / total;
    this.#count = total;
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
    while (min < this.#low || max >= this.#low + BINS * this.#binWidth) this.#widen(min < this.#low);
    for (const value of values) {
      const bin = Math.min(BINS - 1, Math.floor((value - this.#low) / this.#binWidth));
      this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    }
  }

  summary(): FeatureSummary {
    const [min, max, count] = [this.#min, this.#max, this.#count];
    const std = Math.sqrt(this.#squares / count);
    return withQuantiles({ min, max, mean: this.#mean, std, count }, (q) => this.#quantile(q));
  }

  /** Twice the range: two bins become one, exactly, however often it happens. */
  #widen(downwards: boolean): void {
    const wider = new Float64Array(BINS);
    const shift = downwards ? BINS / 2 : 0;
    this.#counts.forEach((count, bin) => {
      const into = shift + (bin >> 1);
      wider[into] = (wider[into] ?? 0) + count;
    });
    this.#counts = wider;
    if (downwards) this.#low -= BINS * this.#binWidth;
    this.#binWidth *= 2;
  }

  #quantile(q: number): number {
    const wanted = q * this.#count;
    let before = 0;
    for (const [bin, count] of this.#counts.entries()) {
      if (before + count >= wanted && count > 0) {
        const value = this.#low + (bin + (wanted - before) / count) * this.#binWidth;
        return Math.min(this.#max, Math.max(this.#min, value));
      }
      before += count;
    }
    return this.#max;
  }
}
