import { z } from 'zod';
import { readRegularText } from '../../files/index.ts';
import type { Moments } from './check-statistics.ts';
import type { EpisodeWords } from './episode-words.ts';
import { isVideo } from './features.ts';
import { readEpisodesV3, readTasksV3 } from './folder-v3.ts';
import { readEpisodesV21, readTasksV21 } from './folder-v21.ts';
import { type FolderReading, withFile } from './reading.ts';

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
  stats: { file: string; row: number; of: ReadonlyMap<string, Moments> };
}

/** What `info.json` says. */
export interface Described {
  info: Info;
  /** The features that are videos. */
  videoKeys: readonly string[];
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
  const described = { info, videoKeys };
  if (info.codebase_version === 'v3.0') {
    return { ...described, tasks: await readTasksV3(reading), episodes: await readEpisodesV3(reading, described) };
  }
  return { ...described, tasks: await readTasksV21(reading), episodes: await readEpisodesV21(reading, described) };
}

function readInfo(reading: FolderReading): Promise<Info | undefined> {
  const file = 'meta/info.json';
  return withFile(reading, file, (path) => {
    const { data, error } = infoSchema.safeParse(JSON.parse(readRegularText(path)));
    for (const { path: at, message } of error?.issues ?? [])
      reading.report({ code: 'info_invalid', file, field: at.join('.'), message });
    return data;
  });
}
