import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../contracts/index.ts';
import { readRegular, sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
import type { Pixels } from '../demonstration.ts';
import { readFrames } from '../video-read.ts';
import { checkViews } from './check-cameras.ts';
import { checkHdf5, type Looks } from './check-hdf5.ts';
import type { SetFindings } from './findings.ts';
import { readInstructions } from './open.ts';
import { OwnScene, type RecordedScene, type Semantics } from './scene.ts';
import { episodeFiles, episodePath, setFiles } from './set-files.ts';
import { type EpisodeEntry, missingFile, type SetAbout } from './set-record.ts';
import { largestDifference, thumbnail } from './thumbnail.ts';

export interface EpisodeToCheck {
  number: number;
  /** What is known of it, in sets that Sextant wrote. */
  entry: EpisodeEntry | undefined;
  scene: RecordedScene | undefined;
  quick: boolean;
  /** What the cameras should see of its first moment. */
  redraw?: ((of: EpisodeEntry, opts: FirstMoment) => ReturnType<Redraw>) | undefined;
}

interface FirstMoment {
  state: Float64Array;
  size: { width: number; height: number };
}

/** Draws the first moment of a recorded episode again, by camera; nothing where that cannot be done. */
export type Redraw = (
  about: SetAbout,
  entry: EpisodeEntry,
  opts: FirstMoment,
) => Promise<Readonly<Record<string, Pixels>> | undefined>;

/** The files of one episode. That one is missing is found elsewhere. */
export async function checkEpisode(dir: string, episode: EpisodeToCheck, findings: SetFindings): Promise<void> {
  const { number, entry, scene, quick, redraw } = episode;
  const path = (file: (typeof episodeFiles)[number]) => join(dir, episodePath(file, number));
  if (entry) checkMarks(dir, entry, quick, findings);
  if (entry && scene && canonicalJson(scene) !== canonicalJson(entry.scene))
    findings.error(join(dir, setFiles.scenes), `episode_${number} is not as it was recorded`);

  const looks = await checkHdf5(path('hdf5'), findings, { everyPicture: !quick });
  if (entry && looks && entry.frames !== looks.frames)
    findings.error(path('hdf5'), `${looks.frames} frames, but ${entry.frames} were recorded`);
  const size = looks?.first.get('head_camera');
  const drawn = entry && looks && size && (await redraw?.(entry, { state: looks.start, size }));
  if (drawn) checkViews(looks.first, drawn, (camera) => `${path('hdf5')} /observation/${camera}/rgb`, findings);
  if (existsSync(path('video'))) await checkVideo(path('video'), looks, findings);
  if (existsSync(path('instructions'))) await checkInstructions(dir, number, scene, findings);
}

function checkMarks(dir: string, entry: EpisodeEntry, quick: boolean, findings: SetFindings): void {
  const incomplete = missingFile(dir, entry);
  if (incomplete) findings.error(incomplete, 'the file is missing or cut off');
  for (const file of incomplete || quick ? [] : episodeFiles) {
    const path = join(dir, episodePath(file, entry.episode));
    const mark = entry.files[file];
    if (mark && sha256(readRegular(path)) !== mark.sha256) findings.error(path, 'the content was changed');
  }
}

/** Each sentence must hold what it is to tell, or it cannot be followed. What the authors' hold is not known. */
async function checkInstructions(dir: string, number: number, scene: unknown, findings: SetFindings): Promise<void> {
  const file = join(dir, episodePath('instructions', number));
  const instructions = await findings.attempt(file, () => readInstructions(dir, number));
  if (!instructions) return;
  const semantics = OwnScene.safeParse(scene).data?.semantics;
  const needed = semantics ? neededWords(semantics) : [];
  for (const wording of ['seen', 'unseen'] as const) {
    if (instructions[wording].length === 0) findings.error(file, `there is no ${wording} instruction`);
    for (const [at, sentence] of instructions[wording].entries()) {
      const lacking = needed.find((text) => !sentence.includes(text));
      if (lacking !== undefined) findings.error(file, `${wording} instruction ${at} lacks "${lacking}"`);
    }
  }
}

function neededWords({ question, options, answer, telling = 'question' }: Semantics): string[] {
  if (telling === 'direct') return [`block ${answer}`];
  return [...(telling === 'question' ? [question] : []), ...Object.values(options)];
}

/** How far a cell of a video frame may be from the picture it was made of: compression and other ranges of brightness. */
const STRAY = 16;

/** Decodes every frame, and compares those that were looked at with the head camera’s pictures. */
async function checkVideo(path: string, looks: Looks | undefined, findings: SetFindings): Promise<void> {
  let shown = 0;
  let wrong: number | undefined;
  try {
    for await (const { pixels } of readFrames(path)) {
      const picture = looks?.head.get(shown);
      if (picture && wrong === undefined && largestDifference(picture, thumbnail(await pixels())) > STRAY)
        wrong = shown;
      shown += 1;
    }
  } catch (error) {
    findings.error(path, `the video cannot be decoded beyond frame ${shown}: ${messageOf(error)}`);
    return;
  }
  if (looks && shown !== looks.frames)
    findings.error(path, `${shown} frames can be decoded, but the HDF5 file has ${looks.frames}`);
  if (wrong !== undefined) findings.error(path, `frame ${wrong} is not what the head camera saw`);
}
