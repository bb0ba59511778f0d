import type { Language } from '../demonstration.ts';
import { episodeWords } from './episode-words.ts';
import { type Features, isVideo, WORDS } from './features.ts';
import { type FilePlace, RollingTable } from './rolling.ts';
import { type FeatureStats, nestStats, STATISTICS } from './statistics.ts';
import { type ParquetColumn, TableWriter } from './table-write.ts';

const EPISODES_PATH = 'meta/episodes/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet';

/** Rows that are written together. */
const AT_ONCE = 100;

export interface EpisodeRow {
  task: string;
  language: Language | undefined;
  length: number;
  /** Where its rows are. */
  place: FilePlace;
  /** Where its videos are, by feature; times in seconds. */
  videos: ReadonlyMap<string, FilePlace & { from: number; to: number }>;
  stats: Readonly<Record<string, FeatureStats>>;
}

/** The table of a v3 dataset that says where each episode is. All names are literal, slashes included. */
export class EpisodeTable {
  readonly #features: Features;
  readonly #columns: readonly ParquetColumn[];
  readonly #table: RollingTable;
  #waiting: Record<string, unknown>[] = [];
  #episodes = 0;
  #frames = 0;

  constructor({ dir, limit, features }: { dir: string; limit: number; features: Features }) {
    this.#features = features;
    this.#columns = columnsFor(features);
    this.#table = new RollingTable({ dir, limit, template: EPISODES_PATH, columns: this.#columns });
  }

  add({ task, language, length, place, videos, stats }: EpisodeRow): void {
    const row: Record<string, unknown> = {
      episode_index: this.#episodes,
      ...episodeWords(task, language),
      length,
      ...placeColumns('data', place),
      dataset_from_index: this.#frames,
      dataset_to_index: this.#frames + length,
    };
    for (const [key, { from, to, ...file }] of videos) {
      Object.assign(row, placeColumns(`videos/${key}`, file));
      row[`videos/${key}/from_timestamp`] = from;
      row[`videos/${key}/to_timestamp`] = to;
    }
    for (const [key, values] of Object.entries(nestStats(stats, this.#features))) {
      for (const [name, value] of Object.entries(values)) row[`stats/${key}/${name}`] = value;
    }
    this.#episodes += 1;
    this.#frames += length;
    this.#waiting.push(row);
    if (this.#waiting.length === AT_ONCE) this.#flush();
  }

  close(): void {
    if (this.#waiting.length > 0) this.#flush();
    this.#table.close();
  }

  #flush(): void {
    const count = this.#waiting.length;
    const place = placeColumns('meta/episodes', this.#table.place(count));
    const rows = this.#waiting.map((row) => ({ ...row, ...place }));
    const values = this.#columns.map(({ name }) => [name, rows.map((row: Record<string, unknown>) => row[name])]);
    this.#table.append(Object.fromEntries(values), count);
    this.#waiting = [];
  }
}

const wordColumns: readonly ParquetColumn[] = [
  { name: 'unseen_tasks', type: 'STRING', lists: 1 },
  ...['question', ...WORDS].map((name): ParquetColumn => ({ name, type: 'STRING', lists: 0 })),
];

function placeColumns(prefix: string, { chunk, file }: FilePlace): Record<string, number> {
  return { [`${prefix}/chunk_index`]: chunk, [`${prefix}/file_index`]: file };
}

function columnsFor(features: Features): ParquetColumn[] {
  const integers = (...names: string[]) => names.map((name): ParquetColumn => ({ name, type: 'INT64', lists: 0 }));
  const seconds = (...names: string[]) => names.map((name): ParquetColumn => ({ name, type: 'DOUBLE', lists: 0 }));
  const videos = Object.entries(features).flatMap(([key, feature]) => (isVideo(feature) ? [key] : []));
  return [
    ...integers('episode_index'),
    { name: 'tasks', type: 'STRING', lists: 1 },
    ...(WORDS.every((name) => name in features) ? wordColumns : []),
    ...integers('length', 'data/chunk_index', 'data/file_index', 'dataset_from_index', 'dataset_to_index'),
    ...videos.flatMap((key) => [
      ...integers(`videos/${key}/chunk_index`, `videos/${key}/file_index`),
      ...seconds(`videos/${key}/from_timestamp`, `videos/${key}/to_timestamp`),
    ]),
    ...Object.keys(features).flatMap((key) =>
      STATISTICS.map((name): ParquetColumn => {
        if (name === 'count') return { name: `stats/${key}/count`, type: 'INT64', lists: 1 };
        return { name: `stats/${key}/${name}`, type: 'DOUBLE', lists: videos.includes(key) ? 3 : 1 };
      }),
    ),
    ...integers('meta/episodes/chunk_index', 'meta/episodes/file_index'),
  ];
}

/** Without this note pandas numbers the rows, and LeRobot finds a number where it looks for the sentence. */
const PANDAS = {
  index_columns: ['task'],
  column_indexes: [],
  columns: [
    { name: 'task_index', field_name: 'task_index', pandas_type: 'int64', numpy_type: 'int64', metadata: null },
    { name: 'task', field_name: 'task', pandas_type: 'unicode', numpy_type: 'object', metadata: null },
  ],
  pandas_version: '2.2.0',
};

/** The sentences of a v3 dataset, in the order of their numbers. */
export function writeTasks(path: string, tasks: readonly string[]): void {
  const columns: ParquetColumn[] = [
    { name: 'task_index', type: 'INT64', lists: 0 },
    { name: 'task', type: 'STRING', lists: 0 },
  ];
  const table = new TableWriter(path, columns, { pandas: JSON.stringify(PANDAS) });
  table.append({ task_index: tasks.map((_, i) => i), task: tasks });
  table.close();
}
