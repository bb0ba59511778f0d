import { z } from 'zod';
import { readJsonl } from '../../tables/index.ts';
import { checkStats } from './check-statistics.ts';
import { wordsOf } from './episode-words.ts';
import { fileOf } from './features.ts';
import type { Described, EpisodeInfo } from './folder.ts';
import { type FolderReading, withFile } from './reading.ts';
import { STATISTICS_V21 } from './statistics.ts';

const taskSchema = z.object({ task_index: z.number().int(), task: z.string() });
const episodeSchema = z.looseObject({
  episode_index: z.number().int(),
  tasks: z.array(z.string()),
  length: z.number().int(),
});
const statsSchema = z.object({
  episode_index: z.number().int(),
  stats: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export async function readTasksV21(reading: FolderReading): Promise<Map<number, string>> {
  const file = 'meta/tasks.jsonl';
  const tasks = new Map<number, string>();
  await withFile(reading, file, async (path) => {
    for await (const { value } of readJsonl(path, taskSchema)) tasks.set(value.task_index, value.task);
  });
  return tasks;
}

export async function readEpisodesV21(reading: FolderReading, { info, videoKeys }: Described): Promise<EpisodeInfo[]> {
  const stats = await readStats(reading, info.features);
  const episodes: EpisodeInfo[] = [];
  let from = 0;
  await withFile(reading, 'meta/episodes.jsonl', async (path) => {
    for await (const { value } of readJsonl(path, episodeSchema)) {
      const { episode_index, tasks, length } = value;
      const numbers = { episode_index, episode_chunk: Math.floor(episode_index / info.chunks_size) };
      const videos = videoKeys.map((key) => {
        const file = fileOf(info.video_path ?? '', { ...numbers, video_key: key });
        return [key, { file, from: 0, to: length / info.fps }];
      });
      const rows = { from, to: from + length, dataFile: fileOf(info.data_path, numbers) };
      episodes.push({
        index: episode_index,
        tasks,
        length,
        ...rows,
        videos: Object.fromEntries(videos),
        ...wordsOf(value),
        stats: stats.get(episode_index) ?? { file: STATS, row: episode_index, of: new Map() },
      });
      from += length;
    }
  });
  return episodes;
}

const STATS = 'meta/episodes_stats.jsonl';

async function readStats(
  reading: FolderReading,
  features: Described['info']['features'],
): Promise<Map<number, EpisodeInfo['stats']>> {
  const stats = new Map<number, EpisodeInfo['stats']>();
  await withFile(reading, STATS, async (path) => {
    for await (const { value, line } of readJsonl(path, statsSchema)) {
      const row = line - 1;
      const of = Object.entries(features).map(([key, feature]) => {
        const place = { file: STATS, row, field: key };
        const about = { feature, place, names: STATISTICS_V21, report: reading.report };
        return [key, checkStats(value.stats[key] ?? {}, about)] as const;
      });
      stats.set(value.episode_index, { file: STATS, row, of: new Map(of) });
    }
  });
  return stats;
}
