import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);
let wrong: { id: string; answer: string; said: string };

/** The label of one question that the run has right, and another letter. */
beforeAll(async () => {
  await here('run', 'tiny:count=20', '--model', 'baseline/oracle', '--out', 'oracle');
  const lines = readFileSync(join(cwd, 'oracle', 'events.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const { sample } = lines
    .map((line) => JSON.parse(line))
    .find(({ event, sample }) => event === 'sample' && sample.kind === 'choice');
  wrong = { id: sample.id, answer: sample.answer, said: sample.answer === 'A' ? 'B' : 'A' };
});

function errata(...lines: object[]): string {
  writeFileSync(join(cwd, 'errata.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return 'errata.jsonl';
}

const correction = () => ({ id: wrong.id, old: wrong.answer, new: wrong.said, evidence: 'counted again' });

test('a corrected label changes the score beside the published one, and the run keeps its own', async () => {
  const summary = () => readFileSync(join(cwd, 'oracle', 'summary.json'), 'utf8');
  const stored = summary();
  const { code, json } = await here('score', 'oracle', '--errata', errata(correction()), '--json');
  expect(code).toBe(0);
  const [{ before, after, corrected, elsewhere, file }] = json;
  expect(before.metrics[0].value).toBe(1);
  expect(after.metrics[0].value).toBeCloseTo(0.95, 12);
  expect(corrected).toEqual([{ ...correction(), scores: [{ epoch: 0, before: 1, after: 0 }] }]);
  expect(elsewhere).toEqual([]);
  expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
  // Whoever has this summary alone must not take it for the run's.
  expect(after.digest).toBeUndefined();
  expect(summary()).toBe(stored);
});

test('both scores, every correction and its evidence are said', async () => {
  const { stdout } = await here(
    'score',
    'oracle',
    '--errata',
    errata(correction(), { ...correction(), id: 'no-such' }),
  );
  for (const said of ['as published', 'corrected', 'counted again', '1 → 0', '-5.0', '1 correction of questions'])
    expect(stdout).toContain(said);
});

test('a correction of another version of the data is refused by line', async () => {
  const { code, stderr } = await here(
    'score',
    'oracle',
    '--errata',
    errata({ ...correction(), old: wrong.said, new: wrong.answer }),
  );
  expect(code).toBe(1);
  expect(stderr).toContain(`errata.jsonl:1`);
  expect(stderr).toContain(`the label of ${wrong.id} is "${wrong.answer}"`);
});

test.each([
  ['an answer that the question has not', () => ({ ...correction(), new: 'Q' }), 'is not an answer to'],
  ['no evidence', () => ({ ...correction(), evidence: '' }), 'not a correction: evidence'],
  ['an unknown field', () => ({ ...correction(), delete: true }), 'not a correction'],
])('%s is refused', async (_, line, message) => {
  const { code, stderr } = await here('score', 'oracle', '--errata', errata(line()));
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test('the same label twice is refused: the later one would silently win', async () => {
  const { stderr } = await here('score', 'oracle', '--errata', errata(correction(), correction()));
  expect(stderr).toContain('errata.jsonl:2');
  expect(stderr).toContain('corrected twice');
});
