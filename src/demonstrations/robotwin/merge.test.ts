import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkRobotwin } from './check.ts';
import { mergeShards } from './merge.ts';
import { readEntries } from './set-record.ts';
import { aboutSet } from './testing/recorded.ts';
import { smallSet } from './testing/small-set.ts';

let shards: string[] = [];
let target = '';

beforeAll(async () => {
  shards = [await smallSet(0, 2), await smallSet(2, 3), await smallSet(3, 5)];
  target = join(dirname(shards[0] ?? ''), 'merged');
});

test('shards become one set', async () => {
  expect(await mergeShards(target, shards)).toEqual({ episodes: 5 });
  expect((await checkRobotwin(target)).findings).toEqual([]);
  expect(readFileSync(join(target, 'seed.txt'), 'utf8')).toBe('1000 1001 1002 1003 1004 ');
  expect(JSON.parse(readFileSync(join(target, 'sextant-demos.json'), 'utf8'))).toEqual(aboutSet({ setting: 'merged' }));
  expect(statSync(join(target, 'data/episode4.hdf5')).ino).toBe(
    statSync(join(shards[2] ?? '', 'data/episode4.hdf5')).ino,
  );
});

test('what is there is overwritten only when asked, and only if it is such a set', async () => {
  await expect(mergeShards(target, shards)).rejects.toThrow('the folder is there already');
  await mergeShards(target, shards.slice(1), { overwrite: true });
  // Renumbered from 0.
  expect((await readEntries(target)).map(({ episode, seed }) => [episode, seed])).toEqual([
    [0, 1002],
    [1, 1003],
    [2, 1004],
  ]);
  const [first = ''] = shards;
  await expect(mergeShards(dirname(target), shards, { overwrite: true })).rejects.toThrow(
    'or one of both holds the other',
  );
  await expect(mergeShards(join(first, 'x'), shards)).rejects.toThrow('or one of both holds the other');
  writeFileSync(join(target, '../notes.txt'), 'mine');
  const foreign = join(target, 'data');
  await expect(mergeShards(foreign, shards, { overwrite: true })).rejects.toThrow('so it is not overwritten');
  expect(readdirSync(dirname(target)).filter((name) => /\.(tmp|old)$/.test(name))).toEqual([]);
});

test('shards that do not belong together are refused, by name', async () => {
  const [a = '', b = '', c = ''] = shards;
  const elsewhere = join(dirname(target), 'never');
  const refused = (...order: string[]) => expect(mergeShards(elsewhere, order)).rejects;
  await refused(a, c).toThrow(`it begins with episode 3, but ${a} ends with 1: some are missing in between`);
  await refused(b, a, c).toMatchObject({ where: a, message: expect.stringContaining('goes on to 2') });
  await refused(a, a).toMatchObject({
    where: `${a} episode 0`,
    message: `it asks question row 0, as ${a} episode 0 does`,
  });
  const other = await smallSet(2, 3, aboutSet({ world: 'tabletop@2' }));
  await refused(a, other).toMatchObject({ message: `its world differs from that of ${a}` });
  expect(existsSync(elsewhere)).toBe(false);
});

test('a shard that lacks something is refused, by file', async () => {
  const refused = (shard: string) => expect(mergeShards(`${shard}-merged`, [shard])).rejects;
  const cut = await smallSet(0, 1);
  truncateSync(join(cut, 'data/episode0.hdf5'), 50);
  await refused(cut).toMatchObject({ where: join(cut, 'data/episode0.hdf5') });
  const extra = await smallSet(0, 1);
  writeFileSync(join(extra, 'video/episode7.mp4'), '');
  await refused(extra).toMatchObject({ where: join(extra, 'video/episode7.mp4') });
  const seeds = await smallSet(0, 1);
  writeFileSync(join(seeds, 'seed.txt'), '4 ');
  await refused(seeds).toMatchObject({ where: join(seeds, 'seed.txt') });
  const scenes = await smallSet(0, 1);
  rmSync(join(scenes, 'scene_info.json'));
  await refused(scenes).toMatchObject({ where: join(scenes, 'scene_info.json') });
});
