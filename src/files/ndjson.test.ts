import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from './ndjson.ts';
import { hashStart, sha256 } from './regular.ts';

const file = join(mkdtempSync(join(tmpdir(), 'sextant-lines-')), 'lines');

test('lines that go on in the next piece are whole, though all pieces are read into the same room', async () => {
  // Short ones, one of three pieces, characters of several bytes at the seams, and a torn one at the end.
  const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'né漢😀'.repeat(i === 20 ? 80_000 : 997 * i)}`);
  writeFileSync(file, texts.join('\n'));
  const lines = await Array.fromAsync(readLines(file));
  expect(lines.map(({ text }) => text)).toEqual(texts);
  expect(lines.map(({ complete }) => complete)).toEqual(texts.map((_, i) => i < texts.length - 1));
  const [after] = lines.slice(24);
  expect((await Array.fromAsync(readLines(file, after))).map(({ text, number }) => ({ text, number }))).toEqual(
    texts.slice(25).map((text, i) => ({ text, number: 26 + i })),
  );
});

test('the start of a file has the hash of its bytes; nothing of a file that is not there is read', async () => {
  const bytes = Buffer.alloc(700_000, 'sextant');
  writeFileSync(file, bytes);
  for (const size of [0, 1, 1 << 18, 600_001, 700_000])
    expect(await hashStart(file, size)).toBe(sha256(bytes.subarray(0, size)));
  expect(await hashStart(`${file}-none`, 0)).toBe(sha256(''));
});
