import { linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import { isGone, readRegularText, startOf } from '../files/index.ts';

/** Who holds a lock. `started` tells a process from a later one that was given the same number. */
interface Owner {
  pid: number;
  host: string;
  started: string;
}

/**
 * Takes the lock of a run folder, or throws `run_locked`. A lock whose owner died is taken over.
 * @returns a function that gives it back
 */
export function takeLock(path: string): () => void {
  const mine: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const text = JSON.stringify(mine);
  const draft = `${path}.${process.pid}`;
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      writeFileSync(draft, text);
      if (tryLink(draft, path)) {
        sweep(path);
        return () => release(path, text);
      }
      const held = read(path);
      if (held === undefined) continue;
      const owner = parse(held);
      if (owner === undefined || !isDead(owner)) throw locked(path, owner);
      removeStale(path, held, `${draft}.stale`);
    }
    throw locked(path, undefined);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether a process that may be alive holds the lock. */
export function isLocked(path: string): boolean {
  const held = read(path);
  const owner = held === undefined ? undefined : parse(held);
  return held !== undefined && (owner === undefined || !isDead(owner));
}

/** `link` is the one call that creates a complete file or fails because it is there; or because someone swept the draft away. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Removes what those left behind that were killed while they took the lock. One that was killed as it wrote left its number only. */
function sweep(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder).filter((each) => each.startsWith(`${basename(path)}.`))) {
    const [, pid] = /^\.(\d+)(\.stale)?$/.exec(name.slice(basename(path).length)) ?? [];
    const held = pid === undefined ? undefined : read(join(folder, name));
    if (held === undefined) continue;
    const owner = parse(held);
    if (owner ? isDead(owner) : isGone(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/** Moves the dead owner's lock away; should another process have replaced it meanwhile, that one is put back. */
function removeStale(path: string, expected: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== expected) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function release(path: string, text: string): void {
  if (read(path) === text) rmSync(path, { force: true });
}

function isDead(owner: Owner): boolean {
  if (owner.host !== hostname()) return false;
  return isGone(owner.pid) || (owner.started !== '' && owner.started !== startOf(owner.pid));
}

function read(path: string): string | undefined {
  try {
    return readRegularText(path, { inside: dirname(path), code: 'damaged_run' });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parse(text: string): Owner | undefined {
  try {
    const { pid, host, started } = JSON.parse(text);
    return typeof pid === 'number' && typeof host === 'string' && typeof started === 'string'
      ? { pid, host, started }
      : undefined;
  } catch {
    return undefined;
  }
}

function locked(path: string, owner: Owner | undefined): SextantError {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
  return new SextantError('run_locked', `${who} is writing to this run`, {
    where: path,
    fix: 'wait for it to end or stop it; if it is gone for good, delete the lock file',
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
