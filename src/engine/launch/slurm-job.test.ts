import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slurmLock } from './slurm-job.ts';

const other = { scheduler: 'slurm:lab', id: '17', start: 0 };

/** Inside job 20 of the cluster lab, where `squeue` does what it is told. */
function inside(squeue: string, more: Record<string, string> = {}) {
  const bin = mkdtempSync(join(tmpdir(), 'sextant-squeue-'));
  writeFileSync(join(bin, 'squeue'), `#!/bin/sh\n${squeue}\n`);
  chmodSync(join(bin, 'squeue'), 0o755);
  return slurmLock({ PATH: `${bin}:/bin:/usr/bin`, SLURM_JOB_ID: '20', SLURM_CLUSTER_NAME: 'lab', ...more });
}

test('outside of Slurm nobody knows', () => {
  expect(slurmLock({})).toEqual({});
  expect(slurmLock({ SLURM_JOB_ID: '1; rm' })).toEqual({});
});

test('a job that Slurm no longer lists, or no longer knows, has ended', () => {
  expect(inside('exit 0').isGone?.(other)).toBe(true);
  expect(inside('echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1').isGone?.(other)).toBe(true);
});

test('a job that may be at work, or of which nothing is known, has not', () => {
  for (const state of ['RUNNING', 'PENDING', 'COMPLETING', 'SUSPENDED'])
    expect(inside(`echo ${state}`).isGone?.(other)).toBe(false);
  expect(inside('echo "Unable to contact slurm controller" >&2; exit 1').isGone?.(other)).toBe(false);
  expect(slurmLock({ PATH: '/nowhere', SLURM_JOB_ID: '20', SLURM_CLUSTER_NAME: 'lab' }).isGone?.(other)).toBe(false);
  expect(inside('exit 0').isGone?.({ ...other, scheduler: 'slurm:other' })).toBe(false);
  expect(inside('exit 0').isGone?.({ ...other, id: '17 --all' })).toBe(false);
});

test('the same job, begun again, has ended before; the same beginning has not', () => {
  const again = inside('echo RUNNING', { SLURM_RESTART_COUNT: '2' });
  expect(again.isGone?.({ ...other, id: '20', start: 1 })).toBe(true);
  expect(again.isGone?.({ ...other, id: '20', start: 2 })).toBe(false);
});
