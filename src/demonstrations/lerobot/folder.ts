import { z } from 'zod';
import { readRegularText } from '../../files/index.ts';
import { readJsonl } from '../../tables/index.ts';
import { checkStats, type FeatureMoments } from './check-statistics.ts';
import { type EpisodeWords, wordsOf } from './episode-words.ts';
import { fileOf, isVideo } from './features.ts';
import { readEpisodesV3, readTasksV3 } from './folder-v3.ts';
import { type FolderReading, withFile } from './reading.ts';
import { STATISTICS_V21 } from './statistics.ts';

const INFO = 'meta/info.json';

const count = z.number().int().nonnegative();

const infoSchema = z.object({
  codebase_version: z.enum(['v3.0', 'v2.1']),
  fps: z.number().positive(),
  features: z.record(
    z.string(),
    z.object({
      dtype: z.string(),
      shape: z.array(z.number().int().positive()),
      names: z.unknown().transform(() => null),
    }),
  ),
  true_fps: z.number().positive().exactOptional(),
  total_episodes: count,
  total_frames: count,
  total_tasks: count,
  chunks_size: count.positive().default(1000),
  data_path: z.string(),
  video_path: z.string().nullish(),
  robot_type: z.string().nullish(),
});

export type Info = z.infer<typeof infoSchema>;

/** One episode and where it lies. */
export interface EpisodeInfo {
  index: number;
  tasks: readonly string[];
  length: number;
  /** Rows of the whole dataset, the last one exclusive. */
  from: number;
  to: number;
  dataFile: string;
  /** By feature; times are those of the file, in seconds. */
  videos: Readonly<Record<string, { file: string; from: number; to: number }>>;
  /** Every wording but those of `tasks`, where the set has them. */
  words?: EpisodeWords;
  /** What is stored about its features, and where. */
  stats: { file: string; row: number; of: ReadonlyMap<string, FeatureMoments> };
}

/** What `info.json` says. */
export interface Described {
  info: Info;
  /** The features that are videos. */
  videoKeys: readonly string[];
  /** The template of their files' paths; empty where there are no videos. */
  videoPath: string;
}

/** What the `meta` folder says. */
export interface Folder extends Described {
  tasks: ReadonlyMap<number, string>;
  episodes: readonly EpisodeInfo[];
}

/** Reads the metadata of either version. Without `info.json` there is nothing to read. */
export async function readFolder(reading: FolderReading): Promise<Folder | undefined> {
  const info = await readInfo(reading);
  if (!info) return undefined;
  const videoKeys = Object.entries(info.features).flatMap(([key, feature]) => (isVideo(feature) ? [key] : []));
  const videoPath = info.video_path ?? '';
  if (videoKeys.length > 0 && videoPath === '') {
    const message = 'there are videos, but not where they are';
    reading.report({ code: 'info_invalid', file: INFO, field: 'video_path', message });
    return undefined;
  }
  const described = { info, videoKeys, videoPath };
  if (info.codebase_version === 'v3.0') {
    return { ...described, tasks: await readTasksV3(reading), episodes: await readEpisodesV3(reading, described) };
  }
  return { ...described, tasks: await readTasksV21(reading), episodes: await readEpisodesV21(reading, described) };
}

function readInfo(reading: FolderReading): Promise<Info | undefined> {
  return withFile(reading, INFO, (path) => {
    const { data, error } = infoSchema.safeParse(JSON.parse(readRegularText(path)));
    for (const { path: at, message } of error?.issues ?? [])
      reading.report({ code: 'info_invalid', file: INFO, field: at.join('.'), message });
    return data;
  });
}

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

async function readTasksV21(reading: FolderReading): Promise<Map<number, string>> {
  const file = 'meta/tasks.jsonl';
  const tasks = new Map<number, string>();
  await withFile(reading, file, async (path) => {
    for await (const { value } of readJsonl(path, taskSchema)) tasks.set(value.task_index, value.task);
  });
  return tasks;
}

async function readEpisodesV21(
  reading: FolderReading,
  { info, videoKeys, videoPath }: Described,
): Promise<EpisodeInfo[]> {
  const stats = await readStats(reading, info.features);
  const episodes: EpisodeInfo[] = [];
  let from = 0;
  await withFile(reading, 'meta/episodes.jsonl', async (path) => {
    for await (const { value } of readJsonl(path, episodeSchema)) {
      const { episode_index, tasks, length } = value;
      const numbers = { episode_index, episode_chunk: Math.floor(episode_index / info.chunks_size) };
      const videos = videoKeys.map((key) => {
        const file = fileOf(videoPath, { ...numbers, video_key: key });
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
