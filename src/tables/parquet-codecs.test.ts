import { expect, test } from 'vitest';
import { unsnap } from './parquet-codecs.ts';

test('literals and copies of all kinds are unpacked', () => {
  const block = [11, (3 - 1) << 2, 97, 98, 99, ((5 - 4) << 2) | 1, 3, ((3 - 1) << 2) | 2, 8, 0];
  expect(Buffer.from(unsnap(Uint8Array.from(block), 11)).toString()).toBe('abcabcababc');
  const far = [8, (4 - 1) << 2, 1, 2, 3, 4, ((4 - 1) << 2) | 3, 4, 0, 0, 0];
  expect([...unsnap(Uint8Array.from(far), 8)]).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  const long = Uint8Array.from({ length: 300 }, (_, at) => at);
  expect(unsnap(Uint8Array.from([0xac, 2, 61 << 2, 0x2b, 1, ...long]), 300)).toEqual(long);
});

test.each([
  [[], 1],
  [[4, (4 - 1) << 2, 1], 4],
  [[4, (8 - 1) << 2, 1, 2, 3, 4, 5, 6, 7, 8], 4],
  [[8, 0, 1, ((4 - 1) << 2) | 2, 9, 0], 5],
  [[8, 0, 1, ((4 - 1) << 2) | 2, 0, 0], 5],
  [[8, 0, 1], 8],
  [[0x80, 0x80], 0],
])('%j for %i bytes is refused', (block, length) => {
  expect(() => unsnap(Uint8Array.from(block), length)).toThrow(RangeError);
});
