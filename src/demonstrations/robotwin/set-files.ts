import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegularText, writePartsAtomic } from '../../files/index.ts';
import { checked, requireFile } from '../../tables/index.ts';

/** What an episode consists of, and where the authors keep it. */
const places = {
  hdf5: { folder: 'data', ending: '.hdf5' },
  video: { folder: 'video', ending: '.mp4' },
  instructions: { folder: 'instructions', ending: '.json' },
  paths: { folder: '_traj_data', ending: '.pkl' },
} as const;

export type EpisodeFile = keyof typeof places;
export const episodeFiles: readonly EpisodeFile[] = ['hdf5', 'video', 'instructions', 'paths'];

/** What a set consists of beside its episodes; the last two are ours. */
export const setFiles = {
  seeds: 'seed.txt',
  scenes: 'scene_info.json',
  card: 'README.md',
  about: 'sextant-demos.json',
  episodes: 'episodes.ndjson',
} as const;

/** @example episodePath('hdf5', 7) // 'data/episode7.hdf5' */
export function episodePath(file: EpisodeFile, episode: number): string {
  const { folder, ending } = places[file];
  return `${folder}/episode${episode}${ending}`;
}

/** The numbers of the episodes of which there is such a file, in order. */
export function listEpisodes(dir: string, file: EpisodeFile): number[] {
  const { folder, ending } = places[file];
  if (!existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder))
    .flatMap((name) => {
      const number = /^episode(\d+)$/.exec(name.slice(0, -ending.length))?.[1];
      return number !== undefined && name.endsWith(ending) ? [Number(number)] : [];
    })
    .sort((a, b) => a - b);
}

/** A JSON file with the right fields; else `bad_data` naming the file and the first field that is wrong. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T {
  requireFile(path);
  let value: unknown;
  try {
    value = JSON.parse(readRegularText(path));
  } catch (cause) {
    throw new SextantError('bad_data', `this is not JSON: ${messageOf(cause)}`, { where: path, cause });
  }
  return checked(value, schema, path);
}

/** What a file is known by. */
export const FileMark = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type FileMark = z.infer<typeof FileMark>;

/** Writes a whole file or nothing, and tells what it is known by. */
export function writeParts(path: string, parts: Iterable<Uint8Array>): FileMark {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = function* () {
    for (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  };
  writePartsAtomic(path, counted());
  return { bytes, sha256: hash.digest('hex') };
}
