import { TOLERANCE } from './check-rows.ts';
import type { FindingCode } from './finding.ts';
import type { EpisodeInfo, Folder } from './folder.ts';
import { type FolderReading, withFile } from './reading.ts';
import { readTimes, type VideoTimes } from './video-read.ts';

/** Compares the frames of every video file with the episodes that are in it. Nothing is decoded. */
export async function checkVideos(reading: FolderReading, { info, videoKeys, episodes }: Folder): Promise<void> {
  for (const field of videoKeys) {
    for (const [file, inside] of Map.groupBy(episodes, ({ videos }) => videos[field]?.file ?? '')) {
      await withFile(reading, file, async (path) => {
        const video = await readTimes(path);
        const [height, width] = info.features[field]?.shape ?? [];
        if (video.width !== width || video.height !== height) {
          const message = `${video.width}×${video.height} pixels, info.json says ${width}×${height}`;
          reading.report({ code: 'video_size', file, field, message });
        }
        const promised = inside.reduce((sum, { length }) => sum + length, 0);
        if (video.times.length > promised) {
          const message = `${video.times.length} frames, its episodes have ${promised}`;
          reading.report({ code: 'video_frames', severity: 'warning', file, message });
        }
        for (const episode of inside) {
          const wrong = checkEpisode(video, { episode, field, fps: info.fps });
          if (wrong) reading.report({ ...wrong, file, row: episode.index, field });
        }
      });
    }
  }
}

function checkEpisode(
  { times, end }: VideoTimes,
  { episode, field, fps }: { episode: EpisodeInfo; field: string; fps: number },
): { code: FindingCode; message: string } | undefined {
  const { index, length, videos } = episode;
  const { from = 0, to = 0 } = videos[field] ?? {};
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
