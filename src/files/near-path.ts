import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ErrorCode, SextantError } from '../contracts/index.ts';
import { nearest } from '../util/index.ts';

/** A folder with more than this is not searched for a name like the one that was meant. */
const MOST_NAMES = 10_000;

/**
 * The path that a mistyped one was probably meant to be: the same folder, and a name there that is close.
 * @example nearPath('runs/tinny') // 'runs/tiny'
 */
export function nearPath(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  try {
    const names = readdirSync(folder);
    const guess = names.length > MOST_NAMES ? undefined : nearest(name, names);
    return guess === undefined || guess === name ? undefined : join(folder, guess);
  } catch {
    // The folder is mistyped too, or not ours to read.
    const parent = folder === path ? undefined : nearPath(folder);
    return parent === undefined ? undefined : nearIn(parent, name);
  }
}

/** The same name, or a close one, in a folder that was itself a guess. */
function nearIn(folder: string, name: string): string {
  const path = join(folder, name);
  try {
    if (readdirSync(folder).includes(name)) return path;
  } catch {
    return folder;
  }
  return nearPath(path) ?? folder;
}

/** A file that a person named must be there: what a loader would say of it names files of ours. */
export function demandFile(file: string, code: ErrorCode): void {
  if (existsSync(file)) return;
  const near = nearPath(file);
  throw new SextantError(code, 'there is no such file', {
    where: file,
    fix: near === undefined ? 'correct its path' : `did you mean ${near}?`,
  });
}
