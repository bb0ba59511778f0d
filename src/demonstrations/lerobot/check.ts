import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '../../files/index.ts';
import { checkRows } from './check-rows.ts';
import { checkStatsFile } from './check-statistics.ts';
import { checkVideos } from './check-videos.ts';
import { type Finding, Findings, type Report } from './finding.ts';
import { type Folder, type Info, readFolder } from './folder.ts';
import type { FolderReading } from './reading.ts';

/** What a dataset is about. */
export interface About {
  version: 'v3.0' | 'v2.1';
  fps: number;
  robot: string;
  episodes: number;
  frames: number;
  /** The features that are videos. */
  cameras: readonly string[];
  tasks: readonly string[];
}

export interface Check {
  /** Undefined where `info.json` cannot be read. */
  about: About | undefined;
  findings: readonly Finding[];
}

export interface CheckOptions {
  signal?: AbortSignal | undefined;
  /** Only the times of videos are read; their pictures, and statistics of them, are taken on trust. */
  quick?: boolean;
  /** After each video file of an episode or several. */
  onVideo?(done: number, of: number): void;
}

/**
 * Checks a LeRobotDataset of version 3.0 or 2.1: every row, every frame of every video, all counts and statistics.
 * @example
 * const { about, findings } = await checkLerobot('out/rsb-math');
 * for (const finding of findings) console.log(finding.severity, describeFinding(finding));
 */
export async function checkLerobot(dir: string, opts: CheckOptions = {}): Promise<Check> {
  const findings = new Findings();
  const reading = { dir, report: findings.report, signal: opts.signal };
  const folder = await readFolder(reading);
  if (!folder) return { about: undefined, findings: findings.all };
  const { info, videoKeys, tasks, episodes } = folder;
  checkEpisodes(folder, findings.report);
  const { rows, stats } = await checkRows(reading, folder);
  checkCounts(info, { episodes: episodes.length, tasks: tasks.size, frames: rows }, findings.report);
  const pictures = await checkVideos(reading, folder, opts);
  if (info.codebase_version === 'v3.0') await checkStatsFile(reading, info, { ...stats, ...pictures });
  checkTag(reading, info);
  const about = {
    version: info.codebase_version,
    fps: info.fps,
    robot: info.robot_type ?? '',
    episodes: episodes.length,
    frames: rows,
    cameras: videoKeys,
    tasks: [...tasks.values()],
  };
  return { about, findings: findings.all };
}

function checkEpisodes({ info, tasks, episodes }: Folder, report: Report): void {
  const file = info.codebase_version === 'v3.0' ? 'meta/episodes' : 'meta/episodes.jsonl';
  const known = new Set(tasks.values());
  let end = 0;
  for (const [row, { index, from, to, length, ...episode }] of episodes.entries()) {
    if (index !== row)
      report({ code: 'episode_order', file, row, field: 'episode_index', message: `${index}, expected ${row}` });
    if (from !== end || to - from !== length) {
      const message = `rows ${from} to ${to} for ${length} frames, after row ${end}`;
      report({ code: 'range_gap', file, row, field: 'dataset_from_index', message });
    }
    end = to;
    for (const task of episode.tasks.filter((each) => !known.has(each)))
      report({ code: 'task_unknown', file, row, field: 'tasks', message: `"${task}" is not among the tasks` });
  }
}

function checkCounts(info: Info, found: Record<'episodes' | 'frames' | 'tasks', number>, report: Report): void {
  for (const what of ['episodes', 'frames', 'tasks'] as const) {
    const field = `total_${what}` as const;
    const message = `${info[field]}, but there are ${found[what]}`;
    if (info[field] !== found[what]) report({ code: 'count_differs', file: 'meta/info.json', field, message });
  }
}

/** The Hub serves a dataset by the tag of its version: looked for where the folder is a repository. */
function checkTag({ dir, report }: FolderReading, { codebase_version: version }: Info): void {
  const git = join(dir, '.git');
  if (!existsSync(git)) return;
  const ref = `refs/tags/${version}`;
  const packed = join(git, 'packed-refs');
  if (existsSync(join(git, ref)) || (existsSync(packed) && readRegularText(packed).includes(`${ref}\n`))) return;
  const message = `there is no tag ${version}: LeRobot will not find the dataset on the Hub`;
  report({ code: 'tag_missing', severity: 'warning', file: '.git', message });
}
