import { createHash } from 'node:crypto';
import { z } from 'zod';
import { writePartsAtomic } from '../../files/index.ts';

/** What a file is known by. */
export const FileMark = z.object({ bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type FileMark = z.infer<typeof FileMark>;

/** Writes a whole file or nothing, and tells what it is known by. */
export function writeParts(path: string, parts: Iterable<Uint8Array>): FileMark {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = function* () {
    for (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  };
  writePartsAtomic(path, counted());
  return { bytes, sha256: hash.digest('hex') };
}
