import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContestant, type Who } from './contestant.ts';

const answers = `capabilities: { maxImages: 1, video: false, coordinates: null, peeks: 'truth' },
  async answer() { return { text: 'A', finish: 'stop' }; },`;
const acts = `needs: { cameras: [], action: 'qpos', peeks: 'nothing' }, reset() {}, act: () => 'done',`;
const about = `id: 'mine', settings: { size: 2 },`;

async function open(code: string, by: 'model' | 'policy') {
  const cwd = mkdtempSync(join(tmpdir(), 'sextant-contestant-'));
  writeFileSync(join(cwd, 'mine.mjs'), code);
  const warnings: string[] = [];
  const who: Who = by === 'model' ? { model: './mine.mjs' } : { policy: './mine.mjs' };
  const contestant = await openContestant(who, { env: {}, cwd, seed: 0, onWarning: (text) => warnings.push(text) });
  return { contestant, warnings };
}

test('a model has one arm, a policy the other', async () => {
  const opts = { env: {}, cwd: tmpdir(), seed: 0 };
  const model = await openContestant({ model: 'baseline/oracle' }, opts);
  expect(model).toMatchObject({ id: 'baseline/oracle', answer: { capabilities: { peeks: 'truth' } } });
  expect(model.act).toBeUndefined();
  const policy = await openContestant({ policy: 'policy/expert' }, opts);
  expect(policy).toMatchObject({ id: 'policy/expert', act: { reference: 'policy/expert', needs: { peeks: 'truth' } } });
  expect(policy.answer).toBeUndefined();
});

test.each([
  ['one object with both', `export default { ${about} ${answers} ${acts} }`],
  [
    'two exports',
    `export const model = { ${about} ${answers} }; export const createPolicy = () => ({ ${about} ${acts} })`,
  ],
])('a module that has both arms is a contestant with both, whichever is asked for: %s', async (_name, code) => {
  for (const by of ['model', 'policy'] as const) {
    const { contestant, warnings } = await open(code, by);
    expect(contestant).toMatchObject({
      id: 'module/mine',
      settings: { size: 2 },
      answer: { capabilities: { peeks: 'truth' } },
      act: { reference: './mine.mjs', needs: { peeks: 'nothing' } },
    });
    expect(warnings).toEqual([]);
  }
});

test('an arm that nobody asked for and that cannot be opened is named, and the other one works', async () => {
  const code = `export const model = { ${about} ${answers} }; export const createPolicy = () => { throw new Error('no arm') }`;
  const { contestant, warnings } = await open(code, 'model');
  expect(contestant.answer).toBeDefined();
  expect(contestant.act).toBeUndefined();
  expect(warnings).toEqual(['./mine.mjs offers a policy that cannot be opened: cannot load the module: no arm']);
});

test('a default factory is called once, for the arm that was asked for', async () => {
  const code = `let calls = 0; export default () => { if (calls++ > 0) throw new Error('again'); return { ${about} ${answers} ${acts} } }`;
  const { contestant, warnings } = await open(code, 'model');
  expect([contestant.answer !== undefined, contestant.act, warnings]).toEqual([true, undefined, []]);
});

test.each([
  ['training/act.onnx', './training/act.onnx'],
  ['deploy_policy.py', 'python:deploy_policy.py'],
])('a policy’s bare path %s is answered with the name that it has here', async (policy, name) => {
  await expect(openContestant({ policy }, { env: {}, cwd: process.cwd(), seed: 0 })).rejects.toMatchObject({
    code: 'unknown_policy',
    message: `no policy is called "${policy}"; did you mean ${name}?`,
  });
});
