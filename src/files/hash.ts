import { createHash, hash } from 'node:crypto';
import { closeSync, read as readFd, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { openRegular } from './index.ts';

const read = promisify(readFd);

/** @example sha256(new Uint8Array()) // 'e3b0c442…' */
export function sha256(content: Uint8Array | string): string {
  return hash('sha256', content);
}

/** Size in bytes; 0 if the file does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** sha256 of the first bytes of a file: of one that is only appended to, they stay the same. */
export async function hashStart(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash.digest('hex');
  const fd = openRegular(path);
  try {
    // One reused buffer: a stream would create as much garbage as the file is large.
    const piece = Buffer.allocUnsafe(Math.min(bytes, 1 << 18));
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await read(fd, piece, 0, Math.min(piece.length, bytes - at), at);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}
