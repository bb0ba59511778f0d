import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import { demand } from '../util/index.ts';
import { makeFolder } from './make-folder.ts';
import { isGone } from './processes.ts';

/** A file cannot take a folder's place: said before any work, and by the name that a person gave. */
export function demandNoFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new SextantError('bad_argument', 'this is a folder, expected a file', { where: path, fix: 'name a file' });
}

/** A folder is replaced only where it is empty, or an earlier one of the same kind: never somebody's runs. */
export function demandReplaceable(folder: string, isOfKind: () => boolean): void {
  if (!existsSync(folder)) return;
  if (statSync(folder).isDirectory() && (readdirSync(folder).length === 0 || isOfKind())) return;
  throw new SextantError('bad_argument', 'something else is there already', {
    where: folder,
    fix: 'choose a new folder',
  });
}

/** Writes a whole file or nothing: readers see the old one or the new one, never a part. */
export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  writePartsAtomic(path, [typeof content === 'string' ? Buffer.from(content) : content]);
}

/** The same for what is too large to be put together first. */
export function writePartsAtomic(path: string, parts: Iterable<Uint8Array>): void {
  demandNoFolder(path);
  makeFolder(dirname(path));
  const temporary = draftOf(path);
  const fd = openSync(temporary, 'w');
  try {
    for (const part of parts) for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

/** The same for a folder: `build` fills one of another name, which replaces what is there when it is complete. */
export async function writeFolderAtomic<T>(target: string, build: (draft: string) => Promise<T>): Promise<T> {
  const dir = resolve(target);
  const draft = draftOf(dir);
  const old = draft.replace(/tmp$/, 'old');
  makeFolder(draft);
  try {
    const result = await build(draft);
    if (existsSync(dir)) renameSync(dir, old);
    renameSync(draft, dir);
    rmSync(old, { recursive: true, force: true });
    return result;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(old)) renameSync(old, dir);
    throw error;
  }
}

/** JSON for people: indented, with a final newline. */
export function writeJsonAtomic(path: string, value: unknown): void {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Pids are meaningless on another machine that shares the disk. */
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

/** What a draft will be called; any other path as it is. */
export function targetOf(path: string): string {
  const target = DRAFT.exec(basename(path))?.groups?.target;
  return target === undefined ? path : join(dirname(path), target);
}

function draftsIn(folder: string): Map<string, string[]> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Map.groupBy(names.filter(isLeftover), (name) => demand(DRAFT.exec(name)?.groups ?? {}, 'target'));
}

/** Whether its writer is gone. A draft with our own pid, before we wrote any, comes from an earlier process. */
function isLeftover(name: string): boolean {
  const pid = Number(DRAFT.exec(name)?.groups?.pid);
  return pid === process.pid || (pid > 0 && isGone(pid));
}
