import { linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { isGone, readRegularText, startOf } from '../files/index.ts';

/** The batch scheduler's job that a process is part of. `start` counts how often the same job was begun again. */
const ClusterJob = z.object({ scheduler: z.string(), id: z.string(), start: z.number() });
export type ClusterJob = z.infer<typeof ClusterJob>;

/** Who holds a lock. `started` tells a process from a later one that was given the same number. */
const Owner = z.object({ pid: z.number(), host: z.string(), started: z.string(), job: ClusterJob.exactOptional() });
type Owner = z.infer<typeof Owner>;

/** Nobody can see from here whether a process of another machine lives. These say who may know. */
export interface LockOptions {
  /** Ours, for others to ask about. */
  job?: ClusterJob | undefined;
  /** Whether the scheduler is certain that it has ended. */
  isGone?(job: ClusterJob): boolean;
  /** A person is certain that whoever holds it on another machine is gone. */
  takeOver?: boolean;
  /** Told whose lock of another machine was taken over, and why. */
  onTakeOver?(text: string): void;
}

/**
 * Takes the lock of a run folder, or throws `run_locked`. A lock whose owner died is taken over.
 * @returns a function that gives it back
 */
export function takeLock(path: string, opts: LockOptions = {}): () => void {
  const mine: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  if (opts.job) mine.job = opts.job;
  const text = JSON.stringify(mine);
  const draft = `${path}.${process.pid}`;
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      // Made anew: a link of that name would have us write elsewhere.
      rmSync(draft, { force: true });
      writeFileSync(draft, text, { flag: 'wx' });
      if (tryLink(draft, path)) {
        sweep(path);
        return () => release(path, text);
      }
      const held = read(path);
      if (held === undefined) continue;
      const owner = parse(held);
      if (owner === undefined || !isDead(owner)) {
        const why = whyAbandoned(owner, opts);
        if (why === undefined) throw locked(path, owner);
        opts.onTakeOver?.(`the lock of ${nameOf(owner)} was taken over: ${why} (${path})`);
      }
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

/** Why the lock of another machine may be taken; undefined where its owner may be at work. */
function whyAbandoned(owner: Owner | undefined, { isGone, takeOver }: LockOptions): string | undefined {
  if (owner?.host === hostname()) return undefined;
  if (owner?.job && isGone?.(owner.job)) return `its job ${owner.job.id} has ended`;
  return takeOver ? 'as --take-over asks' : undefined;
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
    return Owner.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function locked(path: string, owner: Owner | undefined): SextantError {
  const isElsewhere = owner !== undefined && owner.host !== hostname();
  return new SextantError('run_locked', `${nameOf(owner)} is writing to this run`, {
    where: path,
    fix: isElsewhere
      ? 'wait for it to end or stop it; if that machine or process is gone for good, add --take-over'
      : 'wait for it to end or stop it; if it is gone for good, delete the lock file',
  });
}

function nameOf(owner: Owner | undefined): string {
  return owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
