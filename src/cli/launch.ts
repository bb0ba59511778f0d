import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { type ArrayJob, jobName, kubernetesJobs, shellLine, slurmScripts } from '../engine/index.ts';
import { makeFolder } from '../files/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { runFolders, runVerb } from './run.ts';
import { gather, takesModules } from './use.ts';
import { verb, whole } from './verb.ts';

export function launchVerb(): Command {
  return new Command('launch')
    .description(abouts.launch.about)
    .addHelpText(
      'after',
      '\nExample:\n  sextant launch slurm --shards 8 --submit -- run mmsi --model vllm/my-model --out runs/mine',
    )
    .addCommand(slurmVerb())
    .addCommand(kubernetesVerb());
}

interface Flags {
  shards: number;
  warn: number;
  submit?: true;
  json?: true;
}

const common = (command: Command) =>
  command
    .argument('<command...>', 'what to run, after --: run <benchmark> … --out DIR')
    .requiredOption('--shards <n>', 'how many parts; fixed for this --out', whole(1))
    .option('--submit', 'submit it, too');

function slurmVerb(): Command {
  return common(
    verb('slurm', 'Writes an array job for Slurm, and a job that merges when all tasks have ended.', [
      'sextant launch slurm --shards 8 --sbatch=--time=4:00:00 --sbatch=--gres=gpu:1 -- run mmsi --model vllm/my-model --out runs/mine',
      'sextant launch slurm --shards 100 --submit -- run rsb-math-4 --policy ./my-policy.ts --workers 4 --out runs/mine',
    ]),
  )
    .option(
      '--sbatch <option>',
      'a further option of sbatch, as in --sbatch=--partition=gpu; again for more',
      gather,
      [],
    )
    .option('--warn <seconds>', 'before the time limit, tasks finish what is under way', whole(1), 120)
    .action((words: string[], flags: Flags & { sbatch: string[] }) => {
      const { out, job } = arrayJob(words, flags.shards, ownProgram());
      const dir = resolve(out, 'slurm');
      const scripts = slurmScripts(job, { ...flags, dir, cwd: process.cwd() });
      const files = write(dir, { 'shards.sbatch': scripts.shards, 'merge.sbatch': scripts.merge });
      const [shards = '', merge = ''] = files;
      const id = flags.submit ? submitted(['sbatch', '--parsable', shards]) : undefined;
      const after = (job: string) => ['sbatch', '--parsable', `--dependency=afterany:${job}`, merge];
      const mergeId = id === undefined ? undefined : submitted(after(id));
      if (flags.json) printJson({ event: 'launched', files, ...(id && mergeId && { job: id, merge: mergeId }) });
      say(`written: ${files.join(', ')}; logs go to ${dir}`);
      if (id === undefined) say(`submit it:\n  job=$(sbatch --parsable ${shellLine([shards])})\n  ${afterText(merge)}`);
      else say(`submitted: job ${id}, and job ${mergeId}, which merges when all tasks have ended`);
      say(
        `When shards are missing, ${join(dir, 'merge.log')} names them as an array, for example 3,7:\n  job=$(sbatch --parsable --array=3,7 ${shellLine([shards])})\n  ${afterText(merge)}`,
      );
    });
}

const afterText = (merge: string) => `sbatch --dependency=afterany:$job ${shellLine([merge])}`;

interface KubernetesFlags extends Flags {
  image: string;
  claim: string;
  mount: string;
  secret?: string;
  program: string;
}

function kubernetesVerb(): Command {
  return common(
    verb('k8s', 'Writes an Indexed Job for Kubernetes, and a Job that merges.', [
      'sextant launch k8s --shards 8 --image registry.lab/sextant:1 --claim runs -- run mmsi --model vllm/my-model --endpoint http://vllm:8000/v1 --out mine',
    ]),
  )
    .requiredOption('--image <name>', 'the image that has Sextant')
    .requiredOption('--claim <name>', 'a PersistentVolumeClaim that all pods can write to')
    .option('--mount <path>', 'where it is mounted, and where paths begin', '/runs')
    .option('--secret <name>', 'a Secret with the keys of models, as variables')
    .option('--program <path>', 'Sextant in the image', 'sextant')
    .option('--warn <seconds>', 'a pod that must go has so long to finish what is under way', whole(1), 120)
    .action((words: string[], flags: KubernetesFlags) => {
      const { job } = arrayJob(words, flags.shards, [flags.program]);
      const jobs = kubernetesJobs(job, flags);
      const dir = resolve('k8s', job.name);
      const text = (manifest: unknown) => `${JSON.stringify(manifest, null, 2)}\n`;
      const files = write(dir, { 'shards.json': text(jobs.shards), 'merge.json': text(jobs.merge) });
      const [shards = '', merge = ''] = files;
      if (flags.submit) submitted(['kubectl', 'create', '-f', shards]);
      if (flags.json) printJson({ event: 'launched', files, job: job.name });
      say(`written: ${files.join(', ')}`);
      if (!flags.submit) say(`submit it:\n  kubectl create -f ${shellLine([shards])}`);
      const wait = `kubectl wait --for=condition=Complete --timeout=-1s job/${job.name}`;
      say(`merge when all pods have succeeded:\n  ${wait} && kubectl create -f ${shellLine([merge])}`);
      say(`Failed shards keep what they have: delete the job and create it again, and they continue from there.`);
    });
}

/** Verbs whose work can be divided, and where they put it. */
function arrayJob(
  words: readonly string[],
  shards: number,
  program: readonly string[],
): { out: string; job: ArrayJob } {
  const [name, ...rest] = words;
  if (name !== 'run')
    throw new SextantError('bad_argument', `${name} cannot be divided`, { fix: 'write the command after --: run …' });
  const command = takesModules(runVerb().exitOverride());
  const { operands, unknown } = command.parseOptions(rest);
  const flags = command.opts<{ out?: string; shard?: string; controls?: true }>();
  if (flags.shard !== undefined || flags.out === undefined)
    throw new SextantError(
      'bad_argument',
      flags.out === undefined
        ? 'the command needs --out: a folder that all tasks can write to'
        : '--shard is set by the job',
    );
  if (operands.length === 0) throw new SextantError('bad_argument', 'the command names no benchmark');
  // A typing error should not wait for the queue.
  const [strange] = unknown;
  if (strange !== undefined) throw new SextantError('bad_argument', `run has no option ${strange}`);
  const { out } = flags;
  const merge = runFolders(operands, flags).map(({ folder = out }) => {
    return [...program, 'merge', folder, '--out', join(folder, 'whole')];
  });
  return { out, job: { name: jobName(out), shards, command: [...program, ...words], merge } };
}

/** How this very program is called. */
function ownProgram(): string[] {
  if (import.meta.url.endsWith('.ts')) return [resolve(import.meta.dirname, '../../bin/sextant')];
  return [process.execPath, resolve(import.meta.dirname, 'bin.js')];
}

function write(dir: string, files: Record<string, string>): string[] {
  makeFolder(dir);
  return Object.entries(files).map(([name, text]) => {
    const path = join(dir, name);
    // Options may hold what others should not read.
    writeFileSync(path, text, { mode: 0o700 });
    return relative('', path);
  });
}

/** What the scheduler prints. */
function submitted([program = '', ...args]: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new SextantError('bad_argument', `${program} refuses it: ${(error?.message ?? stderr).trim()}`, {
    where: '--submit',
    fix: `submit the files where ${program} works`,
  });
}
