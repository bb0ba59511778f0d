import { expect, test } from 'vitest';
import { byteSize, nearest, plural } from './words.ts';

test('one is one, none are many', () => {
  expect([0, 1, 2, 1000].map((n) => plural(n, 'file'))).toEqual(['0 files', '1 file', '2 files', '1,000 files']);
  expect([1, 6].map((n) => plural(n, 'try', 'tries'))).toEqual(['1 try', '6 tries']);
});

test('sizes have a unit that suits them, and never four digits before the point', () => {
  const sizes = [0, 1, 999, 999.6, 1000, 1879, 999_949, 999_950, 1e6, 2.84e9, 999.96e9, 5e15];
  expect(sizes.map(byteSize)).toEqual([
    ...['0 B', '1 B', '999 B', '1.0 kB', '1.0 kB', '1.9 kB', '999.9 kB', '1.0 MB', '1.0 MB'],
    ...['2.8 GB', '1.0 TB', '5000.0 TB'],
  ]);
});

test('two letters in the wrong order are one mistake', () => {
  const known = ['mmsi', 'tiny', 'vsi'];
  expect(['mmis', 'tniy', 'mmsi-bench', 'xyzzy'].map((name) => nearest(name, known))).toEqual([
    'mmsi',
    'tiny',
    'mmsi',
    undefined,
  ]);
});

test('a name may go on, or be in another group', () => {
  const known = ['vsi', 'site', 'choice/letter', 'reference/pick', 'policy/random', 'reference/act'];
  expect(
    ['vsibench', 'leter', 'policy/pick', 'baseline/random', 'act', 'Qwen/Qwen3-VL'].map((name) => nearest(name, known)),
  ).toEqual(['vsi', 'choice/letter', 'reference/pick', 'policy/random', 'reference/act', undefined]);
});
