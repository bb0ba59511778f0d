import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRunFile, writeRunFile } from '../store/index.ts';
import { RunCatalog } from './run-catalog.ts';
import { shardedRuns } from './shared-runs.ts';
import { newFolder, tinyRun } from './testing/runs.ts';
import type { RunHead } from './wire.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

/** A real shard, as it would look with so many units answered in so many seconds, and heard of so long ago. */
async function madeShard() {
  const root = newFolder();
  const folder = await tinyRun({ folder: join(root, 'mine', 'shard-1-of-9'), count: 10 });
  writeRunFile(folder, { ...readRunFile(folder), shard: { index: 1, count: 9, units: 90 } });
  // Found below the folder of all runs, too.
  const catalog = new RunCatalog([root], async () => undefined);
  const [head] = await catalog.shards();
  await catalog.close();
  if (!head?.summary) throw new Error('the shard is not found');
  const { summary, run } = head;
  return (index: number, answered: number, seconds: number, silent: number, state: RunHead['state'] = 'running') => ({
    ...head,
    id: String(index),
    run: { ...run, shard: { index, count: 9, units: 90 } },
    summary: { ...summary, missing: 10 - answered, seconds },
    state,
    changed: new Date(NOW - silent * 1000).toISOString(),
  });
}

test('who is slow follows from the others, and who is silent from its own pace', async () => {
  const shard = await madeShard();
  const heads = [
    shard(1, 6, 60, 5),
    shard(2, 6, 50, 5),
    shard(3, 6, 130, 5),
    shard(4, 0, 0, 5),
    shard(5, 6, 60, 201),
    // Six seconds an answer: two minutes are the time of twenty.
    shard(6, 6, 36, 119),
    shard(7, 6, 36, 121),
    shard(8, 10, 60, 9000, 'done'),
  ];
  const [run, ...others] = shardedRuns(heads.toReversed(), NOW);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ kind: 'shards', name: 'mine', state: 'going', units: 90, answered: 46, waiting: 1 });
  expect(run?.members.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'shard 1 working',
    'shard 2 working',
    'shard 3 slow',
    'shard 4 working',
    'shard 5 silent',
    'shard 6 working',
    'shard 7 silent',
    'shard 8 done',
  ]);
});

test('a run of which a shard has not begun is not done', async () => {
  const shard = await madeShard();
  const done = Array.from({ length: 9 }, (_, at) => shard(at + 1, 10, 60, 9000, 'done'));
  expect(shardedRuns(done, NOW)).toMatchObject([{ state: 'done', waiting: 0, answered: 90 }]);
  expect(shardedRuns(done.slice(1), NOW)).toMatchObject([{ state: 'stopped', waiting: 1 }]);
});
