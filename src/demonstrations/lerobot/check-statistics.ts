import { z } from 'zod';
import { readRegularText } from '../../files/index.ts';
import { type Feature, isVideo } from './features.ts';
import type { Finding, Report } from './finding.ts';
import type { Info } from './folder.ts';
import { type FolderReading, withFile } from './reading.ts';
import { STATISTICS, type Statistic } from './statistics.ts';

interface StatsPlace {
  feature: Feature;
  place: Pick<Finding, 'file' | 'row' | 'field'>;
  /** Which there should be. */
  names: readonly Statistic[];
  report: Report;
}

/** Whether the statistics of a feature are there, are numbers, and are as many as it has dimensions. */
export function checkStats(
  found: Readonly<Record<string, unknown>>,
  { feature, place, names, report }: StatsPlace,
): void {
  if (feature.dtype === 'string') return;
  const pictures = isVideo(feature) || feature.dtype === 'image';
  const width = pictures ? 3 : feature.shape.reduce((product, side) => product * side, 1);
  for (const name of names) {
    const values = flatten(found[name]);
    const at = { ...place, field: `${place.field}/${name}` };
    if (found[name] === undefined || found[name] === null) {
      // Datasets from before quantiles lack them, and most policies do not ask.
      const severity = name.startsWith('q') ? 'warning' : 'error';
      report({ code: 'stats_missing', severity, ...at, message: 'it is not there' });
    } else if (!values.every(Number.isFinite)) {
      report({ code: 'stats_invalid', ...at, message: 'not every value is a number' });
    } else if (values.length !== (name === 'count' ? 1 : width)) {
      report({ code: 'stats_invalid', ...at, message: `${values.length} values, expected ${width}` });
    }
  }
}

function flatten(value: unknown): unknown[] {
  return Array.isArray(value) ? value.flatMap(flatten) : [value];
}

/** `meta/stats.json`, which only v3 has. */
export async function checkStatsFile(reading: FolderReading, { features }: Info): Promise<void> {
  const file = 'meta/stats.json';
  await withFile(reading, file, (path) => {
    const stats = z.record(z.string(), z.record(z.string(), z.unknown())).parse(JSON.parse(readRegularText(path)));
    for (const [key, feature] of Object.entries(features))
      checkStats(stats[key] ?? {}, { feature, place: { file, field: key }, names: STATISTICS, report: reading.report });
  });
}
