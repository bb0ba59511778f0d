import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Hex } from './digest.ts';

test('is SHA-256', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 2696]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) % 256);
    expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
