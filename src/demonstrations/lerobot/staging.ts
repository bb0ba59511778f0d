import { existsSync, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { writeFolderAtomic } from '../../files/index.ts';

/**
 * Lets `write` fill a folder of another name and gives it its own at the end: there is a whole dataset or none.
 * An existing one is replaced only on demand, and only when it is a LeRobot dataset.
 */
export async function writeFolder<T>(
  target: string,
  opts: { overwrite?: boolean | undefined },
  write: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = resolve(target);
  await checkTarget(dir, opts.overwrite === true);
  return writeFolderAtomic(dir, write);
}

/** Refuses to replace what should not be. */
async function checkTarget(dir: string, overwrite: boolean): Promise<void> {
  if (!existsSync(dir)) return;
  const entries = await readdir(dir).catch((cause: unknown) => {
    throw new SextantError('bad_argument', 'this is not a folder', { where: dir, cause });
  });
  if (entries.length === 0) return;
  if (!overwrite)
    throw new SextantError('bad_argument', 'the folder is not empty', {
      where: dir,
      fix: 'choose another one, or ask to overwrite it',
    });
  if (existsSync(join(dir, 'meta', 'info.json'))) return;
  throw new SextantError('bad_argument', 'the folder is not a LeRobot dataset, so it is not overwritten', {
    where: dir,
    fix: 'choose another one, or remove it yourself',
  });
}

/** The whole path of a file, whose folder is made. */
export function placeFor(dir: string, file: string): string {
  const path = join(dir, file);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
