import { join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { type ArrayJob, shellLine, taskWords } from './array-job.ts';

export interface SlurmOptions {
  /** Where the scripts and logs are; absolute. */
  dir: string;
  /** Where the command runs. */
  cwd: string;
  /** Seconds before the time limit at which a task is told to finish what is under way. */
  warn: number;
  /** Further options of sbatch for the tasks: `--partition=gpu`. */
  sbatch: readonly string[];
}

/** The scripts of an array job and of the merge that depends on it, by file name. */
export function slurmScripts(job: ArrayJob, opts: SlurmOptions): { shards: string; merge: string } {
  const { dir, cwd, warn } = opts;
  const shards = [
    `--array=1-${job.shards}`,
    // A preempted task, or one whose node failed, is begun again and goes on where it was.
    '--requeue',
    '--open-mode=append',
    // To the program itself, which takes the place of the script: it finishes what is under way and ends.
    `--signal=B:TERM@${warn}`,
    `--output=${logOf(join(dir, 'shard-%a.log'))}`,
    ...opts.sbatch,
  ];
  return {
    shards: script(job.name, shards, cwd, [`exec ${shellLine(taskWords(job))}`]),
    merge: script(`${job.name}-merge`, [`--output=${logOf(join(dir, 'merge.log'))}`], cwd, [
      'status=0',
      ...job.merge.map((words) => `${shellLine(words)} || status=1`),
      'exit $status',
    ]),
  };
}

function script(name: string, options: readonly string[], cwd: string, lines: readonly string[]): string {
  for (const option of options)
    if (!/^--?[a-zA-Z][^\r\n]*$/.test(option))
      throw new SextantError('bad_argument', `${JSON.stringify(option)} is not an option of sbatch`, {
        where: '--sbatch',
        fix: 'write for example --sbatch=--partition=gpu',
      });
  return [
    '#!/bin/sh',
    ...[`--job-name=${name}`, ...options].map((option) => `#SBATCH ${option}`),
    `cd ${shellLine([cwd])} || exit 1`,
    ...lines,
    '',
  ].join('\n');
}

/** Slurm has a language of its own for the names of logs. */
function logOf(path: string): string {
  if (/^[\w@+=:,./-]+$/.test(path.replace('%a', ''))) return path;
  throw new SextantError('bad_argument', `Slurm cannot write logs to ${path}`, {
    where: '--out',
    fix: 'choose a folder whose path has only letters, digits, ".", "_" and "-"',
  });
}
