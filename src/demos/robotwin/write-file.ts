import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** What a file is known by. */
export const FileMark = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type FileMark = z.infer<typeof FileMark>;

/** Writes a whole file or nothing, part by part: for what is too large to be put together first. */
export function writeParts(path: string, parts: Iterable<Uint8Array>): FileMark {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  const hash = createHash('sha256');
  let bytes = 0;
  const fd = openSync(temporary, 'w');
  try {
    for (const part of parts) {
      for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
      hash.update(part);
      bytes += part.length;
    }
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
  return { bytes, sha256: hash.digest('hex') };
}
