import { hash } from 'node:crypto';

/** @example sha256(new Uint8Array()) // 'e3b0c442…' */
export function sha256(content: Uint8Array | string): string {
  return hash('sha256', content);
}
