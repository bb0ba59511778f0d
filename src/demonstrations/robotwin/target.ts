import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { writeFolderAtomic } from '../../files/index.ts';
import { type EpisodeFile, episodeFiles, episodePath } from './set-files.ts';
import { type EpisodeEntry, isOwnSet } from './set-record.ts';

export interface TargetOptions {
  /** Folders that are read; the target must be neither one of them nor inside one. */
  sources: readonly string[];
  overwrite?: boolean;
}

/** Builds a folder beside its place and moves it there when it is complete: the old one is there, or the new one. */
export async function buildTarget(
  target: string,
  { sources, overwrite = false }: TargetOptions,
  build: (draft: string) => Promise<void>,
): Promise<void> {
  const dir = resolve(target);
  const isThere = existsSync(dir);
  const refuse = (message: string, fix = 'name another folder') =>
    new SextantError('bad_argument', message, { where: dir, fix });
  const entangled = sources.find((source) => isWithin(dir, source) || isWithin(source, dir));
  if (entangled !== undefined) throw refuse(`it is the source ${entangled}, or one of both holds the other`);
  if (isThere && !overwrite) throw refuse('the folder is there already', 'name another one, or overwrite it');
  if (isThere && !isOwnSet(dir) && readdirSync(dir).length > 0)
    throw refuse('this is no set of demonstrations that Sextant wrote, so it is not overwritten');

  await writeFolderAtomic(dir, build);
}

/** Takes over files of an episode under another number: links where the disk allows, copies elsewhere. */
export function takeFiles(opts: {
  from: string;
  to: string;
  number: number;
  episode: number;
  files: readonly EpisodeFile[];
}): void {
  const { from, to, number, episode, files } = opts;
  for (const file of files) {
    const source = join(from, episodePath(file, number));
    const target = join(to, episodePath(file, episode));
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
}

/** Which files an episode has. */
export function filesOf({ files }: EpisodeEntry): EpisodeFile[] {
  return episodeFiles.filter((file) => files[file]);
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || !(way.startsWith('..') || way === resolve(path));
}
