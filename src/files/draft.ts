import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isGone } from './processes.ts';

/** Numbers of processes mean nothing on another machine that shares the disk. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const DRAFT = new RegExp(`^(?<target>.+)\\.${machine}-(?<pid>\\d+)\\.(?:tmp|old)$`);

/** Names of drafts by folder and target: looked up once, because one process may write thousands of files into a folder. */
const listed = new Map<string, Map<string, string[]>>();

/**
 * What something is called until it is whole. What killed processes left of the same target is removed; where one was killed
 * while it replaced a folder, the old folder is put back.
 * @example const draft = draftOf('runs/a.html'); // runs/a.html.5f3c9a01-4711.tmp
 */
export function draftOf(path: string): string {
  const folder = dirname(resolve(path));
  const drafts = listed.get(folder) ?? draftsIn(folder);
  listed.set(folder, drafts);
  for (const name of drafts.get(basename(path)) ?? []) {
    const leftover = join(folder, name);
    if (name.endsWith('.old') && !existsSync(path)) renameSync(leftover, path);
    else rmSync(leftover, { recursive: true, force: true });
  }
  drafts.delete(basename(path));
  return `${path}.${machine}-${process.pid}.tmp`;
}

function draftsIn(folder: string): Map<string, string[]> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Map.groupBy(names.filter(isLeftover), (name) => DRAFT.exec(name)?.groups?.target ?? '');
}

/** Whether nobody writes it any more. One with the number of this process, which has written nothing yet, is of an earlier one. */
function isLeftover(name: string): boolean {
  const pid = Number(DRAFT.exec(name)?.groups?.pid);
  return pid === process.pid || (pid > 0 && isGone(pid));
}
