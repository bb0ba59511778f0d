import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular, sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { checkHdf5 } from './check-hdf5.ts';
import type { Findings } from './findings.ts';
import { readInstructions } from './open.ts';
import { OwnScene, type RecordedScene } from './scene.ts';
import { episodeFiles, episodePath, setFiles } from './set-files.ts';
import { type EpisodeEntry, missingFile } from './set-record.ts';

export interface EpisodeToCheck {
  number: number;
  /** What is known of it, in sets that Sextant wrote. */
  entry: EpisodeEntry | undefined;
  scene: RecordedScene | undefined;
  quick: boolean;
}

/** The files of one episode. That one is missing is found elsewhere. */
export async function checkEpisode(dir: string, episode: EpisodeToCheck, findings: Findings): Promise<void> {
  const { number, entry, scene, quick } = episode;
  const path = (file: (typeof episodeFiles)[number]) => join(dir, episodePath(file, number));
  if (entry) checkMarks(dir, entry, quick, findings);
  if (entry && scene && canonicalJson(scene) !== canonicalJson(entry.scene))
    findings.error(join(dir, setFiles.scenes), `episode_${number} is not as it was recorded`);

  const frames = await checkHdf5(path('hdf5'), findings, { everyPicture: !quick });
  if (entry && frames !== undefined && entry.frames !== frames)
    findings.error(path('hdf5'), `${frames} frames, but ${entry.frames} were recorded`);
  if (existsSync(path('video'))) {
    const shown = await findings.attempt(path('video'), () => videoLength(readRegular(path('video')), path('video')));
    if (shown !== undefined && frames !== undefined && shown !== frames)
      findings.error(path('video'), `${shown} frames, but the HDF5 file has ${frames}`);
  }
  if (existsSync(path('instructions'))) await checkInstructions(dir, number, scene, findings);
}

function checkMarks(dir: string, entry: EpisodeEntry, quick: boolean, findings: Findings): void {
  const incomplete = missingFile(dir, entry);
  if (incomplete) findings.error(incomplete, 'the file is missing or cut off');
  for (const file of incomplete || quick ? [] : episodeFiles) {
    const path = join(dir, episodePath(file, entry.episode));
    const mark = entry.files[file];
    if (mark && sha256(readRegular(path)) !== mark.sha256) findings.error(path, 'the content was changed');
  }
}

/** Each sentence must hold the question and all options, or it cannot be followed. What the authors' hold is not known. */
async function checkInstructions(dir: string, number: number, scene: unknown, findings: Findings): Promise<void> {
  const file = join(dir, episodePath('instructions', number));
  const instructions = await findings.attempt(file, () => readInstructions(dir, number));
  if (!instructions) return;
  const semantics = OwnScene.safeParse(scene).data?.semantics;
  const needed = semantics ? [semantics.question, ...Object.values(semantics.options)] : [];
  for (const wording of ['seen', 'unseen'] as const) {
    if (instructions[wording].length === 0) findings.error(file, `there is no ${wording} instruction`);
    for (const [at, sentence] of instructions[wording].entries()) {
      const lacking = needed.find((text) => !sentence.includes(text));
      if (lacking !== undefined) findings.error(file, `${wording} instruction ${at} lacks "${lacking}"`);
    }
  }
}

/**
 * How many frames a clip has, read from its container: nothing is decoded.
 * @internal exported for its test
 */
export async function videoLength(bytes: Uint8Array, where: string): Promise<number> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    let count = 0;
    if (track)
      for await (const _ of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
        count += 1;
    return count;
  } catch (cause) {
    throw new SextantError('bad_media', `the video cannot be read: ${messageOf(cause)}`, { where, cause });
  } finally {
    input.dispose();
  }
}
