import { SextantError } from '../../contracts/index.ts';

/** A command that is to run as an array of tasks, one per shard, and what puts the parts together. */
export interface ArrayJob {
  /** What the job is called. */
  name: string;
  shards: number;
  /** The program and its words, without `--shard`. */
  command: readonly string[];
  /** Commands that merge, to be run when all tasks have ended. */
  merge: readonly (readonly string[])[];
}

/** The words of every task: each finds out by itself which one it is. */
export function taskWords({ command, shards }: ArrayJob): string[] {
  return [...command, '--shard', `auto/${shards}`];
}

/** A name that Slurm and Kubernetes both take, with room for `-merge` or a number: Kubernetes allows 63 letters for all of it. @example jobName('runs/My model') // 'sextant-runs-my-model' */
export function jobName(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(-45)
    .replace(/^-+/, '');
  return `sextant-${plain || 'job'}`;
}

/** A word of a shell's command line that means itself. */
function shellWord(word: string): string {
  if (word.includes('\0') || /[\r\n]/.test(word))
    throw new SextantError('bad_argument', `${JSON.stringify(word)}: a job's command takes no line breaks`);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export const shellLine = (words: readonly string[]) => words.map(shellWord).join(' ');
