import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { ParquetRow } from '../../tables/index.ts';
import { checkStats } from './check-statistics.ts';
import { wordsOf } from './episode-words.ts';
import { fileOf } from './features.ts';
import type { Described, EpisodeInfo } from './folder.ts';
import { type FolderReading, withFile, withTable } from './reading.ts';
import { STATISTICS } from './statistics.ts';

const EPISODES = 'meta/episodes';

export async function readTasksV3(reading: FolderReading): Promise<Map<number, string>> {
  const file = 'meta/tasks.parquet';
  const tasks = new Map<number, string>();
  await withTable(reading, file, async (table) => {
    const message = 'pandas is not told that the sentences are the index';
    if (!isIndexed(table.notes.get('pandas'))) reading.report({ code: 'tasks_unnamed', file, field: 'task', message });
    // pandas calls an index that has no name so.
    const name = table.columns.includes('task') ? 'task' : '__index_level_0__';
    for await (const row of table.rows(['task_index', name])) {
      tasks.set(z.number().parse(row.task_index), z.string().parse(row[name]));
    }
  });
  return tasks;
}

function isIndexed(note = '{}'): boolean {
  const schema = z.object({ index_columns: z.array(z.enum(['task', '__index_level_0__'])).min(1) });
  return schema.safeParse(JSON.parse(note)).success;
}

export async function readEpisodesV3(reading: FolderReading, described: Described): Promise<EpisodeInfo[]> {
  const files = await withFile(reading, EPISODES, (path) => readdirSync(path, { recursive: true, encoding: 'utf8' }));
  const episodes: EpisodeInfo[] = [];
  for (const name of files?.filter((each) => each.endsWith('.parquet')).sort() ?? []) {
    const file = `${EPISODES}/${name}`;
    await withTable(reading, file, async (table) => {
      const columns = episodeColumns(described);
      for (const field of columns.filter((column) => !table.columns.includes(column)))
        reading.report({ code: 'column_missing', file, field, message: 'it is not there' });
      const stats = table.columns.filter((column) => column.startsWith('stats/'));
      let at = 0;
      const words = ['unseen_tasks', 'question', 'answer', 'letter'].filter((name) => table.columns.includes(name));
      for await (const row of table.rows([...columns, ...words, ...stats])) {
        const of = Object.entries(described.info.features).map(([key, feature]) => {
          const found = Object.fromEntries(STATISTICS.map((each) => [each, row[`stats/${key}/${each}`]]));
          const place = { file, row: at, field: `stats/${key}` };
          return [key, checkStats(found, { feature, place, names: STATISTICS, report: reading.report })] as const;
        });
        episodes.push({ ...episodeOf(row, described), stats: { file, row: at, of: new Map(of) } });
        at += 1;
      }
    });
  }
  return episodes;
}

function episodeColumns({ videoKeys }: Described): string[] {
  const place = ['chunk_index', 'file_index'];
  return [
    ...['episode_index', 'tasks', 'length', 'dataset_from_index', 'dataset_to_index'],
    ...place.map((name) => `data/${name}`),
    ...videoKeys.flatMap((key) => [...place, 'from_timestamp', 'to_timestamp'].map((name) => `videos/${key}/${name}`)),
  ];
}

function episodeOf(row: ParquetRow, { info, videoKeys, videoPath }: Described): Omit<EpisodeInfo, 'stats'> {
  const number = (name: string) => z.number(`${name} is not a number`).parse(row[name]);
  const place = (prefix: string) => ({
    chunk_index: number(`${prefix}/chunk_index`),
    file_index: number(`${prefix}/file_index`),
  });
  const videos = videoKeys.map((key) => {
    const file = fileOf(videoPath, { ...place(`videos/${key}`), video_key: key });
    return [key, { file, from: number(`videos/${key}/from_timestamp`), to: number(`videos/${key}/to_timestamp`) }];
  });
  return {
    index: number('episode_index'),
    tasks: z.array(z.string()).parse(row.tasks),
    length: number('length'),
    from: number('dataset_from_index'),
    to: number('dataset_to_index'),
    dataFile: fileOf(info.data_path, place('data')),
    videos: Object.fromEntries(videos),
    ...wordsOf(row),
  };
}
