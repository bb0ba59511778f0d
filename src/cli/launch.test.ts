import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { built, newFolder, sextant } from './testing/sextant.ts';

const command = ['run', 'tiny:count=12', '--model', 'baseline/random', '--out', 'runs/mine'];

/** A folder with programs that pass for a scheduler: each notes how it was called, and does what it says. */
function scheduler(programs: Record<string, string>): { cwd: string; env: Record<string, string> } {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'bin'));
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\necho "${name} $*" >> "${cwd}/called"\n${code}\n`);
    chmodSync(join(cwd, 'bin', name), 0o755);
  }
  return { cwd, env: { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` } };
}

test('an array job is written that anybody can submit, and a merge that depends on it', async () => {
  const cwd = newFolder();
  const { code, stderr } = await sextant(
    { cwd, fromSources: true },
    'launch',
    'slurm',
    '--shards',
    '8',
    '--sbatch=--partition=gpu',
    '--',
    ...command,
  );
  expect(code).toBe(0);
  const shards = readFileSync(join(cwd, 'runs/mine/slurm/shards.sbatch'), 'utf8');
  for (const option of [
    '--array=1-8',
    '--requeue',
    '--signal=B:TERM@120',
    '--partition=gpu',
    `--output=${cwd}/runs/mine/slurm/shard-%a.log`,
  ])
    expect(shards).toContain(`\n#SBATCH ${option}\n`);
  expect(shards).toMatch(/\nexec \S+sextant run tiny:count=12 .* --shard auto\/8\n$/);
  expect(stderr).toContain('sbatch --parsable --array=3,7 runs/mine/slurm/shards.sbatch');
});

test('--submit hands both to Slurm, the merge after the array; what the tasks do can be merged', async () => {
  const place = scheduler({ sbatch: 'case "$*" in *dependency*) echo 12;; *) echo 11;; esac' });
  const { json } = await sextant(place, 'launch', 'slurm', '--shards', '3', '--submit', '--json', '--', ...command);
  expect(json[0]).toMatchObject({ event: 'launched', job: '11', merge: '12' });
  const called = readFileSync(join(place.cwd, 'called'), 'utf8');
  expect(called).toBe(
    'sbatch --parsable runs/mine/slurm/shards.sbatch\nsbatch --parsable --dependency=afterany:11 runs/mine/slurm/merge.sbatch\n',
  );
  const merge = () => sextant(place, 'merge', 'runs/mine', '--out', 'whole', '--json');
  for (const task of [1, 3])
    await sextant({ ...place, env: { SLURM_ARRAY_TASK_ID: String(task) } }, ...command, '--shard', 'auto/3');
  expect((await merge()).json[0]).toMatchObject({ code: 'parts_missing', fix: expect.stringContaining('--array=2 ') });
  await sextant({ ...place, env: { JOB_COMPLETION_INDEX: '1' } }, ...command, '--shard', 'auto/3');
  const plain = await sextant(place, ...command.slice(0, -1), 'plain', '--json');
  expect((await merge()).json[0].summary.digest).toBe(plain.json.at(-1).summary.digest);
});

test('a scheduler that refuses is told in its own words', async () => {
  const place = scheduler({ sbatch: 'echo "Invalid account" >&2; exit 1' });
  const { code, stderr } = await sextant(place, 'launch', 'slurm', '--shards', '3', '--submit', '--', ...command);
  expect(code).toBe(2);
  expect(stderr).toContain('sbatch refuses it: Invalid account');
});

test('an Indexed Job whose pods share a volume, and whose keys come from a secret', async () => {
  const cwd = newFolder();
  await sextant(
    { cwd },
    'launch',
    'k8s',
    '--shards',
    '4',
    '--image',
    'lab/sextant',
    '--claim',
    'runs',
    '--secret',
    'keys',
    '--',
    ...command,
  );
  const job = JSON.parse(readFileSync(join(cwd, 'k8s/sextant-runs-mine/shards.json'), 'utf8'));
  expect(job).toMatchObject({
    kind: 'Job',
    spec: {
      completionMode: 'Indexed',
      completions: 4,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
      template: { spec: { containers: [{ command: ['sextant', ...command, '--shard', 'auto/4', '--take-over'] }] } },
    },
  });
});

test('what the pods of an Indexed Job run, one of them again after it was killed, is the run of one machine', async () => {
  const place = scheduler({ sextant: `exec ${built.map((word) => `'${word}'`).join(' ')} "$@"` });
  const launch = ['launch', 'k8s', '--shards', '2', '--image', 'lab/sextant', '--claim', 'runs'];
  await sextant(place, ...launch, '--', ...command);
  const run = (manifest: string, env: Record<string, string> = {}) => {
    const job = JSON.parse(readFileSync(join(place.cwd, 'k8s/sextant-runs-mine', manifest), 'utf8'));
    const [program, ...args] = job.spec.template.spec.containers[0].command;
    return spawnSync(program, args, { cwd: place.cwd, env: { ...place.env, ...env }, encoding: 'utf8' });
  };
  const shard = join(place.cwd, 'runs/mine/shard-1-of-2');
  mkdirSync(shard, { recursive: true });
  writeFileSync(join(shard, 'lock'), '{"pid":7,"host":"the-pod-before","started":"2026-01-01T00:00:00.000Z"}\n');
  for (const index of ['0', '1']) {
    const { status, stderr } = run('shards.json', { JOB_COMPLETION_INDEX: index });
    expect(status, stderr).toBe(0);
  }
  const { status, stderr } = run('merge.json');
  expect(status, stderr).toBe(0);
  const plain = await sextant(place, ...command.slice(0, -1), 'plain', '--json');
  expect(stderr).toContain(`digest: ${plain.json.at(-1).summary.digest}`);
});

test('--submit hands the Indexed Job to Kubernetes; names have the length that it allows', async () => {
  const place = scheduler({ kubectl: 'echo created' });
  const out = `runs/${'long-'.repeat(20)}name`;
  const launch = [
    'launch',
    'k8s',
    '--shards',
    '99999',
    '--image',
    'lab/sextant',
    '--claim',
    'runs',
    '--submit',
    '--json',
  ];
  const { code, json, stderr } = await sextant(place, ...launch, '--', ...command.slice(0, -1), out);
  expect(code, stderr).toBe(0);
  const [shards, merge] = json[0].files;
  expect(readFileSync(join(place.cwd, 'called'), 'utf8')).toBe(`kubectl create -f ${shards}\n`);
  const named = (path: string): string => JSON.parse(readFileSync(join(place.cwd, path), 'utf8')).metadata.name;
  expect(named(shards)).toBe(json[0].job);
  for (const name of [`${named(shards)}-99998`, named(merge)]) expect(name).toMatch(/^[a-z][a-z0-9-]{0,62}$/);
  expect(stderr).toContain(`kubectl create -f ${merge}`);
});

test.each([
  [['--shards', '2', '--', 'run', 'tiny', '--model', 'm'], 'needs --out'],
  [['--shards', '2', '--', ...command, '--shard', '1/2'], '--shard is set by the job'],
  [['--shards', '2', '--', ...command, '--modle', 'm'], 'run has no option --modle'],
  [['--shards', '2', '--', 'score', 'runs/a'], 'score cannot be divided'],
  [['--shards', '2', '--sbatch=x\n#SBATCH --uid=0', '--', ...command], 'is not an option of sbatch'],
  [['--shards', '2', '--sbatch=--comment=x\nrm -rf ~', '--', ...command], 'is not an option of sbatch'],
  [['--shards', '2', '--', ...command.slice(0, -1), 'my runs'], 'Slurm cannot write logs to'],
  [['--shards', '0', '--', ...command], 'expected a number'],
])('refused before anything is written: %j', async (args, message) => {
  const cwd = newFolder();
  const { code, stderr } = await sextant({ cwd }, 'launch', 'slurm', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(existsSync(join(cwd, 'runs'))).toBe(false);
});

test('words of the command reach the program as they are', async () => {
  const cwd = newFolder();
  const only = `it's; touch hacked $(touch hacked) "x"`;
  await sextant({ cwd }, 'launch', 'slurm', '--shards', '2', '--', ...command, '--only', only);
  const script = readFileSync(join(cwd, 'runs/mine/slurm/shards.sbatch'), 'utf8').replace(/exec \S+/, 'printf "%s|"');
  writeFileSync(join(cwd, 'echo.sh'), script);
  const { execFileSync } = await import('node:child_process');
  const said = execFileSync('sh', [join(cwd, 'echo.sh')], { encoding: 'utf8' });
  expect(said.split('|')).toContain(only);
  expect(existsSync(join(cwd, 'hacked'))).toBe(false);
});
