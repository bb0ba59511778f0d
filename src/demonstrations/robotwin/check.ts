import { join } from 'node:path';
import { checkEpisode, type Redraw } from './check-episode.ts';
import { contradictions } from './consistency.ts';
import { type SetFinding, SetFindings } from './findings.ts';
import { readScenes, readSeeds } from './open.ts';
import type { RecordedScene } from './scene.ts';
import { episodeFiles, episodePath, listEpisodes, setFiles } from './set-files.ts';
import { type EpisodeEntry, isOwnSet, readAbout, readEntries } from './set-record.ts';

export interface CheckEpisodesOptions {
  /** Looks at the first and last picture of each camera, and compares sizes instead of hashes. */
  quick?: boolean;
  /** Draws the first moment of an episode again, to find cameras that were taken for each other. */
  redraw?: Redraw;
  /** After each episode. */
  onEpisode?: (done: number, of: number) => void;
}

export interface CheckedSet {
  episodes: number;
  findings: readonly SetFinding[];
}

/**
 * Whether a set in the format of RoboTwin 2.0 is whole and consistent, the authors' or ours. Never throws about the set.
 * @example const { findings } = await checkRobotwin('data/rsb_math/rsb_math_train_500')
 */
export async function checkRobotwin(
  dir: string,
  { quick = false, redraw, onEpisode }: CheckEpisodesOptions = {},
): Promise<CheckedSet> {
  const findings = new SetFindings();
  const numbers = listEpisodes(dir, 'hdf5');
  checkNumbering(dir, numbers, findings);
  const scenes = await findings.attempt(dir, () => readScenes(dir));
  if (scenes) checkScenes(dir, numbers, scenes, findings);
  const seeds = await findings.attempt(dir, () => readSeeds(dir));
  if (seeds && seeds.length !== numbers.length)
    findings.error(join(dir, setFiles.seeds), `${seeds.length} seeds for ${numbers.length} episodes`);

  const about = isOwnSet(dir) ? await findings.attempt(dir, () => readAbout(dir)) : undefined;
  const entries = about && (await findings.attempt(dir, () => readEntries(dir)));
  if (entries) checkEntries(dir, entries, numbers, seeds, findings);
  else if (seeds && new Set(seeds).size < seeds.length)
    findings.warn(join(dir, setFiles.seeds), 'a seed is there twice');

  const drawAgain = about && redraw ? redraw.bind(undefined, about) : undefined;
  const entryOf = new Map(entries?.map((entry) => [entry.episode, entry]));
  for (const [done, number] of numbers.entries()) {
    const scene = scenes?.[`episode_${number}`];
    await checkEpisode(dir, { number, entry: entryOf.get(number), scene, quick, redraw: drawAgain }, findings);
    onEpisode?.(done + 1, numbers.length);
  }
  return { episodes: numbers.length, findings: findings.all };
}

function checkNumbering(dir: string, numbers: readonly number[], findings: SetFindings): void {
  const start = numbers[0];
  if (start === undefined) {
    findings.error(join(dir, episodePath('hdf5', 0)), 'there are no episodes');
    return;
  }
  const gap = numbers.findIndex((number, at) => number !== start + at);
  if (gap >= 0) findings.error(join(dir, episodePath('hdf5', start + gap)), 'the file is missing');
  const known = new Set(numbers);
  for (const file of episodeFiles) {
    const found = new Set(listEpisodes(dir, file));
    for (const number of found.difference(known))
      findings.error(join(dir, episodePath(file, number)), 'there is no such episode');
    const isOptional = file === 'instructions' || file === 'paths';
    if (isOptional && found.isDisjointFrom(known))
      findings.warn(join(dir, episodePath(file, start)), 'there is none for any episode');
    else
      for (const number of known.difference(found))
        findings.error(join(dir, episodePath(file, number)), 'the file is missing');
  }
}

function checkScenes(
  dir: string,
  numbers: readonly number[],
  scenes: Readonly<Record<string, RecordedScene>>,
  findings: SetFindings,
): void {
  const file = join(dir, setFiles.scenes);
  const expected = new Set(numbers.map((number) => `episode_${number}`));
  const found = new Set(Object.keys(scenes));
  for (const key of expected.difference(found)) findings.error(file, `${key} is missing`);
  for (const key of found.difference(expected)) findings.error(file, `${key} is no episode of this set`);
}

function checkEntries(
  dir: string,
  entries: readonly EpisodeEntry[],
  numbers: readonly number[],
  seeds: readonly number[] | undefined,
  findings: SetFindings,
): void {
  const file = join(dir, setFiles.episodes);
  for (const { entry, message } of contradictions(entries, ({ episode }) => `episode ${episode}`))
    findings.error(`${file} episode ${entry.episode}`, message);
  const finished = new Set(entries.map(({ episode }) => episode));
  const found = new Set(numbers);
  for (const number of found.difference(finished))
    findings.error(join(dir, episodePath('hdf5', number)), 'the episode was never finished: it does not count');
  for (const number of finished.difference(found))
    findings.error(join(dir, episodePath('hdf5', number)), 'the file is missing');
  if (seeds && seeds.join() !== entries.map(({ seed }) => seed).join())
    findings.error(join(dir, setFiles.seeds), 'the seeds are not those of the episodes');
}
