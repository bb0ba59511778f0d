import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it. Level by level, because Node's own way never returns below /proc, where no folder can be made.
 * @example makeFolder('runs/mine');
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let level = resolve(path); !isThere(level) && dirname(level) !== level; level = dirname(level))
    missing.unshift(level);
  for (const level of missing) {
    try {
      mkdirSync(level);
    } catch (error) {
      // Another process may have been faster.
      if (!isFolder(level)) throw error;
    }
  }
  // A file in its place is refused as the system refuses it.
  if (missing.length === 0 && !isFolder(path)) mkdirSync(path);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A file on the way counts as there: making a folder below it says what is wrong. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}
