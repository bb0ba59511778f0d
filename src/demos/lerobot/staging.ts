import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SextantError } from '../../contracts/index.ts';

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
  const replaces = await checkTarget(dir, opts.overwrite === true);
  const staging = `${dir}.${process.pid}.tmp`;
  const old = `${dir}.${process.pid}.old`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(dirname(dir), { recursive: true });
  await mkdir(staging);
  try {
    const result = await write(staging);
    if (replaces) await rename(dir, old);
    await rename(staging, dir).catch(async (error: unknown) => {
      if (replaces) await rename(old, dir);
      throw error;
    });
    await rm(old, { recursive: true, force: true });
    return result;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Whether there is something to replace. */
async function checkTarget(dir: string, overwrite: boolean): Promise<boolean> {
  if (!existsSync(dir)) return false;
  const entries = await readdir(dir).catch((cause: unknown) => {
    throw new SextantError('bad_argument', 'this is not a folder', { where: dir, cause });
  });
  if (entries.length === 0) return true;
  if (!overwrite)
    throw new SextantError('bad_argument', 'the folder is not empty', {
      where: dir,
      fix: 'choose another one, or ask to overwrite it',
    });
  if (existsSync(join(dir, 'meta', 'info.json'))) return true;
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
