import type { Parquet } from '../../tables/index.ts';
import { compareStats } from './check-statistics.ts';
import { isVideo } from './features.ts';
import type { FindingCode, Report } from './finding.ts';
import type { EpisodeInfo, Folder } from './folder.ts';
import { type FolderReading, withTable } from './reading.ts';
import type { FeatureStats } from './statistics.ts';
import { VectorStatistics } from './vector-statistics.ts';

/** How far LeRobot lets a time be from its frame, in seconds. */
export const TOLERANCE = 1e-4;

/** Reads every value of every data file, pictures excepted. Gives how many rows there are, and their statistics. */
export async function checkRows(
  reading: FolderReading,
  folder: Folder,
): Promise<{ rows: number; stats: Record<string, FeatureStats> }> {
  let rows = 0;
  const measured: Measured = { statistics: new VectorStatistics(), incomplete: new Set() };
  for (const [file, episodes] of Map.groupBy(folder.episodes, ({ dataFile }) => dataFile)) {
    await withTable(reading, file, async (table) => {
      rows += sum(table.groups);
      checkShape(table, { file, episodes, folder }, reading.report);
      await checkValues(table, { file, episodes, folder, ...measured }, reading.report);
    });
  }
  const whole = Object.entries(measured.statistics.whole()).filter(([field]) => !measured.incomplete.has(field));
  return { rows, stats: Object.fromEntries(whole) };
}

/** What the rows say, as far as they can be trusted. */
interface Measured {
  statistics: VectorStatistics;
  /** Features with values that are wrong. */
  incomplete: Set<string>;
}

interface DataFile {
  file: string;
  episodes: readonly EpisodeInfo[];
  folder: Folder;
}

function checkShape({ columns, groups }: Parquet, { file, episodes, folder }: DataFile, report: Report): void {
  const wanted = Object.entries(folder.info.features).flatMap(([key, feature]) => (isVideo(feature) ? [] : [key]));
  for (const field of wanted.filter((name) => !columns.includes(name)))
    report({ code: 'column_missing', file, field, message: 'it is not there' });
  for (const field of columns.filter((name) => !wanted.includes(name)))
    report({ code: 'column_unknown', file, field, message: 'info.json does not have it' });
  const lengths = episodes.map(({ length }) => length);
  if (sum(groups) !== sum(lengths))
    report({ code: 'rows_differ', file, message: `${sum(groups)} rows, its episodes have ${sum(lengths)} frames` });
  else if (groups.join() !== lengths.join())
    report({
      code: 'row_groups',
      severity: 'warning',
      file,
      message: `${groups.length} row groups for ${episodes.length} episodes: single episodes are slow to read`,
    });
}

async function checkValues(
  table: Parquet,
  { file, episodes, folder, ...measured }: DataFile & Measured,
  report: Report,
): Promise<void> {
  const fields = table.columns.filter((field) => /^(float|int)/.test(folder.info.features[field]?.dtype ?? ''));
  const checks = fields.map((field) => ({ field, check: checkOf(field, folder) }));
  const frames = episodes.flatMap((episode) =>
    Array.from({ length: episode.length }, (_, frame) => ({ episode, frame })),
  );
  let row = 0;
  let own = new Map<string, number[][]>();
  for await (const values of table.rows(fields)) {
    const at = frames[row];
    if (!at) return;
    for (const { field, check } of checks) {
      const wrong = check(values[field], at.episode, at.frame);
      if (wrong) report({ ...wrong, file, row, field });
      const list = own.get(field) ?? [];
      own.set(field, list);
      if (!wrong) list.push([values[field]].flat(5).filter((value) => typeof value === 'number'));
    }
    row += 1;
    if (at.frame + 1 < at.episode.length) continue;
    compareEpisode(at.episode, own, { folder, ...measured }, report);
    own = new Map();
  }
}

/** Statistics of an episode against its rows; of those with holes nothing can be said. */
function compareEpisode(
  { length, stats }: EpisodeInfo,
  values: ReadonlyMap<string, number[][]>,
  { folder, statistics, incomplete }: Measured & { folder: Folder },
  report: Report,
): void {
  const prefix = folder.info.codebase_version === 'v3.0' ? 'stats/' : '';
  for (const [field, rows] of values) {
    const feature = folder.info.features[field];
    if (!feature) continue;
    if (rows.length !== length) {
      incomplete.add(field);
      continue;
    }
    const place = { file: stats.file, row: stats.row, field: `${prefix}${field}` };
    compareStats(stats.of.get(field) ?? {}, statistics.add(field, rows), { feature, place, report });
  }
}

function widthOf(field: string, { info }: Folder): number {
  return info.features[field]?.shape.reduce((product, side) => product * side, 1) ?? 1;
}

type Wrong = { code: FindingCode; message: string } | undefined;
type ValueCheck = (value: unknown, episode: EpisodeInfo, frame: number) => Wrong;

/** What the values of a column must be. */
function checkOf(field: string, folder: Folder): ValueCheck {
  const { info, tasks } = folder;
  const exactly = (expected: (episode: EpisodeInfo, frame: number) => number): ValueCheck => {
    return (value, episode, frame) => {
      const wanted = expected(episode, frame);
      return value === wanted ? undefined : { code: 'row_number', message: `${value}, expected ${wanted}` };
    };
  };
  const known: Record<string, ValueCheck> = {
    frame_index: exactly((_, frame) => frame),
    episode_index: exactly(({ index }) => index),
    index: exactly(({ from }, frame) => from + frame),
    timestamp: (value, _, frame) => {
      if (typeof value === 'number' && Math.abs(value - frame / info.fps) <= TOLERANCE) return undefined;
      return { code: 'timestamp', message: `${value} s, frame ${frame} is at ${frame / info.fps} s` };
    },
    task_index: (value, episode) => {
      const task = tasks.get(Number(value));
      if (task === undefined) return { code: 'task_unknown', message: `there is no task ${value}` };
      if (episode.tasks.includes(task)) return undefined;
      return { code: 'task_unknown', message: `"${task}" is not a task of the episode` };
    },
  };
  return known[field] ?? ((value) => checkNumbers(value, widthOf(field, folder)));
}

function checkNumbers(value: unknown, width: number): Wrong {
  const values: readonly unknown[] = Array.isArray(value) ? value.flat(4) : [value];
  if (values.length !== width) return { code: 'bad_value', message: `${values.length} values, expected ${width}` };
  if (values.every(Number.isFinite)) return undefined;
  return { code: 'bad_value', message: 'not every value is a number' };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
