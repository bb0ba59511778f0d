import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEpisode } from './episode-write.ts';
import { finishSet } from './finish.ts';
import { EpisodeLedger } from './ledger.ts';
import { readEntries } from './set-record.ts';
import { aboutSet, moments, sceneFor } from './testing/recorded.ts';
import { newFolder, smallSet } from './testing/small-set.ts';

test('what was not finished does not count', async () => {
  const dir = await smallSet(0, 2);
  appendFileSync(join(dir, 'episodes.ndjson'), '{"episode":2,"seed":10');
  truncateSync(join(dir, 'video/episode1.mp4'), 100);
  const ledger = await EpisodeLedger.open(dir, aboutSet());
  expect([0, 1, 2].map((episode) => ledger.has(episode))).toEqual([true, false, false]);
  const recorded = { episode: 1, seed: 77, frames: moments(), scene: sceneFor(1) };
  ledger.add(await writeEpisode(dir, recorded, aboutSet()));
  ledger.close();
  expect((await readEntries(dir)).map(({ episode, seed }) => [episode, seed])).toEqual([
    [0, 1000],
    [1, 77],
  ]);
  expect(existsSync(join(dir, 'lock'))).toBe(false);
});

test('a folder is used for one set by one process', async () => {
  const dir = newFolder();
  const ledger = await EpisodeLedger.open(dir, aboutSet());
  await expect(EpisodeLedger.open(dir, aboutSet())).rejects.toMatchObject({ code: 'run_locked' });
  ledger.close();
  await expect(EpisodeLedger.open(dir, aboutSet({ world: 'tabletop@2' }))).rejects.toMatchObject({
    code: 'spec_differs',
  });
  (await EpisodeLedger.open(dir, aboutSet())).close();
});

test('seeds, scenes and the card follow from the episodes', async () => {
  const dir = await smallSet(3, 6);
  expect(readFileSync(join(dir, 'seed.txt'), 'utf8')).toBe('1003 1004 1005 ');
  const text = readFileSync(join(dir, 'scene_info.json'), 'utf8');
  expect(text).toContain('\n        "info": {\n            "{Q}": "What is 3 + 1?",');
  expect(Object.keys(JSON.parse(text))).toEqual(['episode_3', 'episode_4', 'episode_5']);
  expect(readFileSync(join(dir, 'instructions/episode3.json'), 'utf8')).toMatch(
    /^{\n {2}"seen": \[\n {4}"What is 3 \+ 1\?/,
  );
  const card = readFileSync(join(dir, 'README.md'), 'utf8');
  expect(card).toContain('| 3 | 3 | 9 | 3 … 5 |');
  expect(card).toContain('| A | 1 | 33.3 % | 25.0 % |');
  expect(card).toContain('| right, far | 1 | 33.3 % | 50.0 % |');
  for (const [, picture = ''] of card.matchAll(/\((pictures\/[^)]+)\)/g))
    expect(existsSync(join(dir, picture))).toBe(true);
});

test('a set with a gap is not finished', async () => {
  const dir = await smallSet(0, 3);
  const lines = readFileSync(join(dir, 'episodes.ndjson'), 'utf8').split('\n');
  writeFileSync(join(dir, 'episodes.ndjson'), [lines[0], lines[2], ''].join('\n'));
  await expect(finishSet(dir)).rejects.toThrow('episode 1 is missing');
});
