import { spawnSync } from 'node:child_process';
import type { Env } from '../../host/index.ts';
import type { ClusterJob, LockOptions } from '../../store/index.ts';

/** How a process of a Slurm job deals with the locks of others; nothing outside of one. */
export function slurmLock(env: Env): LockOptions {
  const job = slurmJob(env);
  return job ? { job, isGone: (other) => hasEnded(other, job, env) } : {};
}

function slurmJob({
  SLURM_JOB_ID: id,
  SLURM_CLUSTER_NAME: cluster = '',
  SLURM_RESTART_COUNT: start,
}: Env): ClusterJob | undefined {
  return id !== undefined && /^\d+$/.test(id)
    ? { scheduler: `slurm:${cluster}`, id, start: Number(start ?? 0) }
    : undefined;
}

function hasEnded(other: ClusterJob, own: ClusterJob, env: Env): boolean {
  // Another cluster counts its jobs by the same numbers.
  if (other.scheduler !== own.scheduler || !/^\d+$/.test(other.id)) return false;
  // Slurm begins a job again only after its former processes have ended.
  if (other.id === own.id) return other.start < own.start;
  const options = { encoding: 'utf8', timeout: 30_000, env: { ...env } } as const;
  const { status, stdout, stderr } = spawnSync('squeue', ['--noheader', '--format=%T', `--jobs=${other.id}`], options);
  // Slurm forgets jobs some minutes after their end. Whatever else goes wrong tells nothing.
  return status === 0 ? stdout.trim() === '' : /Invalid job id/i.test(stderr ?? '');
}
