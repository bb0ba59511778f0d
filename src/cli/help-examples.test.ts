import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadServer, behave, startBadServer } from '../contestants/models/testing/bad-server.ts';
import { built, NODE_COMPILE_CACHE, newFolder, sextant } from './testing/sextant.ts';
import { commandJudge } from './testing/understood.ts';
import { allVerbs } from './verbs.ts';

// Every line of every `Example:` goes through a real shell, in a folder that has the runs that examples speak of. Of lines that lack the
// same data or program, the first is run and the others are parsed.

/** Smaller, and on loopback; otherwise as printed. */
const asRun = (line: string) =>
  line
    .replace('<verb> --help', '--help')
    .replace(/(?<=--limit )20\b/, '1')
    .replace(/http:\/\/(127\.0\.0\.1|gpu1):8000\/v1/, server.url)
    .replace('http://gpu2:8000/v1', server.url.replace('127.0.0.1', 'localhost'))
    .replace('https://mirror.example', server.url)
    .replace(/(?<=merge )runs\/mine/, 'runs/sharded')
    .replace(/(?<=merge )node1\/(\S+) node2\/(.*)whole/, 'runs/sharded/$1 runs/sharded/$2whole-by-hand')
    .replace(/(?<=replay |rsb results )runs\/mine/, 'runs/robot');

/** What needs data or programs of others: the command line must be understood, and the error must name what is missing. */
const lacking: [line: RegExp, says: RegExp][] = [
  [/^sextant (export|parity) .*RefSpatial-Bench/, /tiny is made here and takes no --data/],
  [/^sextant parity .*MMSI-Bench/, /tiny has no protocol mmsi\/easi/],
  [/^sextant export runs\/easi/, /no such run folder/],
  [/^sextant run easi-8/, /--data benchmarks/],
  [/^sextant run synth-point --data my-set/, /my-set/],
  [/^sextant reproduce/, /where: BLINK_Benchmark/],
  [/^sextant import rsb/, /there is no such folder/],
  [/^sextant import survey/, /survey-ann.json/],
  [/^sextant audit mmsi/, /runs\/a is a run of tiny/],
  [/^sextant report .*--fail-under/, /^$/],
  [/^sextant synth make .*--merge 8/, /shards are missing/],
  [/data pull/, /the hub|404/],
  [/^sextant data (check|pack|unpack) mmsi/, /mmsi/],
  [/^sextant data import/, /mmsi.tar/],
  [/^sextant data stats/, /RefSpatial-Expand-Bench/],
  [/^sextant data derive dsi/, /no clips to derive from/],
  [/^sextant data derive refspatial/, /refspatial-expand/],
  [/^sextant score .*--errata/, /errata\.jsonl/],
  [/^sextant rsb (merge|export|check|show) /, /data\/rsb_/],
  [/^sextant rsb (reuse|recipe) |^sextant rsb collect rsb_general/, /mmlu/],
  [/^sextant rsb collect rsb_math --config/, /task_config\/mine.yml/],
  [/^sextant rsb relabel/, /tiny is not a suite/],
  [/^sextant rsb questions build/, /there is no such|no such file/],
];

/** What serves until it is stopped, or takes long: other tests run it. */
const elsewhere: [line: RegExp, test: string, words: RegExp][] = [
  [/^sextant view/, 'view.test.ts', /'view'/],
  [/^sextant worker/, 'fleet.test.ts', /'worker'/],
  [/^sextant fleet/, 'fleet-trust.test.ts', /'fleet', 'pull'/],
  [/^sextant policy serve/, 'policy.test.ts', /'policy', 'serve'/],
  [/^sextant (start|quick)/, 'tour.test.ts', /'start'|'quick'/],
  [/^sextant synth (make|survey)/, 'synth.test.ts', /'synth', 'make'/],
  [/^sextant rsb collect/, 'rsb-collect.test.ts', /'collect'/],
  [/^sextant rsb questions audit/, 'rsb.test.ts', /'audit'/],
  [/--controls/, 'controls.test.ts', /'--controls'/],
  [/^sextant replay .*--video/, 'rsb.test.ts', /'replay'.*'--video'/],
  [/^sextant rsb results .*--video/, 'rsb-collect.test.ts', /'results'.*'--video'/],
];

const cwd = newFolder();
let server: BadServer;

beforeAll(async () => {
  server = await startBadServer(({ path }) =>
    path.includes('/api/datasets/') ? behave.status(404) : behave.says('B'),
  );
  const run = (out: string, ...args: string[]) => sextant({ cwd }, 'run', ...args, '--out', `runs/${out}`, '--json');
  const tiny = ['tiny:count=12', '--model', 'baseline/random'];
  const { json } = await run('a', ...tiny);
  await run('sharded', ...tiny, '--shard', '1/2');
  await run('sharded', ...tiny, '--shard', '2/2');
  await run('robot', 'rsb-math-4', '--policy', 'policy/nearest', '--limit', '1');
  for (const copy of ['b', 'c', 'mine', 'theirs', 'tiny_baseline-random_1a2b3c4d'])
    cpSync(join(cwd, 'runs/a'), join(cwd, 'runs', copy), { recursive: true });
  writeFileSync(join(cwd, 'digest.txt'), json.at(-1).summary.digest);
  writeFileSync(join(cwd, 'outputs.jsonl'), '{"id":"s1-000000","text":"A"}\n');
  for (const folder of ['bin', '.zfunc', '.local/share/bash-completion/completions', '.config/fish/completions'])
    mkdirSync(join(cwd, folder), { recursive: true });
  const program = (name: string, line: string) => {
    writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(cwd, 'bin', name), 0o755);
  };
  program('sextant', `exec ${built.map((word) => `'${word}'`).join(' ')} "$@"`);
  program('sbatch', 'echo "Submitted batch job 7"');
});
afterAll(() => server.close());

function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, own = ''] = help.split('\nExample:\n');
  return [...own.split('\n').map((line) => line.trim()), ...command.commands.flatMap(examplesOf)].filter(Boolean);
}

function shell(line: string): Promise<{ code: number; stderr: string }> {
  const env = {
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    HOME: cwd,
    NODE_COMPILE_CACHE,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: server.url,
    VLLM_BASE_URL: server.url,
    HF_ENDPOINT: server.url,
  };
  return new Promise((done) => {
    const child = execFile('bash', ['-c', line], { cwd, env }, (error, _stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stderr }),
    );
    child.stdin?.end();
  });
}

test('every example in help runs as printed', async () => {
  const lines = [...new Set(examplesOf(await allVerbs()))];
  expect(lines.length).toBeGreaterThan(80);
  const failed: string[] = [];
  const wrongWith = await commandJudge();
  const known = new Set<RegExp>();
  for (const line of lines) {
    const missing = lacking.find(([pattern]) => pattern.test(line));
    const other = missing ? undefined : elsewhere.find(([pattern]) => pattern.test(line));
    if (other) {
      expect(readFileSync(join(import.meta.dirname, other[1]), 'utf8')).toMatch(other[2]);
      continue;
    }
    if (missing && known.has(missing[0])) {
      const why = wrongWith(line.replace(/^(\w+=\S+ )*sextant /, ''));
      if (why !== undefined) failed.push(`${line} → ${why}`);
      continue;
    }
    if (missing) known.add(missing[0]);
    const { code, stderr } = await shell(asRun(line));
    const isUnderstood = !/^error: /m.test(stderr) || /rsb check/.test(line);
    const isFine = missing ? code > 0 && isUnderstood && missing[1].test(stderr) : code === 0;
    if (!isFine) failed.push(`${line} → ${code}: ${stderr.slice(0, 400)}`);
  }
  expect(failed).toEqual([]);
});
