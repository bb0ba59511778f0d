import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { draftOf } from './draft.ts';

/** Writes a whole file or nothing: readers see the old one or the new one, never a part. */
export function writeFileAtomic(path: string, content: string | Uint8Array): void {
  writePartsAtomic(path, [typeof content === 'string' ? Buffer.from(content) : content]);
}

/** The same for what is too large to be put together first. */
export function writePartsAtomic(path: string, parts: Iterable<Uint8Array>): void {
  mkdirSync(dirname(path), { recursive: true });
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
  mkdirSync(draft, { recursive: true });
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
