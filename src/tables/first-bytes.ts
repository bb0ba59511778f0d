import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../files/index.ts';

/** The first bytes of a file, as hexadecimal digits: what tells kinds of files apart. */
export function firstBytes(path: string, count: number): string {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.alloc(count);
    return bytes.toString('hex', 0, readSync(fd, bytes, 0, count, 0));
  } finally {
    closeSync(fd);
  }
}
