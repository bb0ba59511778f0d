import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipBytes } from './zip.ts';
import { openZipFile } from './zip-file.ts';

function written(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-zip-')), 'a.zip');
  writeFileSync(path, bytes);
  return path;
}

test('entries are read one by one, and checked', () => {
  const zip = openZipFile(written(zipBytes({ 'a/b.txt': 'hello', 'c.bin': Uint8Array.of(1, 2, 3) })));
  expect(zip.names).toEqual(['a/b.txt', 'c.bin']);
  expect(zip.read('a/b.txt')?.toString()).toBe('hello');
  expect(zip.read('c.bin')).toEqual(Buffer.of(1, 2, 3));
  expect(zip.read('none')).toBeUndefined();
  expect(zip.sizeOf('c.bin')).toBe(3);
});

test.each(['../up.txt', 'a/../../up.txt', '/etc/passwd', 'C:\\up.txt', '..\\up.txt'])(
  'a name that leads out of the folder is refused: %s',
  (name) => {
    expect(() => openZipFile(written(zipBytes({ [name]: 'x' })))).toThrow('leads out of the folder');
  },
);

test('a bomb is refused by its own account, before anything is unpacked', () => {
  const bytes = zipBytes({ bomb: 'x'.repeat(1000) });
  const central = bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 1, 2));
  bytes.writeUInt32LE(900_000_000, central + 24);
  expect(() => openZipFile(written(bytes)).read('bomb')).toThrow('which no honest table does');
});

test('an entry that unpacks to more than it says is refused', () => {
  const bytes = zipBytes({ liar: 'x'.repeat(1000) });
  const central = bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 1, 2));
  bytes.writeUInt32LE(10, central + 24);
  expect(() => openZipFile(written(bytes)).read('liar')).toThrow('not an archive that can be read');
});

test('damage is an error: a wrong checksum, a cut end, no archive at all', () => {
  const bytes = zipBytes({ a: 'hello hello hello' });
  const flipped = Buffer.from(bytes);
  flipped.writeUInt32LE(1, bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 1, 2)) + 16);
  expect(() => openZipFile(written(flipped)).read('a')).toThrow('checksum');
  expect(() => openZipFile(written(bytes.subarray(0, 30)))).toThrow('no table of contents');
  expect(() => openZipFile(written(Buffer.from('text')))).toThrow('no table of contents');
});

test('an entry that is itself larger than what is read is refused before memory is taken for it', () => {
  const bytes = zipBytes({ big: 'hello' });
  const central = bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 1, 2));
  bytes.writeUInt32LE(2_000_000_000, central + 20);
  expect(() => openZipFile(written(bytes)).read('big')).toThrow('it has 2.0 GB, at most 1.1 GB are read');
});
