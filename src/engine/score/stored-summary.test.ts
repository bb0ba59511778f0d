import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { Summary } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
import { tinyRun } from '../testing/tiny-run.ts';
import { changesSince, readBoundSummary, SUMMARY_RULES, summariseRun } from './stored-summary.ts';

/** Changes a file of a run folder as text. */
function edit(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, change(before));
  expect(readFileSync(path, 'utf8')).not.toBe(before);
}

/** Gives a summary the hash that it would have had. */
function sealed(text: string): string {
  const { of, ...summary } = JSON.parse(text);
  const { summary: _, ...rest } = of;
  return JSON.stringify({ ...summary, of: { ...rest, summary: sha256(canonicalJson({ ...summary, of: rest })) } });
}

test('a summary is believed as long as it is of its journal', async () => {
  const { folder, summary } = await tinyRun();
  expect(await readBoundSummary(folder)).toEqual(summary);
  expect(await changesSince(folder)).toEqual([]);
  // Spaces are no content.
  edit(folder, 'summary.json', (text) => JSON.stringify(JSON.parse(text)));
  expect(await readBoundSummary(folder)).toEqual(summary);
});

const edits: [what: string, file: string, change: (text: string) => string][] = [
  ['an edited score', 'summary.json', (text) => text.replace(/"value": [\d.]+/, '"value": 0.999')],
  ['an edited count', 'summary.json', (text) => text.replace('"missing": 0', '"missing": -1')],
  ['another digest', 'summary.json', (text) => text.replace(/"digest": "./, '"digest": "f')],
  ['something added', 'summary.json', (text) => text.replace('{', '{"award": "best paper",')],
  [
    'an edited answer of the same length',
    'events.ndjson',
    (text) => text.replace('The answer is (B)', 'The answer is (C)'),
  ],
  ['an answer taken away', 'events.ndjson', (text) => text.replace(/\{"event":"attempt".*\n/, '')],
  ['another model', 'run.json', (text) => text.replace('test/model', 'test/better')],
];

test.each(edits)('%s is noticed', async (_, file, change) => {
  const { folder } = await tinyRun();
  edit(folder, file, change);
  expect(await readBoundSummary(folder)).toBeUndefined();
  expect(await changesSince(folder)).toEqual([expect.stringContaining(`${file} was changed after`)]);
});

test('a summary that is older than its journal or its rules is computed again, but was not changed', async () => {
  const { folder } = await tinyRun();
  edit(folder, 'summary.json', (text) => sealed(text.replace(`"rules": ${SUMMARY_RULES}`, '"rules": 0')));
  expect(await readBoundSummary(folder)).toBeUndefined();
  expect(await changesSince(folder)).toEqual([]);
  await summariseRun(folder, tiny);
  appendFileSync(join(folder, 'events.ndjson'), '{"event":"session","at":"2026-01-01T00:00:00Z","id":"x"}\n');
  expect(await readBoundSummary(folder)).toBeUndefined();
  expect(await changesSince(folder)).toEqual([]);
  const { summary } = await summariseRun(folder, tiny);
  expect(await readBoundSummary(folder)).toEqual(summary);
});

test.each([
  ['of an older version, which says nothing', (text: string) => text.replace(/,\s*"of": \{[^}]*\}[^}]*\}/, '')],
  ['that is no JSON', () => '{"metrics": NaN'],
  ['that is something else', () => '[]'],
])('a summary %s, is not believed, and computed again it is', async (_, change) => {
  const { folder, summary } = await tinyRun();
  edit(folder, 'summary.json', change);
  expect(await readBoundSummary(folder)).toBeUndefined();
  await summariseRun(folder, tiny);
  expect(await readBoundSummary(folder)).toEqual(summary);
  rmSync(join(folder, 'summary.json'));
  expect(await readBoundSummary(folder)).toBeUndefined();
});

test('whoever changes what a summary says raises its rules', async () => {
  const { summary } = await tinyRun();
  // What does not vary from run to run.
  const { seconds: _seconds, of, reasons: _reasons, ...rest }: Summary = summary;
  expect([of?.rules, sha256(canonicalJson(rest))]).toEqual([
    3,
    'd298dec571d3b61e4def158afc3794050cf0fa21852453a0f329e9f3e409b86b',
  ]);
});

test.skipIf(process.getuid?.() === 0)('a folder that one may only read has a digest all the same', async () => {
  const { folder, summary } = await tinyRun();
  rmSync(join(folder, 'results.ndjson'));
  chmodSync(folder, 0o555);
  try {
    expect((await summariseRun(folder, tiny)).summary.digest).toBe(summary.digest);
  } finally {
    chmodSync(folder, 0o755);
  }
});
