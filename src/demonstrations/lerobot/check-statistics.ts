import { z } from 'zod';
import { readRegularText } from '../../files/index.ts';
import { at } from '../../util/index.ts';
import { type Feature, isVideo } from './features.ts';
import type { Finding, Report } from './finding.ts';
import type { Info } from './folder.ts';
import { type FolderReading, withFile } from './reading.ts';
import { type FeatureStats, STATISTICS, type Statistic } from './statistics.ts';

interface StatsPlace {
  feature: Feature;
  place: Pick<Finding, 'file' | 'row' | 'field'>;
  /** Which there should be. */
  names: readonly Statistic[];
  report: Report;
}

/** Whether the statistics of a feature are there, are numbers, and are as many as it has dimensions. Gives what can be compared. */
export function checkStats(
  found: Readonly<Record<string, unknown>>,
  { feature, place, names, report }: StatsPlace,
): FeatureMoments {
  const moments: Partial<Record<Moment, readonly number[]>> = {};
  if (feature.dtype === 'string') return moments;
  const pictures = isVideo(feature) || feature.dtype === 'image';
  const width = pictures ? 3 : feature.shape.reduce((product, side) => product * side, 1);
  for (const name of names) {
    const values = flatten(found[name]);
    const where = { ...place, field: `${place.field}/${name}` };
    if (found[name] === undefined || found[name] === null) {
      // Datasets from before quantiles lack them, and most policies do not ask.
      const severity = name.startsWith('q') ? 'warning' : 'error';
      report({ code: 'stats_missing', severity, ...where, message: 'it is not there' });
    } else if (!values.every(Number.isFinite)) {
      report({ code: 'stats_invalid', ...where, message: 'not every value is a number' });
    } else if (values.length !== (name === 'count' ? 1 : width)) {
      report({ code: 'stats_invalid', ...where, message: `${values.length} values, expected ${width}` });
    } else if (isMoment(name)) {
      moments[name] = values.filter((value) => typeof value === 'number');
    }
  }
  return moments;
}

const MOMENTS = ['min', 'max', 'mean', 'std'] as const;
type Moment = (typeof MOMENTS)[number];

/** Stored statistics that follow from the data alone; quantiles are estimated in several ways. */
export type FeatureMoments = Readonly<Partial<Record<Moment, readonly number[]>>>;

function isMoment(name: string): name is Moment {
  return MOMENTS.some((moment) => moment === name);
}

/** How far stored statistics of pictures may be from those of the video: other pixels were counted, and compression blurs. */
const PICTURES = { mean: 0.015, std: 0.03 } as const;

/** Compares what is stored with what the data says. Extremes of pictures do not survive compression. */
export function compareStats(
  stored: FeatureMoments,
  measured: FeatureStats,
  { feature, place, report }: Omit<StatsPlace, 'names'>,
): void {
  const slackOf = (name: Moment, dimension: number) => {
    if (!isVideo(feature)) return slack(measured, dimension);
    return name === 'mean' || name === 'std' ? PICTURES[name] : Number.POSITIVE_INFINITY;
  };
  for (const name of MOMENTS) {
    for (const [dimension, value] of (stored[name] ?? []).entries()) {
      const found = at(measured[name], dimension);
      if (Math.abs(value - found) <= slackOf(name, dimension)) continue;
      const message = `${value} in dimension ${dimension}, the data gives ${found}`;
      report({ code: 'stats_differ', ...place, field: `${place.field}/${name}`, message });
    }
  }
}

/** What single precision and another order of adding may change. */
function slack({ min, max }: FeatureStats, dimension: number): number {
  const [low, high] = [at(min, dimension), at(max, dimension)];
  return 1e-3 * (high - low) + 1e-5 * Math.max(Math.abs(low), Math.abs(high)) + 1e-6;
}

function flatten(value: unknown): unknown[] {
  return Array.isArray(value) ? value.flatMap(flatten) : [value];
}

/** `meta/stats.json`, which only v3 has. */
export async function checkStatsFile(
  reading: FolderReading,
  { features }: Info,
  measured: Readonly<Record<string, FeatureStats>>,
): Promise<void> {
  const file = 'meta/stats.json';
  await withFile(reading, file, (path) => {
    const stats = z.record(z.string(), z.record(z.string(), z.unknown())).parse(JSON.parse(readRegularText(path)));
    for (const [key, feature] of Object.entries(features)) {
      const about = { feature, place: { file, field: key }, report: reading.report };
      const stored = checkStats(stats[key] ?? {}, { ...about, names: STATISTICS });
      const found = measured[key];
      if (found) compareStats(stored, found, about);
    }
  });
}
