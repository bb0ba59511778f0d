import { createHash, hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readPieces } from './index.ts';

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
  for await (const piece of readPieces(path, { end: bytes })) hash.update(piece);
  return hash.digest('hex');
}
