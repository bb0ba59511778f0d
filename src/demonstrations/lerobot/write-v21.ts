import { appendFileSync } from 'node:fs';
import { writeFileAtomic } from '../../files/index.ts';
import type { DemoSet } from '../demonstration.ts';
import type { Check } from './check.ts';
import { episodeWords } from './episode-words.ts';
import { type Features, featuresOf, fillPath, trueRate } from './features.ts';
import type { Recorded, Recorder } from './record.ts';
import { placeFor } from './staging.ts';
import { nestStats, STATISTICS_V21 } from './statistics.ts';
import { dataColumns, TableWriter } from './table-write.ts';
import { type SetLayout, type WriteOptions, writeDataset } from './write.ts';

const DATA_PATH = 'data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet';
const VIDEO_PATH = 'videos/chunk-{episode_chunk:03d}/{video_key}/episode_{episode_index:06d}.mp4';

/** Episodes in a folder. */
const CHUNK_EPISODES = 1000;

/**
 * Writes demonstrations as a LeRobotDataset v2.1, which openpi reads, and checks it.
 * @example await writeLerobotV21(set, 'out/rsb-math');
 */
export function writeLerobotV21(set: DemoSet, dir: string, opts: WriteOptions = {}): Promise<Check> {
  return writeDataset(set, { dir, ...opts }, (staging, contents) => {
    return new LayoutV21(set, staging, featuresOf(set, { ...contents, depthMark: 'video.is_depth_map' }));
  });
}

class LayoutV21 implements SetLayout {
  readonly #set: DemoSet;
  readonly #dir: string;
  readonly #features: Features;

  constructor(set: DemoSet, dir: string, features: Features) {
    this.#set = set;
    this.#dir = dir;
    this.#features = features;
  }

  clipPath(episode: number, key: string): string {
    return fillPath(VIDEO_PATH, { ...numbers(episode), video_key: key });
  }

  add(episode: number, { columns, task, language, length, stats }: Recorded): void {
    const path = placeFor(this.#dir, fillPath(DATA_PATH, numbers(episode)));
    const table = new TableWriter(path, dataColumns(this.#features));
    table.append(columns);
    table.close();
    const { tasks, ...words } = episodeWords(task, language);
    this.#appendLine('meta/episodes.jsonl', { episode_index: episode, tasks, length, ...words });
    const nested = nestStats(stats, this.#features, STATISTICS_V21);
    this.#appendLine('meta/episodes_stats.jsonl', { episode_index: episode, stats: nested });
  }

  finish({ tasks, frames }: Recorder): void {
    for (const [task_index, task] of tasks.entries()) this.#appendLine('meta/tasks.jsonl', { task_index, task });
    const { count, cameras, robot, fps } = this.#set;
    const info = {
      codebase_version: 'v2.1',
      robot_type: robot,
      total_episodes: count,
      total_frames: frames,
      total_tasks: tasks.length,
      total_videos: count * cameras.length,
      total_chunks: Math.ceil(count / CHUNK_EPISODES),
      chunks_size: CHUNK_EPISODES,
      fps,
      ...trueRate(this.#set),
      splits: { train: `0:${count}` },
      data_path: DATA_PATH,
      video_path: cameras.length > 0 ? VIDEO_PATH : null,
      features: this.#features,
    };
    writeFileAtomic(placeFor(this.#dir, 'meta/info.json'), JSON.stringify(info, null, 4));
  }

  #appendLine(file: string, value: unknown): void {
    appendFileSync(placeFor(this.#dir, file), `${JSON.stringify(value)}\n`);
  }
}

function numbers(episode: number): { episode_chunk: number; episode_index: number } {
  return { episode_chunk: Math.floor(episode / CHUNK_EPISODES), episode_index: episode };
}
