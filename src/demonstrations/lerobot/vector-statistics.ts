import { RunningSummary } from './running-summary.ts';
import { type FeatureStats, featureStats, summarise } from './statistics.ts';

/** The values of a feature that is no video, one per frame. */
export type Rows = readonly (number | readonly number[])[];

/** Statistics of such features, episode by episode and of all together. */
export class VectorStatistics {
  readonly #whole = new Map<string, RunningSummary[]>();

  /** The features of which there is something. */
  get keys(): string[] {
    return [...this.#whole.keys()];
  }

  /** Of the rows of one episode. */
  add(key: string, rows: Rows): FeatureStats {
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
