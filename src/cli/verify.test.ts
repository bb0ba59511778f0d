import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);

/** Of the oracle's answers to ten questions, twice. */
const DIGEST = '4891a4e346593248c1c84da83ae45fa409f806c7098619e3620c95112fed95d3';

beforeAll(async () => {
  const run = await here('run', 'tiny:count=10', '--epochs', '2', '--model', 'baseline/oracle', '--out', 'oracle');
  expect(run.stderr).toContain(`digest: ${DIGEST}`);
});

test('run, report and verify print the digest, and a published one is compared', async () => {
  expect((await here('report', 'oracle')).stdout).toContain(DIGEST);
  expect((await here('report', 'oracle', '--json')).json[0].runs[0].summary.digest).toBe(DIGEST);
  const plain = await here('verify', 'oracle', '--digest', DIGEST.toUpperCase());
  expect([plain.code, plain.stdout]).toEqual([0, `digest ${DIGEST}\n`]);
  expect(plain.stderr).toBe('20 units: all the same to the last bit\n');
  const other = await here('verify', 'oracle', '--digest', '0'.repeat(64), '--json');
  expect([other.code, other.json[0].verified, other.json[0].digest]).toEqual([1, false, DIGEST]);
  expect(other.stderr).toContain('the digest is not the published one');
  expect((await here('verify', 'oracle', '--digest', DIGEST.slice(1))).code).toBe(2);
});

test('a run that is not complete does not verify', async () => {
  let answered = 0;
  const server = await startUnitServer(() => {
    answered += 1;
    return answered > 4 ? behave.status(400) : behave.says('A');
  });
  const args = ['run', 'tiny:count=6', '--model', 'openai/some', '--concurrency', '1', '--out', 'some'];
  await sextant({ cwd, env: server.env }, ...args);
  await server.close();
  const { code, stderr } = await here('verify', 'some');
  expect(stderr).toMatch(/unit s1-00000\d: provider_error, rejected \(http 400\)/);
  expect(stderr).toContain('6 units: NOT verified: the run is not complete');
  expect(code).toBe(1);
});

test('an edited summary does not verify; a report computes it again', async () => {
  const path = join(cwd, 'oracle/summary.json');
  const honest = readFileSync(path, 'utf8');
  writeFileSync(path, honest.replace('"value": 1', '"value": 0.125'));
  const { code, stderr } = await here('verify', 'oracle');
  expect([code, stderr]).toEqual([1, expect.stringContaining('summary.json was changed after it was written')]);
  await here('report', 'oracle');
  expect(readFileSync(path, 'utf8')).toBe(honest);
});

test('a run with the questions of an older version verifies, and both are named', async () => {
  const path = join(cwd, 'oracle/run.json');
  const honest = readFileSync(path, 'utf8');
  const { spec } = JSON.parse(honest);
  const older = { ...JSON.parse(honest), spec: { ...spec, data: { source: 'questions-1', sha256: '0'.repeat(64) } } };
  writeFileSync(path, JSON.stringify(older));
  const { stderr } = await here('verify', 'oracle');
  writeFileSync(path, honest);
  expect(stderr).toContain('the questions were not checked: these are other data than the run was made with: ');
  expect(stderr).toContain(`${spec.data.source} here, questions-1 then`);
});

test('an imported run verifies as far as it can, and says so', async () => {
  const lines = Array.from({ length: 10 }, (_, at) => JSON.stringify({ id: `s1-00000${at}`, text: 'A' }));
  writeFileSync(join(cwd, 'all.jsonl'), lines.join('\n'));
  writeFileSync(join(cwd, 'part.jsonl'), lines.slice(0, 7).join('\n'));
  const score = async (file: string) => {
    const { json } = await here('score', '--benchmark', 'tiny:count=10', '--predictions', file, '--json');
    return here('verify', json[0].run);
  };
  const all = await score('all.jsonl');
  expect([all.code, all.stderr]).toEqual([0, expect.stringContaining('nothing shows who gave these answers')]);
  const part = await score('part.jsonl');
  expect(part.stderr).toContain('3 of 10 units have no answer (s1-000007, s1-000008, s1-000009)');
  expect(part.code).toBe(1);
});
