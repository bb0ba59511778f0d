import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import { sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { mixed, questions, type Says, tinyRun } from '../testing/tiny-run.ts';
import { summariseRun } from './stored-summary.ts';
import { verifyWhole } from './verification.ts';

/** Everybody answers something. */
const says: Says = (at, epoch) => (at === 5 ? 'A' : mixed(at, epoch));
const verify = async (folder: string, asked = true) =>
  verifyWhole({ folder, benchmark: tiny, ...(asked ? { questions: await questions() } : {}) });

function edit(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, change(before));
  expect(readFileSync(path, 'utf8')).not.toBe(before);
}

test('a whole run verifies, also without results and summary, and nothing is written', async () => {
  const { folder, summary } = await tinyRun({ says, epochs: 2 });
  const fine = { digest: summary.digest, units: 24, episodes: 0, open: [], differ: [], damage: [] };
  expect(await verify(folder)).toEqual({ ...fine, notes: [] });
  for (const name of ['results.ndjson', 'summary.json']) rmSync(join(folder, name));
  const notes = [`${join(folder, 'summary.json')} says nothing to compare with`];
  expect(await verify(folder)).toEqual({ ...fine, notes });
  expect(await verify(folder, false)).toEqual({ ...fine, notes });
});

test('errors and units that are not there leave a run unverified', async () => {
  const { folder } = await tinyRun({ says: mixed });
  expect((await verify(folder)).open).toEqual(['unit s1-000005: provider_error, rejected']);
  edit(folder, 'events.ndjson', (text) => text.replace(/\{"event":"attempt","unit":"s1-000003".*\n/, ''));
  await summariseRun(folder, tiny);
  const { open, damage } = await verify(folder);
  expect(damage).toEqual([]);
  expect(open).toEqual(['1 of 12 units have no answer (s1-000003)', 'unit s1-000005: provider_error, rejected']);
  expect((await verify(folder, false)).open[0]).toBe('1 of 12 units have no answer');
});

test('a run that claims any number of repetitions is told what it lacks', async () => {
  const { folder } = await tinyRun({ says });
  edit(folder, 'run.json', (text) =>
    text.replace('"epochs": 1', '"epochs": 900000000000000').replace('"units": 12', '"units": 9000000000000000'),
  );
  expect((await verify(folder)).open[0]).toContain('9,000,000,000,000,000');
});

test.each([
  [
    'a second answer to another question',
    's1-000000#1',
    '"unit":"s1-000003","epoch":0',
    '"unit":"s1-000000","epoch":1',
  ],
  ['an answer to a question of one’s own', 'my-own', '"s1-000003"', '"my-own"'],
])('%s does not make up for an answer that is missing', async (_, unit, before, after) => {
  const { folder } = await tinyRun({ says });
  edit(folder, 'events.ndjson', (text) => text.replaceAll(before, after));
  await summariseRun(folder, tiny);
  const missing = '1 of 12 units have no answer (s1-000003)';
  const { open, damage } = await verify(folder);
  expect(open).toContain(missing);
  expect([...open, ...damage].filter((each) => each.startsWith(`unit ${unit}: `))).toHaveLength(1);
});

test('a run of fewer units than the benchmark gives is not the whole', async () => {
  const { folder } = await tinyRun({ says });
  // The three last questions went badly: they never were.
  edit(folder, 'events.ndjson', (text) => text.replace(/.*"s1-0000(09|10|11)".*\n/g, ''));
  edit(folder, 'run.json', (text) => text.replace('"units": 12', '"units": 9'));
  await summariseRun(folder, tiny);
  expect((await verify(folder)).open[0]).toBe('the run is about 9 units, the benchmark gives 12');
});

test('what the folder says of itself is held against the journal', async () => {
  const { folder } = await tinyRun({ says });
  const untouched = Object.fromEntries(
    ['summary.json', 'results.ndjson', 'events.ndjson', 'run.json'].map((name) => [
      name,
      readFileSync(join(folder, name), 'utf8'),
    ]),
  );
  const sealed = (change: object) => (text: string) => {
    const { of, ...before } = JSON.parse(text);
    const { summary: _, ...rest } = of;
    const summary = { ...before, ...change, of: rest };
    return JSON.stringify({ ...summary, of: { ...rest, summary: sha256(canonicalJson(summary)) } });
  };
  const forgeries: [file: string, change: (text: string) => string, says: RegExp][] = [
    ['summary.json', (text) => text.replace(/"value": [\d.]+/, '"value": 0.999'), /summary.json was changed after/],
    ['summary.json', sealed({ metrics: [] }), /summary.json: metrics: not what the journal gives/],
    ['summary.json', sealed({ digest: '0'.repeat(64) }), /summary.json: digest 0{64}, the journal/],
    [
      'results.ndjson',
      (text) => text.replace('"score":0', '"score":1'),
      /results.ndjson is not what the journal gives/,
    ],
    ['events.ndjson', (text) => text.replace('The answer is (B)', 'The answer is (C)'), /events.ndjson was changed/],
    ['run.json', (text) => text.replace('test/model', 'test/better'), /run.json was changed/],
    ['run.json', (text) => text.replace('"temperature": 0', '"temperature": 1'), /the protocol was changed/],
  ];
  for (const [file, change, message] of forgeries) {
    edit(folder, file, change);
    expect((await verify(folder)).damage.join('\n'), `${file}`).toMatch(message);
    for (const [name, content] of Object.entries(untouched)) writeFileSync(join(folder, name), content);
  }
  expect((await verify(folder)).damage).toEqual([]);
});

test('an edited summary from which the mark of its journal was taken does not verify; an honest one does', async () => {
  const { folder } = await tinyRun({ says });
  const path = join(folder, 'summary.json');
  const { of: _of, digest: _digest, ...old } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify(old));
  expect((await verify(folder)).damage).toEqual([]);
  old.metrics[0].value = 0.999;
  writeFileSync(path, JSON.stringify(old));
  expect((await verify(folder)).damage).toEqual([
    expect.stringMatching(/summary\.json: accuracy 0\.999 of 12, the journal gives 0\.\d+ of 12$/),
  ]);
});

test('a score that was taken out of such a summary is missed, even one of 0', async () => {
  const { folder } = await tinyRun({ says: () => 'I cannot tell' });
  const path = join(folder, 'summary.json');
  const { of: _of, digest: _digest, ...old } = JSON.parse(readFileSync(path, 'utf8'));
  expect(old.metrics[0]).toMatchObject({ value: 0, n: 12 });
  old.metrics[0].value = null;
  writeFileSync(path, JSON.stringify(old));
  expect((await verify(folder)).damage).toEqual([
    expect.stringMatching(/summary\.json: accuracy null of 12, the journal gives 0 of 12$/),
  ]);
});

test('an edited truth is found where the questions are at hand', async () => {
  const { folder } = await tinyRun({ says });
  edit(folder, 'events.ndjson', (text) =>
    text.replace(/"answer":"([A-D])"/, (_, letter) => `"answer":"${letter === 'A' ? 'B' : 'A'}"`),
  );
  await summariseRun(folder, tiny);
  const { differ } = await verify(folder);
  expect(differ).toHaveLength(1);
  expect(differ[0]?.differences).toEqual(['question: it is not the one that the benchmark gives here']);
  // Summed up again, the folder alone does not show it; a published digest does.
  expect(await verify(folder, false)).toMatchObject({ open: [], differ: [], damage: [] });
});

test('a summary that a killed process left behind is old, not false', async () => {
  const { folder } = await tinyRun({ says });
  appendFileSync(join(folder, 'events.ndjson'), '{"event":"session","at":"2026-01-01T00:00:00Z","id":"x"}\n');
  expect(await verify(folder)).toMatchObject({
    damage: [],
    notes: [`${join(folder, 'summary.json')} is older than the journal`],
  });
});

test('a prompt that is not what the recipe makes of the question is named', async () => {
  const { folder } = await tinyRun({ says });
  const hinted = (text: string) => text.replace('Answer with', 'The answer is B. Answer with');
  edit(folder, 'events.ndjson', (text) => text.replace(/\{"event":"prompt","unit":"s1-000003".*/, hinted));
  await summariseRun(folder, tiny);
  expect((await verify(folder)).damage).toEqual([
    'unit s1-000003: its prompt is not what tiny/official makes of the question',
  ]);
});
