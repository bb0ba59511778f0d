import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { Comparison, Summary } from '../contracts/index.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';
import { allVerbs } from './verbs.ts';

const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);

beforeAll(async () => {
  await here('run', 'tiny', '--model', 'baseline/random', '--out', 'random');
  await here('run', 'tiny', '--model', 'baseline/oracle', '--out', 'oracle');
});

test('every verb is listed, and has an example and --json', async () => {
  const help = await here('--help');
  expect(help.code).toBe(0);
  for (const command of (await allVerbs()).commands) {
    expect(help.stdout).toContain(`  ${command.name()}`);
    for (const leaf of leavesOf(command)) {
      let own = '';
      leaf.configureOutput({ writeOut: (text) => (own += text) }).outputHelp();
      expect(own).toMatch(/Example:\n {2}.*sextant /);
      expect(own).toContain('--json');
    }
  }
});

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

test('help <verb> is <verb> --help', async () => {
  expect((await here('help')).stdout).toBe((await here('--help')).stdout);
  const { code, stdout } = await here('help', 'data', 'pull');
  expect(code).toBe(0);
  expect(stdout).toBe((await here('data', 'pull', '--help')).stdout);
  expect(stdout).toContain('Example:');
});

test('wrong arguments are exit code 2, an unknown name says what there is', async () => {
  expect((await here('run', 'tiny')).code).toBe(2);
  expect((await here('nonsense')).code).toBe(2);
  expect((await here('run', 'tiny', '--model', 'baseline/random', '--limit', 'x')).stderr).toContain(
    'expected a number',
  );
  const unknown = await here('run', 'tinny', '--model', 'baseline/random');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('error[unknown_benchmark]');
  expect(unknown.stderr).toContain('tiny');
});

test('nothing that somebody else may need is replaced, and a folder is no file', async () => {
  const make = ['synth', 'make', 'synth-views', '--count', '1', '--seed', '1'];
  for (const words of [
    [...make, '--out', 'random'],
    ['synth', 'survey', 'synth-views:count=1', '--count', '1', '--out', 'random'],
    ['merge', 'oracle', '--out', 'random'],
    ['pack', 'oracle', '--out', 'random'],
    ['report', 'oracle', '--format', 'html', '--out', 'random'],
  ]) {
    const { code, stderr } = await here(...words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/there already|exists already|this is a folder/)]);
    expect(stderr).not.toContain('.tmp');
  }
  expect((await here('verify', 'random')).code).toBe(0);
});

test('what would be ignored is refused, with what to do instead', async () => {
  for (const [words, fix] of [
    [['report', 'random', '--out', 'tables.txt'], 'add --format html'],
    [['doctor', '--endpoint', 'http://127.0.0.1:1/v1'], '--model'],
    [['run', 'rsb-math-4', '--model', 'policy/expert'], '--policy policy/expert'],
    [['run', 'tiny', '--model', 'baseline/first', '--until-vs', '../elsewhere/oracle'], 'list runs'],
    [['mcp', 'random/run.json'], 'name a folder'],
  ] as const) {
    const { code, stderr } = await here(...words);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(fix);
  }
});

test('a misspelt word where few are allowed is answered with the nearest', async () => {
  for (const [words, guess] of [
    [['list', 'polices'], 'policies'],
    [['completion', 'bsh'], 'bash'],
    [['score', 'random', '--format', 'offcial'], 'official'],
    [['rn', 'tiny'], 'run'],
    [['run', 'tiny', '--modle', 'baseline/random'], '--model'],
  ] as const) {
    const { code, stderr } = await here(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(`(Did you mean ${guess}?)`);
  }
  const { code, stderr } = await here('run', 'tiny', '--model', 'baseline/first', '--use', './mine.ts');
  expect(code).toBe(2);
  expect(stderr).toMatch(/there is no such file\n {2}where: .*mine\.ts/);
});

test('list tells what there is', async () => {
  const { json } = await here('list', '--json');
  expect(json).toHaveLength(1);
  expect(json[0].benchmarks.map(({ id }: { id: string }) => id)).toContain('tiny');
  expect(json[0].protocols.map(({ id }: { id: string }) => id)).toContain('tiny/official');
  expect(json[0].models.map(({ id }: { id: string }) => id)).toContain('baseline/oracle');
  expect(json[0].extractors.map(({ id }: { id: string }) => id)).toContain('choice/letter');
  expect((await here('list', 'extractors')).stdout).toContain('point/tuple');
});

test('score gives the same summary as the run, from what is stored alone', async () => {
  const stored = JSON.parse(readFileSync(join(cwd, 'random/summary.json'), 'utf8'));
  rmSync(join(cwd, 'random/summary.json'));
  const { json } = await here('score', 'random', '--json');
  const { run, ...summary } = json[0];
  expect(run).toBe('random');
  expect(summary).toEqual(stored);
  expect(JSON.parse(readFileSync(join(cwd, 'random/summary.json'), 'utf8'))).toEqual(stored);
});

test('score under another protocol says under which one was asked; all of them show the spread', async () => {
  const { json } = await here('score', 'random', '--protocol', 'tiny/strict', '--json');
  expect(json[0].protocol).toMatchObject({ id: 'tiny/strict', asked: { id: 'tiny/official' } });
  const all = await here('score', 'random', '--all-protocols', '--json');
  expect(all.json[0].summaries.map(({ protocol }: Summary) => protocol.id)).toEqual(['tiny/official', 'tiny/strict']);
  expect((await here('score', 'random', '--all-protocols')).stdout).toContain('tiny/strict');
});

test('outputs of another tool are scored as a run', async () => {
  const ids = (await here('score', 'oracle', '--json')).json[0];
  expect(ids.units).toBe(100);
  const events = readFileSync(join(cwd, 'oracle/events.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rows = events
    .filter(({ event }) => event === 'attempt')
    .map(({ unit, reply }) => JSON.stringify({ id: unit, text: reply.text }));
  writeFileSync(join(cwd, 'foreign.jsonl'), rows.slice(0, 90).join('\n'));
  const { json } = await here(
    'score',
    '--benchmark',
    'tiny',
    '--predictions',
    'foreign.jsonl',
    '--from',
    'jsonl',
    '--json',
  );
  expect(json[0]).toMatchObject({
    model: 'foreign/foreign.jsonl',
    units: 100,
    missing: 10,
    outcomes: { answered: 90 },
  });
  expect(json[0].metrics[0].value).toBe(1);
  expect((await here('compare', json[0].run, 'oracle', '--json')).json[0].overall).toMatchObject({ n: 90, ties: 90 });
});

test('foreign rows that are wrong are named by file, line and field', async () => {
  const score = async (text: string) => {
    writeFileSync(join(cwd, 'bad.jsonl'), text);
    return (await here('score', '--benchmark', 'tiny', '--predictions', 'bad.jsonl', '--json')).json[0];
  };
  const good = '{"id":"s1-000000","text":"A"}\n';
  expect(await score(`${good}{"id":`)).toMatchObject({ code: 'bad_data', where: 'bad.jsonl:2' });
  expect(await score(`${good}{"id":"s1-000001"}`)).toMatchObject({
    where: 'bad.jsonl:2',
    message: expect.stringContaining('text'),
  });
  expect(await score(good + good)).toMatchObject({ where: 'bad.jsonl:2', message: expect.stringContaining('twice') });
  expect(await score('{"id":"nobody","text":"A"}')).toMatchObject({ where: 'bad.jsonl:1' });
  expect(readdirSync(join(cwd, 'runs')).filter((name) => name.startsWith('.import'))).toEqual([]);
});

test('extract takes numbers for options, and does not print an infinite answer as none', async () => {
  const lines = ['{"text":"It is 4.","choices":{"A":4,"B":6.5}}', '{"text":"6.5","choices":{"A":4,"B":6.5,"C":1e999}}'];
  const letters = await sextant({ cwd, stdin: lines.join('\n') }, 'extract', '--extractor', 'vlmevalkit/can-infer@v2');
  expect(letters.stdout).toBe('{"answer":"A"}\n{"answer":"B"}\n');
  const stdin = '{"text":"1e999"}\n{"text":"-1e999"}\n{"text":"none"}\n';
  const numbers = await sextant({ cwd, stdin }, 'extract', '--extractor', 'easi/number');
  expect(numbers.stdout).toBe('{"answer":"inf"}\n{"answer":"-inf"}\n{"answer":null}\n');
  const wide = await sextant(
    { cwd, stdin: '{"text":"(1, 2)","width":1e999}' },
    'extract',
    '--extractor',
    'point/tuple',
  );
  expect(wide.stderr).toContain('field width');
});

test('extract reads NDJSON and writes NDJSON', async () => {
  const lines = ['{"text":"The answer is B.","choices":{"A":"left","B":"right"}}', '', '{"text":"hm"}'];
  const { stdout } = await sextant({ cwd, stdin: lines.join('\n') }, 'extract', '--extractor', 'choice/letter');
  expect(stdout).toBe('{"answer":"B"}\n{"answer":null}\n');
  const points = await sextant(
    { cwd, stdin: '{"text":"[(0.5, 0.25)]","width":640,"height":480}' },
    'extract',
    '--extractor',
    'point/tuple',
  );
  expect(points.json).toEqual([{ points: [[320, 120]] }]);
  const bad = await sextant({ cwd, stdin: '{"text":1}' }, 'extract', '--extractor', 'choice/letter');
  expect(bad.stderr).toContain('stdin:1');
  expect((await here('extract', '--extractor', 'choice/lettre')).stderr).toContain('choice/letter');
});

test('report comes in every format', async () => {
  const formats = { terminal: '│', latex: '\\begin{tabular}' };
  for (const [format, mark] of Object.entries(formats)) {
    const { code, stdout } = await here('report', 'random', 'oracle', '--format', format);
    expect(code).toBe(0);
    expect(stdout, format).toContain(mark);
    expect(stdout, format).toContain('baseline/oracle');
  }
  const { json } = await here('report', 'random', '--json');
  expect(Summary.parse(json[0].runs[0].summary).model).toBe('baseline/random');
});

test('compare tells who is better, by how much, and where', async () => {
  const { json } = await here('compare', 'oracle', 'random', '--equivalence', '2', '--json');
  const comparison = Comparison.parse(json[0]);
  const { n, wins, losses, ties, difference, p } = comparison.overall;
  expect(n).toBe(100);
  expect(losses).toBe(0);
  expect(wins + ties).toBe(100);
  expect(difference?.value).toBeGreaterThan(0.5);
  expect(difference?.low).toBeGreaterThan(0);
  expect(p).toBeLessThan(1e-6);
  expect(comparison.aRightBWrong).toHaveLength(wins);
  expect(comparison.bRightAWrong).toEqual([]);
  expect(comparison.equivalence).toMatchObject({ margin: 2, equivalent: false });
  expect(comparison.warnings).toEqual([expect.stringContaining('told the right answers')]);
  expect((await here('compare', 'oracle', 'random')).stdout).toContain('points better');
});

test('doctor checks the machine and reaches the endpoint; keys are never printed', async () => {
  const server = await startUnitServer(() => behave.sends('{"data":[{"id":"some"}]}'));
  const env = { ...server.env, OPENAI_API_KEY: 'sk-very-secret-key' };
  const { json, stdout, stderr } = await sextant({ cwd, env }, 'doctor', '--model', 'openai/some', '--json');
  await server.close();
  expect(json[0].healthy, stdout).toBe(true);
  expect(json[0].checks.at(-1).detail).toContain('answers');
  expect(stdout).toContain('OPENAI_API_KEY: set');
  expect(stdout + stderr).not.toContain('sk-very-secret-key');

  const gone = await sextant({ cwd, env }, 'doctor', '--model', 'openai/some');
  expect(gone.code).toBe(1);
  expect(gone.stdout).toContain('✗');
});

test('a gate fails with the run that lies below it, and only then', async () => {
  const both = await here('report', 'random', 'oracle', '--fail-under', '90', '--format', 'junit');
  expect(both.code).toBe(1);
  expect(both.stdout.match(/<failure /g)).toHaveLength(1);
  expect((await here('report', 'oracle', '--fail-under', '90')).code).toBe(0);
  const { code, json } = await here('report', 'random', '--fail-under', '90', '--json');
  expect(code).toBe(1);
  expect(json[0].gate).toMatchObject([{ run: 'random', result: 'failed' }]);
  const unsaid = await here('report', 'oracle', '--format', 'junit');
  expect(unsaid.stderr).toContain('--fail-under');
});
