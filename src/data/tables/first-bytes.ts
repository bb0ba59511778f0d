import { closeSync, openSync, readSync } from 'node:fs';

/** The first bytes of a file, as hexadecimal digits: what tells kinds of files apart. */
export function firstBytes(path: string, count: number): string {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.toString('hex', 0, readSync(fd, bytes, 0, count, 0));
  } finally {
    closeSync(fd);
  }
}
