import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/index.ts';
import { demand } from '../../util/index.ts';
import type { DemoSet } from '../demonstration.ts';
import type { Check } from './check.ts';
import { EpisodeTable, writeTasks } from './episode-table.ts';
import { type Features, featuresOf, trueRate, videoKey } from './features.ts';
import type { Recorded, Recorder } from './record.ts';
import { CHUNK_FILES, RollingTable } from './rolling.ts';
import { RollingVideo } from './rolling-video.ts';
import { placeFor } from './staging.ts';
import { nestStats } from './statistics.ts';
import { dataColumns } from './table-write.ts';
import { type SetLayout, type WriteOptions, writeDataset } from './write.ts';

const DATA_PATH = 'data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet';
const VIDEO_PATH = 'videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4';
const CLIPS = 'clips';
const MB = 2 ** 20;

export interface WriteV3Options extends WriteOptions {
  /** A data file ends before it grows larger, in MiB; 100 unless told otherwise. */
  dataFileMb?: number;
  /** The same for videos; 200. */
  videoFileMb?: number;
}

/**
 * Writes demonstrations as a LeRobotDataset v3.0, and checks it.
 * @example await writeLerobotV3(set, 'out/rsb-math', { onProgress: ({ episodes, of }) => console.log(episodes, of) });
 */
export function writeLerobotV3(set: DemoSet, dir: string, opts: WriteV3Options = {}): Promise<Check> {
  const { dataFileMb = 100, videoFileMb = 200 } = opts;
  return writeDataset(set, { dir, ...opts }, (staging, contents) => {
    const features = featuresOf(set, { ...contents, depthMark: 'is_depth_map' });
    return new LayoutV3(set, { dir: staging, features, dataFileMb, videoFileMb });
  });
}

class LayoutV3 implements SetLayout {
  readonly #set: DemoSet;
  readonly #opts: { dir: string; features: Features; dataFileMb: number; videoFileMb: number };
  readonly #data: RollingTable;
  readonly #episodes: EpisodeTable;
  readonly #videos: ReadonlyMap<string, RollingVideo>;

  constructor(set: DemoSet, opts: { dir: string; features: Features; dataFileMb: number; videoFileMb: number }) {
    const { dir, features, dataFileMb, videoFileMb } = opts;
    this.#set = set;
    this.#opts = opts;
    const limit = dataFileMb * MB;
    this.#data = new RollingTable({ dir, limit, template: DATA_PATH, columns: dataColumns(features) });
    this.#episodes = new EpisodeTable({ dir, limit, features });
    const video = { dir, limit: videoFileMb * MB, fps: set.fps, template: VIDEO_PATH };
    const keys = set.cameras.map(({ name }) => videoKey(name));
    this.#videos = new Map(keys.map((key) => [key, new RollingVideo({ ...video, key })]));
  }

  clipPath(episode: number, key: string): string {
    return join(CLIPS, `${key}-${episode}.mp4`);
  }

  async add(episode: number, { columns, length, task, language, clipBytes, stats }: Recorded): Promise<void> {
    const place = this.#data.place(length);
    this.#data.append(columns, length);
    const videos = new Map<string, Awaited<ReturnType<RollingVideo['add']>>>();
    for (const [key, video] of this.#videos) {
      const path = join(this.#opts.dir, this.clipPath(episode, key));
      videos.set(key, await video.add({ path, frames: length, bytes: demand(clipBytes, key) }));
    }
    this.#episodes.add({ task, language, length, place, videos, stats });
  }

  async finish(recorder: Recorder): Promise<void> {
    const { dir, features, dataFileMb, videoFileMb } = this.#opts;
    this.#data.close();
    this.#episodes.close();
    for (const video of this.#videos.values()) await video.close();
    await rm(join(dir, CLIPS), { recursive: true, force: true });
    writeTasks(placeFor(dir, 'meta/tasks.parquet'), recorder.tasks);
    const info = {
      codebase_version: 'v3.0',
      fps: this.#set.fps,
      ...trueRate(this.#set),
      features,
      total_episodes: this.#set.count,
      total_frames: recorder.frames,
      total_tasks: recorder.tasks.length,
      chunks_size: CHUNK_FILES,
      data_files_size_in_mb: dataFileMb,
      video_files_size_in_mb: videoFileMb,
      data_path: DATA_PATH,
      video_path: this.#videos.size > 0 ? VIDEO_PATH : null,
      robot_type: this.#set.robot,
      splits: { train: `0:${this.#set.count}` },
    };
    for (const [file, value] of Object.entries({ stats: nestStats(recorder.stats(), features), info }))
      writeFileAtomic(placeFor(dir, `meta/${file}.json`), JSON.stringify(value, null, 4));
  }
}
