import { existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRobotwin } from './check.ts';
import { exportRobotwin } from './export.ts';
import { openRobotwin } from './open.ts';
import { newFolder, smallSet } from './testing/small-set.ts';

test('a part of a set becomes a set of its own, numbered from 0', async () => {
  const source = await smallSet(2, 6);
  const target = join(newFolder(), 'part');
  expect(await exportRobotwin(source, target, { range: { from: 1, to: 3 } })).toBe(2);
  expect((await checkRobotwin(target)).findings).toEqual([]);
  expect(readFileSync(join(target, 'seed.txt'), 'utf8')).toBe('1003 1004 ');
  const set = await openRobotwin(target);
  expect(set).toMatchObject({ name: 'rsb_math/part', count: 2 });
  expect((await set.episode(0)).task).toContain('What is 3 + 1?');
  expect(statSync(join(target, 'data/episode1.hdf5')).ino).toBe(statSync(join(source, 'data/episode4.hdf5')).ino);
});

test('a set of somebody else stays one of theirs', async () => {
  const source = await smallSet(1, 3);
  for (const file of ['sextant-demos.json', 'episodes.ndjson', 'README.md']) rmSync(join(source, file));
  rmSync(join(source, '_traj_data'), { recursive: true });
  const target = join(newFolder(), 'theirs');
  await exportRobotwin(source, target, { range: { from: 1, to: 2 } });
  expect(existsSync(join(target, 'sextant-demos.json'))).toBe(false);
  expect(Object.keys(JSON.parse(readFileSync(join(target, 'scene_info.json'), 'utf8')))).toEqual(['episode_0']);
  expect((await checkRobotwin(target)).findings).toMatchObject([{ severity: 'warning' }]);
});

test('what is damaged or not there is refused, and nothing is left', async () => {
  const source = await smallSet(0, 2);
  const target = join(newFolder(), 'never');
  await expect(exportRobotwin(source, target, { range: { from: 0, to: 3 } })).rejects.toThrow('it has 2 episodes');
  truncateSync(join(source, 'video/episode1.mp4'), 300);
  await expect(exportRobotwin(source, target, { range: { from: 1, to: 2 } })).rejects.toMatchObject({
    code: 'bad_data',
    where: join(source, 'video/episode1.mp4'),
  });
  expect(existsSync(target)).toBe(false);
});
