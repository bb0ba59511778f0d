import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkRobotwin } from './check.ts';
import { openRobotwin } from './open.ts';
import { type ReuseOptions, reuse } from './reuse.ts';
import { readEntries } from './set-record.ts';
import { wordingFor } from './testing/recorded.ts';
import { smallSet } from './testing/small-set.ts';

let source = '';
beforeAll(async () => {
  source = await smallSet(0, 3);
});

function options(extra: Partial<ReuseOptions> = {}): ReuseOptions {
  return {
    source,
    target: `${source}-reused`,
    copies: 3,
    overwrite: true,
    question: (row) => ({
      id: `q${row}`,
      text: `Which city is number ${row}?`,
      answer: `city ${row}`,
      distractors: [1, 2, 3].map((k) => `other ${row}.${k}`),
      category: 'cities',
    }),
    word: wordingFor,
    ...extra,
  };
}

test('recordings are used again for questions that the same block answers', async () => {
  const { target } = options();
  expect(await reuse(options())).toEqual({ episodes: 9 });
  expect((await checkRobotwin(target)).findings).toEqual([]);
  const recorded = await readEntries(source);
  const entries = await readEntries(target);
  for (const { episode, seed, files, scene } of entries) {
    const from = recorded[episode % 3];
    const { row, answer, blocks, options: texts, reused_from } = scene.semantics;
    expect([row, seed, reused_from]).toEqual([episode, from?.seed, episode % 3]);
    expect([answer, blocks]).toEqual([from?.scene.semantics.answer, from?.scene.semantics.blocks]);
    expect(files.hdf5).toEqual(from?.files.hdf5);
    if (episode >= 3) expect(texts[answer]).toBe(`city ${row}`);
  }
  const ino = (dir: string, path: string) => statSync(join(dir, path)).ino;
  expect(ino(target, 'data/episode7.hdf5')).toBe(ino(source, 'data/episode1.hdf5'));
  const episode = await (await openRobotwin(target)).episode(7);
  expect(episode.task).toContain('Which city is number 7?');
  expect(episode.scene.info['{Q}']).toBe('Which city is number 7?');
  expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('| 9 | 3 | 27 | 0 … 8 |');
  // Recorded questions stay as they were.
  expect((await (await openRobotwin(target)).episode(1)).task).toContain('What is 1 + 1?');
});

test('questions that would break the rule are refused', async () => {
  const { question } = options();
  await expect(reuse(options({ copies: 0 }))).rejects.toThrow('0 copies');
  await expect(reuse(options({ question: (row) => ({ ...question(row, 4), id: `p${row}` }) }))).rejects.toThrow(
    'it asks question q0, but row 0 is p0',
  );
  const same = (row: number) => ({ ...question(row, 4), id: `q${row % 5}` });
  await expect(reuse(options({ question: same }))).rejects.toThrow('it asks question q0, as ');
  const twice = (row: number) => ({ ...question(row, 4), distractors: ['a', 'b', `city ${row}`] });
  await expect(reuse(options({ question: twice }))).rejects.toThrow('two options say "city 3"');
  const few = (row: number) => ({ ...question(row, 4), distractors: ['a', 'b'] });
  await expect(reuse(options({ question: few }))).rejects.toThrow('question q3 has 2 wrong options, not 3');
  const shard = await smallSet(1, 2);
  await expect(reuse(options({ source: shard }))).rejects.toThrow('this is a shard');
});
