import { messageOf } from '../../contracts/index.ts';
import { demand } from '../../util/index.ts';
import { canDecode, readFrames, readTimes, type VideoTimes } from '../video-read.ts';
import { PictureStatistics, sampledFrames } from './camera.ts';
import { TOLERANCE } from './check-rows.ts';
import { compareStats } from './check-statistics.ts';
import type { FindingCode } from './finding.ts';
import type { EpisodeInfo, Folder } from './folder.ts';
import { type FolderReading, withFile } from './reading.ts';
import type { FeatureStats } from './statistics.ts';

interface VideoFile {
  path: string;
  file: string;
  /** Its feature. */
  field: string;
  /** The episodes that are in it. */
  inside: readonly EpisodeInfo[];
}

/**
 * Compares the frames of every video file with the episodes that are in it: how many, when, and, unless it is to be quick, whether
 * they can be decoded and look as the statistics say. Gives the statistics of all pictures.
 */
export async function checkVideos(
  reading: FolderReading,
  folder: Folder,
  { quick = false, onVideo }: { quick?: boolean; onVideo?(done: number, of: number): void },
): Promise<Record<string, FeatureStats>> {
  const files = folder.videoKeys.flatMap((field) =>
    [...Map.groupBy(folder.episodes, ({ videos }) => demand(videos, field).file)].map(([file, inside]) => ({
      field,
      file,
      inside,
    })),
  );
  const whole = new Map(folder.videoKeys.map((key) => [key, new PictureStatistics()]));
  const incomplete = new Set<string>();
  for (const [done, place] of files.entries()) {
    const isWhole = await withFile(reading, place.file, async (path) => {
      const video = { path, ...place };
      const times = await readTimes(path);
      checkTimes(reading, folder, video, times);
      return !quick && (await checkPictures(reading, folder, { ...video, times, whole: whole.get(place.field) }));
    });
    if (isWhole !== true) incomplete.add(place.field);
    onVideo?.(done + 1, files.length);
  }
  const told = [...whole].filter(([key]) => !incomplete.has(key)).map(([key, each]) => [key, each.stats()] as const);
  return Object.fromEntries(told);
}

function checkTimes(
  { report }: FolderReading,
  { info }: Folder,
  { file, field, inside }: VideoFile,
  video: VideoTimes,
) {
  const [height, width] = info.features[field]?.shape ?? [];
  if (video.width !== width || video.height !== height) {
    const message = `${video.width}×${video.height} pixels, info.json says ${width}×${height}`;
    report({ code: 'video_size', file, field, message });
  }
  const promised = inside.reduce((sum, { length }) => sum + length, 0);
  if (video.times.length > promised) {
    const message = `${video.times.length} frames, its episodes have ${promised}`;
    report({ code: 'video_frames', severity: 'warning', file, message });
  }
  for (const episode of inside) {
    const wrong = timesOff(video, { episode, field, fps: info.fps });
    if (wrong) report({ ...wrong, file, row: episode.index, field });
  }
}

function timesOff(
  { times, end }: VideoTimes,
  { episode, field, fps }: { episode: EpisodeInfo; field: string; fps: number },
): { code: FindingCode; message: string } | undefined {
  const { index, length, videos } = episode;
  const { from, to } = demand(videos, field);
  if (end < to - 1 / fps - TOLERANCE)
    return { code: 'video_short', message: `it ends at ${end} s, episode ${index} at ${to} s` };
  const half = 0.5 / fps;
  const own = times.filter((time) => time > from - half && time < to - half);
  if (own.length !== length)
    return { code: 'video_frames', message: `${own.length} frames, episode ${index} has ${length}` };
  const off = own.findIndex((time, i) => Math.abs(time - from - i / fps) > TOLERANCE);
  if (off < 0) return undefined;
  return { code: 'video_frames', message: `frame ${off} of episode ${index} is at ${own[off]} s` };
}

/** Decodes a file from its first frame to its last. Gives whether all of it was seen. */
async function checkPictures(
  { report, signal }: FolderReading,
  { info }: Folder,
  { path, file, field, inside, times, whole }: VideoFile & { times: VideoTimes; whole: PictureStatistics | undefined },
): Promise<boolean> {
  if (!(await canDecode(path))) {
    const message = 'its codec is not known here: the pictures were not looked at';
    report({ code: 'video_codec', severity: 'warning', file, field, message });
    return false;
  }
  const half = 0.5 / info.fps;
  const spans = inside.map((episode) => {
    const { from, to } = demand(episode.videos, field);
    return { episode, from: from - half, to: to - half, wanted: sampledFrames(episode.length), seen: 0 };
  });
  const pictures = new Map(spans.map(({ episode }) => [episode.index, new PictureStatistics()]));
  let decoded = 0;
  try {
    for await (const { time, pixels } of readFrames(path)) {
      signal?.throwIfAborted();
      decoded += 1;
      const span = spans.find(({ from, to }) => time >= from && time < to);
      if (!span) continue;
      if (span.wanted.has(span.seen)) pictures.get(span.episode.index)?.add(await pixels());
      span.seen += 1;
    }
  } catch (error) {
    signal?.throwIfAborted();
    report({ code: 'video_damaged', file, row: decoded, field, message: `it cannot be decoded: ${messageOf(error)}` });
    return false;
  }
  if (decoded !== times.times.length) {
    const message = `only ${decoded} of ${times.times.length} frames can be decoded`;
    report({ code: 'video_damaged', file, row: decoded, field, message });
    return false;
  }
  const feature = info.features[field];
  const prefix = info.codebase_version === 'v3.0' ? 'stats/' : '';
  for (const { episode, seen } of spans) {
    const own = pictures.get(episode.index);
    if (!feature || !own || seen !== episode.length) return false;
    const { stats } = episode;
    const place = { file: stats.file, row: stats.row, field: `${prefix}${field}` };
    compareStats(stats.of.get(field) ?? {}, own.stats(), { feature, place, report });
    whole?.merge(own);
  }
  return true;
}
