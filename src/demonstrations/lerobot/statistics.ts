import { type Features, isVideo } from './features.ts';

/** Version 2.1 has no quantiles. */
export const STATISTICS_V21 = ['min', 'max', 'mean', 'std', 'count'] as const;

/** What is written about every feature, in this order. */
export const STATISTICS = [...STATISTICS_V21, 'q01', 'q10', 'q50', 'q90', 'q99'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** One number per dimension of the feature; `count` has a single one. */
export type FeatureStats = Readonly<Record<Statistic, readonly number[]>>;

/** One dimension. */
export type FeatureSummary = Record<Statistic, number>;

/** Fills in the quantiles by asking for each. */
export function withQuantiles(
  moments: Pick<FeatureSummary, (typeof STATISTICS_V21)[number]>,
  at: (q: number) => number,
): FeatureSummary {
  return { ...moments, q01: at(0.01), q10: at(0.1), q50: at(0.5), q90: at(0.9), q99: at(0.99) };
}

/** From one summary per dimension. */
export function featureStats(dimensions: readonly FeatureSummary[]): FeatureStats {
  const all = (name: Statistic) => dimensions.map((each) => each[name]);
  const moments = {
    min: all('min'),
    max: all('max'),
    mean: all('mean'),
    std: all('std'),
    count: all('count').slice(0, 1),
  };
  return { ...moments, q01: all('q01'), q10: all('q10'), q50: all('q50'), q90: all('q90'), q99: all('q99') };
}

/** Statistics as the files nest them, in the order of the features: those of pictures as channels, rows and columns. */
export function nestStats(
  stats: Readonly<Record<string, FeatureStats>>,
  features: Features,
  names: readonly Statistic[] = STATISTICS,
): Record<string, Record<string, unknown>> {
  const nested = Object.entries(features).flatMap(([key, feature]) => {
    const found = stats[key];
    if (!found) return [];
    const nest = (name: Statistic) =>
      isVideo(feature) && name !== 'count' ? found[name].map((value) => [[value]]) : found[name];
    return [[key, Object.fromEntries(names.map((name) => [name, nest(name)]))]];
  });
  return Object.fromEntries(nested);
}

/** All values of one dimension within an episode: exact, quantiles interpolated between neighbours. */
export function summarise(values: readonly number[]): FeatureSummary {
  const sorted = Float64Array.from(values).sort();
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const std = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
  return withQuantiles({ min: sorted[0] ?? 0, max: sorted[count - 1] ?? 0, mean, std, count }, (q) => {
    const at = q * (count - 1);
    const [below = 0, above = below] = sorted.subarray(Math.floor(at), Math.floor(at) + 2);
    return below + (at - Math.floor(at)) * (above - below);
  });
}
