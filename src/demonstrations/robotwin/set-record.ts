import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../../contracts/index.ts';
import { readLines, writeFileAtomic, writeJsonAtomic } from '../../files/index.ts';
import { checked } from '../../tables/index.ts';
import { OwnScene } from './scene.ts';
import { episodeFiles, episodePath, FileMark, readJson, setFiles } from './set-files.ts';

/** What all episodes of a set have in common; shards that differ in it do not belong together. */
export const SetAbout = z.object({
  format: z.literal('sextant-robotwin-1'),
  /** The authors' name of the task, and of the configuration: the folder is `data/<task>/<setting>`. */
  task: z.string(),
  setting: z.string(),
  robot: z.string(),
  /** Name and version of the world in which it was recorded. */
  world: z.string(),
  /** Of the videos. */
  fps: z.number().positive(),
  rgbOrder: z.enum(['upstream', 'standard']),
  /** Whatever else decides what is in it (split, versions, the questions' sha256 …), but not which part of it a shard is. */
  made: z.record(z.string(), z.json()),
});
export type SetAbout = z.infer<typeof SetAbout>;

/** One finished episode. */
export const EpisodeEntry = z.object({
  episode: z.number().int().nonnegative(),
  seed: z.number().int(),
  frames: z.number().int().positive(),
  files: z.object({
    hdf5: FileMark,
    video: FileMark,
    instructions: FileMark.exactOptional(),
    paths: FileMark.exactOptional(),
  }),
  scene: OwnScene,
});
export type EpisodeEntry = z.infer<typeof EpisodeEntry>;

/** Whether Sextant wrote this set. */
export function isOwnSet(dir: string): boolean {
  return existsSync(join(dir, setFiles.about));
}

export function readAbout(dir: string): SetAbout {
  if (isOwnSet(dir)) return readJson(join(dir, setFiles.about), SetAbout);
  throw new SextantError(
    'bad_data',
    `this is no set of demonstrations that Sextant wrote: it has no ${setFiles.about}`,
    {
      where: dir,
    },
  );
}

/** The finished episodes in order. The last line of an episode counts; one that was cut off does not. */
export async function readEntries(dir: string): Promise<EpisodeEntry[]> {
  const file = join(dir, setFiles.episodes);
  if (!existsSync(file)) return [];
  const entries = new Map<number, EpisodeEntry>();
  for await (const { text, number } of readLines(file)) {
    const entry = entryOf(text, `${file}:${number}`);
    if (entry) entries.set(entry.episode, entry);
  }
  return [...entries.values()].sort((a, b) => a.episode - b.episode);
}

/** A whole set at once. */
export function writeSet(dir: string, about: SetAbout, entries: readonly EpisodeEntry[]): void {
  writeJsonAtomic(join(dir, setFiles.about), about);
  writeEntries(dir, entries);
}

export function writeEntries(dir: string, entries: readonly EpisodeEntry[]): void {
  writeFileAtomic(join(dir, setFiles.episodes), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** The first file of an episode that is not there in full; its content is not looked at. */
export function missingFile(dir: string, { episode, files }: EpisodeEntry): string | undefined {
  return episodeFiles
    .filter((file) => files[file])
    .map((file) => ({ path: join(dir, episodePath(file, episode)), bytes: files[file]?.bytes }))
    .find(({ path, bytes }) => statSync(path, { throwIfNoEntry: false })?.size !== bytes)?.path;
}

/** Throws unless episodes follow each other without gaps and all files are there. Returns the first number. */
export function requireWhole(dir: string, entries: readonly EpisodeEntry[]): number {
  const start = entries[0]?.episode;
  const fix = 'record it first: the same command goes on where it stopped';
  if (start === undefined) throw new SextantError('bad_data', 'there are no finished episodes', { where: dir, fix });
  for (const [at, entry] of entries.entries()) {
    if (entry.episode !== start + at)
      throw new SextantError('bad_data', `episode ${start + at} is missing`, { where: dir, fix });
    const missing = missingFile(dir, entry);
    if (missing) throw new SextantError('bad_data', 'the file is missing or cut off', { where: missing, fix });
  }
  return start;
}

/** A torn line is no JSON; one that is JSON must have the right fields. */
function entryOf(text: string, where: string): EpisodeEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return checked(value, EpisodeEntry, where);
}
