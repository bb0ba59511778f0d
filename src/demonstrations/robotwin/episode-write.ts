import { join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { ClipWriter } from '../../media/index.ts';
import { episodeTree, type Keeping, keepFrame, type RecordedFrame } from './frames.ts';
import { encodeHdf5 } from './hdf5-write.ts';
import { type PlannedPaths, picklePaths } from './pickle.ts';
import type { Instructions, OwnScene } from './scene.ts';
import { type EpisodeFile, episodePath, type FileMark, writeParts } from './set-files.ts';
import type { EpisodeEntry } from './set-record.ts';

/** A demonstration as the simulator hands it over. */
export interface RecordedEpisode {
  episode: number;
  seed: number;
  /** One by one; pixels may be overwritten as soon as the next one is asked for. */
  frames: Iterable<RecordedFrame> | AsyncIterable<RecordedFrame>;
  scene: OwnScene;
  instructions?: Instructions;
  paths?: PlannedPaths;
}

/** Pictures are compressed on other threads while the next moments are recorded. */
const FRAMES_AT_ONCE = 4;
const VIDEO_CAMERA = 'head_camera';

/**
 * Writes the files of one episode and tells what they are: it counts once `EpisodeLedger.add` has that. May run on any thread.
 * @example ledger.add(await writeEpisode(dir, { episode: 0, seed: 0, frames, scene }, { fps: 30, rgbOrder: 'upstream' }))
 */
export async function writeEpisode(
  dir: string,
  { episode, seed, frames, scene, instructions, paths }: RecordedEpisode,
  opts: Keeping & { fps: number },
): Promise<EpisodeEntry> {
  const write = (file: EpisodeFile, parts: Iterable<Uint8Array>): FileMark =>
    writeParts(join(dir, episodePath(file, episode)), parts);
  const { kept, video } = await keepFrames(frames, opts);
  return {
    episode,
    seed,
    frames: kept.length,
    files: {
      hdf5: write('hdf5', encodeHdf5(episodeTree(kept))),
      video: write('video', [video]),
      ...(instructions && { instructions: write('instructions', [instructionsFile(instructions)]) }),
      ...(paths && { paths: write('paths', [picklePaths(paths)]) }),
    },
    scene,
  };
}

async function keepFrames(frames: RecordedEpisode['frames'], { fps, ...keeping }: Keeping & { fps: number }) {
  const kept: ReturnType<typeof keepFrame>[] = [];
  let clip: ClipWriter | undefined;
  for await (const frame of frames) {
    const seen = frame.images[VIDEO_CAMERA];
    if (!seen) throw new SextantError('bad_argument', `a frame without ${VIDEO_CAMERA}, which the video shows`);
    const one = keepFrame(frame, keeping);
    one.catch(() => {}); // reported below
    kept.push(one);
    clip ??= new ClipWriter({ width: seen.width, height: seen.height, fps });
    clip.add(seen.rgb);
    await kept.at(-FRAMES_AT_ONCE);
  }
  if (!clip) throw new SextantError('bad_argument', 'there are no frames');
  return { kept: await Promise.all(kept), video: await clip.end() };
}

export function instructionsFile({ seen, unseen }: Instructions): Uint8Array {
  return Buffer.from(JSON.stringify({ seen, unseen }, null, 2));
}
