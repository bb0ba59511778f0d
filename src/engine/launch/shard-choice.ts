import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SextantError, type ShardChoice } from '../../contracts/index.ts';
import type { Env } from '../../host/index.ts';
import { isRunFolder } from '../../store/index.ts';

/**
 * What `--shard` says: `3/8`, or `auto/8` where a batch scheduler numbers the tasks. `auto` alone takes the number of shards from
 * Slurm, which is only right while all of them are submitted.
 * @example shardChoice('auto/8', { SLURM_ARRAY_TASK_ID: '3' }) // { index: 3, count: 8 }
 */
export function shardChoice(text: string, env: Env): ShardChoice {
  const [, first = '', last] = /^(\d{1,9}|auto)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  if (first === '' || (first !== 'auto' && last === undefined))
    throw wrong(`${text} is no shard`, 'write 3/8 for the third of eight, or auto/8 in an array job');
  const count = last === undefined ? wholeArray(env) : Number(last);
  const index = first === 'auto' ? taskNumber(env) : Number(first);
  if (index >= 1 && index <= count) return { index, count };
  throw wrong(
    `there is no shard ${index} of ${count}`,
    first === 'auto' ? `number the tasks from 1: --array=1-${count}` : `shards are numbered from 1 to ${count}`,
  );
}

/** From 1. Kubernetes counts from 0. */
function taskNumber({ SLURM_ARRAY_TASK_ID: slurm, JOB_COMPLETION_INDEX: kubernetes }: Env): number {
  const [text, plus] = slurm ? [slurm, 0] : [kubernetes, 1];
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text) + plus;
  throw wrong(
    'auto: this is not a task of an array job; neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set',
    'name the shard, for example 3/8',
  );
}

function wholeArray({ SLURM_ARRAY_TASK_COUNT, SLURM_ARRAY_TASK_MIN, SLURM_ARRAY_TASK_MAX }: Env): number {
  const [count, least, most] = [SLURM_ARRAY_TASK_COUNT, SLURM_ARRAY_TASK_MIN, SLURM_ARRAY_TASK_MAX].map(Number);
  // An array with gaps is one that was submitted again: its own size is not the number of shards.
  if (count !== undefined && Number.isSafeInteger(count) && least === 1 && most === count) return count;
  throw wrong('auto alone needs a whole Slurm array, 1-n without gaps', 'say how many shards there are: auto/8');
}

function wrong(message: string, fix: string): SextantError {
  return new SextantError('bad_argument', message, { where: '--shard', fix });
}

const NAME = /^shard-(\d{1,9})-of-(\d{1,9})$/;

/** The folder of a shard below that of all of them, or that one itself. Throws where it holds a run that is divided in another way. */
export function shardFolder(out: string, shard: ShardChoice | undefined): string {
  const other = shardsIn(out).find(({ count }) => count !== shard?.count);
  const held = other ? `shards of ${other.count}` : shard && isRunFolder(out) ? 'a run that is not divided' : undefined;
  if (held === undefined) return shard ? join(out, `shard-${shard.index}-of-${shard.count}`) : out;
  const asked = shard ? `a shard of ${shard.count}` : 'the whole run';
  throw new SextantError('spec_differs', `this folder holds ${held}, asked now: ${asked}`, {
    where: out,
    fix: 'choose another --out, or ask for what the folder holds',
  });
}

/** The shards below a folder, in their order. */
export function shardsIn(out: string): (ShardChoice & { folder: string })[] {
  const names = existsSync(out) ? readdirSync(out) : [];
  return names
    .flatMap((name) => {
      const [, index, count] = NAME.exec(name) ?? [];
      return index === undefined ? [] : [{ index: Number(index), count: Number(count), folder: join(out, name) }];
    })
    .sort((a, b) => a.index - b.index);
}
