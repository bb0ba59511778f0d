import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shardChoice, shardFolder } from './shard-choice.ts';

test('a shard is named, or numbered by the scheduler', () => {
  expect(shardChoice('3/8', {})).toEqual({ index: 3, count: 8 });
  expect(shardChoice('auto/8', { SLURM_ARRAY_TASK_ID: '3' })).toEqual({ index: 3, count: 8 });
  expect(shardChoice('auto/8', { JOB_COMPLETION_INDEX: '0' })).toEqual({ index: 1, count: 8 });
  const whole = { SLURM_ARRAY_TASK_COUNT: '8', SLURM_ARRAY_TASK_MIN: '1', SLURM_ARRAY_TASK_MAX: '8' };
  expect(shardChoice('auto', { SLURM_ARRAY_TASK_ID: '8', ...whole })).toEqual({ index: 8, count: 8 });
});

test.each(['0/8', '9/8', '1/0', '3', '-1/8', '1.5/8', 'auto/', '/8', '1/8/2', '', '1e1/20', '3/ 8'])(
  '%j is refused',
  (text) => {
    expect(() => shardChoice(text, { SLURM_ARRAY_TASK_ID: '3' })).toThrow(/shard/);
  },
);

test('auto outside of an array job, or numbered from 0, is refused', () => {
  expect(() => shardChoice('auto/8', {})).toThrow('not a task of an array job');
  expect(() => shardChoice('auto/8', { SLURM_ARRAY_TASK_ID: '0' })).toThrow('there is no shard 0 of 8');
  expect(() => shardChoice('auto/8', { JOB_COMPLETION_INDEX: '8' })).toThrow('there is no shard 9 of 8');
});

test('auto alone is refused where the array is not whole', () => {
  const array = (count: string, least: string, most: string) => ({
    SLURM_ARRAY_TASK_ID: least,
    SLURM_ARRAY_TASK_COUNT: count,
    SLURM_ARRAY_TASK_MIN: least,
    SLURM_ARRAY_TASK_MAX: most,
  });
  expect(() => shardChoice('auto', array('2', '3', '7'))).toThrow('without gaps');
  expect(() => shardChoice('auto', array('2', '3', '4'))).toThrow('without gaps');
  expect(() => shardChoice('auto', array('8', '0', '7'))).toThrow('without gaps');
  expect(() => shardChoice('auto', { JOB_COMPLETION_INDEX: '2' })).toThrow('without gaps');
});

test('a folder keeps its division', () => {
  const out = mkdtempSync(join(tmpdir(), 'sextant-shards-'));
  mkdirSync(shardFolder(out, { index: 3, count: 8 }));
  expect(shardFolder(out, { index: 4, count: 8 })).toBe(join(out, 'shard-4-of-8'));
  expect(() => shardFolder(out, { index: 1, count: 2 })).toThrow('holds shards of 8, asked now: a shard of 2');
  expect(() => shardFolder(out, undefined)).toThrow('asked now: the whole run');
});
