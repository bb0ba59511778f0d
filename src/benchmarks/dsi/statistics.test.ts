import { expect, it } from 'vitest';
import { dsi } from './index.ts';
import { load } from './load.ts';
import { folderWith, smallData } from './testing/data.ts';

it('counts what is there, and says where somebody else counted otherwise', async () => {
  const data = await load({ dir: folderWith(smallData()), args: {} });
  const sheets = await dsi.statistics?.(data);
  const rows = Object.fromEntries(sheets?.map(({ name, rows }) => [name, rows]) ?? []);
  expect(rows.categories).toEqual([
    [0, 'Obj:static cam', 1, 1, 1, 1],
    [1, 'Obj:moving cam', 1, 1, 1, 1],
    [5, 'Obj-Cam orientation', 1, 1, 1, 1],
  ]);
  expect(rows.sources).toEqual([
    ['CameraBench', 1, 119, 'yes', 1, null, null],
    ['SynFMC', 0, 45, 'yes', 0, null, null],
    ['internet', 0, 496, 'yes', 0, 891, 'yes'],
    ['k700', 1, 145, 'yes', 2, null, null],
    ['llava178k', 0, 138, 'yes', 0, null, null],
  ]);
  expect(rows.truths).toEqual([
    ['std', 1, 1, 1, 0, 0, 0],
    ['hflip', 0, 2, 1, 0, 0, 1],
    ['reverse', 1, 1, 1, 0, 0, 2],
    ['reverse_hflip', 2, 0, 1, 0, 0, 1],
  ]);
  expect(rows.totals).toEqual([
    ['questions', 3, 1769, 'yes'],
    ['rows', 12, 7076, 'yes'],
    ['clips', 2, 943, 'yes'],
    ['options that end in ;', 1, 3, 'yes'],
    ['sha256 of std.csv', expect.stringMatching(/^[0-9a-f]{16}$/), '31f72ebee86b6f90', 'yes'],
  ]);
  // The same from samples, for whoever wraps the data set.
  const wrapped = { ...data, ids: data.ids, sample: (index: number) => data.sample(index), bytes: data.bytes };
  expect(await dsi.statistics?.(wrapped)).toEqual(sheets);
});
