import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Hdf5File } from './hdf5-read.ts';
import { encodeHdf5, type Hdf5Dataset, type Hdf5Group } from './hdf5-write.ts';
import { newFolder } from './testing/small-set.ts';

/** Bytes that readers of text would lose: a zero, a space at the end, no UTF-8. */
const awkward = [
  Uint8Array.of(0xff, 0xd8, 0, 7, 0x20),
  Uint8Array.of(0xff, 0xd8, 0, 0, 0, 0xff, 0xd9, 0x20),
  Uint8Array.of(1),
];

function small(): Hdf5Group {
  const numbers = (type: 'f4' | 'f8' | 'u1', shape: number[], rows: Uint8Array[]): Hdf5Dataset => ({
    type,
    shape,
    rows,
  });
  const doubles = [
    [1, -1e300],
    [Math.PI, 0],
    [5, 6],
  ].map((row) => new Uint8Array(Float64Array.from(row).buffer));
  return new Map<string, Hdf5Group | Hdf5Dataset>([
    ['z', new Map([['deep', new Map([['doubles', numbers('f8', [3, 2], doubles)]])]])],
    ['b', { type: { text: 8 }, shape: [3], rows: awkward }],
    [
      'a',
      numbers(
        'f4',
        [3],
        [1.5, 2.5, -3].map((value) => new Uint8Array(Float32Array.of(value).buffer)),
      ),
    ],
    ['bytes', numbers('u1', [3, 3], [Uint8Array.of(1, 2, 3), Uint8Array.of(255, 0, 1), Uint8Array.of(9, 9, 9)])],
    ['empty', numbers('f8', [3, 0], [new Uint8Array(), new Uint8Array(), new Uint8Array()])],
  ]);
}

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(newFolder(), 'x.hdf5');
  writeFileSync(path, bytes);
  return path;
}

test('the HDF5 library reads what is written, every byte', async () => {
  const path = await written(Buffer.concat([...encodeHdf5(small())]));
  const file = await Hdf5File.open(path);
  expect(file.names()).toEqual(['a', 'b', 'bytes', 'empty', 'z', 'z/deep', 'z/deep/doubles']);
  expect(file.kind('b')).toEqual({ shape: [3], type: 'S8' });
  expect(file.kind('empty')).toEqual({ shape: [3, 0], type: 'f8' });
  expect(file.kind('bytes')).toEqual({ shape: [3, 3], type: 'u1' });
  expect(file.kind('z')).toBeUndefined();
  expect([...file.numbers('a', [])]).toEqual([1.5, 2.5, -3]);
  expect([...file.numbers('bytes', [3])]).toEqual([1, 2, 3, 255, 0, 1, 9, 9, 9]);
  expect([...file.numbers('z/deep/doubles', [2])]).toEqual([1, -1e300, Math.PI, 0, 5, 6]);
  expect([...file.numbers('empty', [0])]).toEqual([]);
  for (const [at, bytes] of awkward.entries()) expect([...file.bytes('b', at)]).toEqual([...bytes]);
  file.close();
});

test('the same content gives the same bytes, whenever it is written', () => {
  expect(Buffer.concat([...encodeHdf5(small())])).toEqual(Buffer.concat([...encodeHdf5(small())]));
});

test('rows that do not fit are refused', () => {
  const wrong: Hdf5Group = new Map([['x', { type: 'u1', shape: [2, 3], rows: [Uint8Array.of(1, 2, 3, 4)] }]]);
  expect(() => [...encodeHdf5(wrong)]).toThrow('a row of 4 bytes');
  const few: Hdf5Group = new Map([['x', { type: 'u1', shape: [2, 3], rows: [Uint8Array.of(1, 2, 3)] }]]);
  expect(() => [...encodeHdf5(few)]).toThrow('1 rows, not 2');
});

test('damage is named by file and dataset', async () => {
  const whole = Buffer.concat([...encodeHdf5(small())]);
  const cut = await written(whole.subarray(0, whole.length - 100));
  await expect(Hdf5File.open(cut)).rejects.toMatchObject({ code: 'bad_data', where: cut });
  await expect(Hdf5File.open(cut)).rejects.toThrow('truncated file');
  await expect(Hdf5File.open(await written(Buffer.from('no')))).rejects.toThrow('not readable as HDF5');
  const path = await written(whole);
  const file = await Hdf5File.open(path);
  expect(() => file.numbers('nope', [])).toThrow(expect.objectContaining({ where: `${path} /nope` }));
  expect(() => file.numbers('b', [])).toThrow('S8 of shape (3), expected numbers');
  expect(() => file.numbers('z/deep/doubles', [3])).toThrow('f8 of shape (3,2)');
  expect(() => file.bytes('a', 0)).toThrow('f4 of shape (3), expected fixed-length byte strings');
  expect(() => file.bytes('b', 3)).toThrow('it has no entry 3, only 3');
  file.close();
  expect(readFileSync(path)).toEqual(whole);
});
