import { expect, test } from 'vitest';
import { findZipContents, readZipContents, type ZipRecord, zipDataStart, zipRecords } from './zip.ts';

const name = new TextEncoder().encode('ä/b.txt');
const file: ZipRecord = { name, method: 8, crc: 0xfedcba98, packed: 5, size: 9, header: 0 };

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** An archive with one file, whose bytes do not matter. */
function archive(wide: boolean, more: Partial<ZipRecord> = {}): Uint8Array {
  const { local, central, end } = zipRecords({ wide });
  const [before, contents] = [local({ ...file, ...more }), central({ ...file, ...more })];
  return joined(before, new Uint8Array(5), contents, end(1, before.length + 5, contents.length));
}

test.each([false, true])('what is written can be read (in 64 bits: %s)', (wide) => {
  const bytes = archive(wide);
  const found = findZipContents(bytes, 0) ?? expect.unreachable();
  const entries = readZipContents(bytes.subarray(found.offset, found.offset + found.size));
  const { name: _, ...about } = file;
  expect([...entries]).toEqual([['ä/b.txt', { ...about, encrypted: false, nameLength: name.length }]]);
  expect(zipDataStart(bytes)).toBe(found.offset - 5);
});

test('sizes and places beyond four gigabytes are read as they are', () => {
  const large = { size: 2 ** 33, packed: 2 ** 32 + 1, header: 2 ** 34 };
  const entries = readZipContents(zipRecords({ wide: true }).central({ ...file, ...large }));
  expect(entries.get('ä/b.txt')).toMatchObject(large);
});

test('a number that is said to stand elsewhere must stand there', () => {
  const contents = zipRecords({ wide: false }).central({ ...file, size: 0xffffffff });
  expect(() => readZipContents(contents)).toThrow(RangeError);
});

test('what is cut off or damaged is a RangeError, whatever its numbers lead to', () => {
  expect(findZipContents(archive(true).subarray(0, 60), 0)).toBeUndefined();
  for (const wide of [false, true]) {
    const whole = archive(wide);
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = whole.with(at, 0xff);
      try {
        const { offset, size } = findZipContents(bytes, 0) ?? { offset: 0, size: 0 };
        readZipContents(bytes.subarray(offset, offset + size));
        zipDataStart(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  }
});
