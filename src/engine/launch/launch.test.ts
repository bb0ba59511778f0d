import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsOf } from '../../cli/testing/journal.ts';
import { launch } from './launch.ts';

const both = `export default {
  id: 'both', settings: {},
  capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'truth' },
  async answer({ peek }) { return { text: peek.write(peek.truth), finish: 'stop' }; },
  needs: { cameras: [], action: 'qpos', peeks: 'nothing' },
  reset() {}, act: ({ step, state }) => (step > 0 ? 'done' : [state]),
}`;
const acting = both.replace(/capabilities.*\n.*\n/, '');

function moduleFolder(code: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'sextant-launch-'));
  writeFileSync(join(cwd, 'mine.mjs'), code);
  return cwd;
}

const robot = { benchmark: 'rsb-math-4:episodes=1', workers: 1, env: {} };

test('a benchmark and somebody to measure are enough; paths begin where it is told', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sextant-launch-'));
  const { end, scored } = await launch({
    benchmark: 'tiny:count=4',
    who: { model: 'baseline/oracle' },
    out: 'mine',
    env: {},
    cwd,
  });
  expect(end).toBe('done');
  expect(scored.summary.metrics[0]?.value).toBe(1);
  expect(attemptsOf(join(cwd, 'mine'))).toHaveLength(4);
});

test('of somebody with both arms, the one is measured that the protocol needs', async () => {
  const cwd = moduleFolder(both);
  const who = { model: './mine.mjs' };
  const asked = await launch({ ...robot, cwd, who, protocol: 'rsb/answer', out: 'asked' });
  expect(asked.scored.run.spec.model).toMatchObject({ id: 'module/both', readsTruth: true });
  expect(asked.scored.summary.metrics[0]?.value).toBe(1);
  const acted = await launch({ ...robot, cwd, who, protocol: 'rsb/official', out: 'acted' });
  expect(acted.scored.run.spec.model).toMatchObject({ id: 'module/both', readsTruth: false });
  expect(attemptsOf(join(cwd, 'acted'))[0]?.reply).toMatchObject({ text: '', episode: { end: 'done' } });
});

test('who has no arm for a protocol is told so before anything is written', async () => {
  const cwd = moduleFolder(acting);
  const who = { policy: './mine.mjs' };
  await expect(launch({ ...robot, cwd, who, protocol: 'rsb/answer' })).rejects.toThrow('rsb/answer takes no policy');
});

test('a policy’s failure is stored as what it is, and is not tried again', async () => {
  const cwd = moduleFolder(acting.replace("'done'", '[[1]]').replace('step > 0', 'step === 0'));
  const { scored } = await launch({ ...robot, cwd, who: { policy: './mine.mjs' }, out: 'failed' });
  expect(attemptsOf(join(cwd, 'failed'))).toMatchObject([{ final: true, error: { kind: 'bad_action' } }]);
  expect(scored.summary.outcomes).toEqual({ sim_error: 1 });
});

test('a policy that declared nothing asked for the truth once it was on a thread, and got it', async () => {
  const code = `import { isMainThread } from 'node:worker_threads';
    ${acting}`
    .replace("peeks: 'nothing'", "peeks: isMainThread ? 'nothing' : 'truth'")
    .replace(/act: .*,/, "act: ({ step, peek }) => (step > 0 || !peek ? 'done' : peek.fetch(peek.truth)),");
  const cwd = moduleFolder(code);
  const { scored } = await launch({ ...robot, cwd, who: { policy: './mine.mjs' }, out: 'sneaked' });
  expect(scored.run.spec.model).toMatchObject({ readsTruth: false });
  expect(attemptsOf(join(cwd, 'sneaked'))[0]?.reply).toMatchObject({ episode: { end: 'done', actions: { count: 0 } } });
});

test('an episode that a model made up was scored as if hands had done it', async () => {
  const episode = `{ world: 'w', start: '', hashes: [], steps: 1, actions: { sha256: '', count: 0 }, end: 'success',
    events: [], placed: peek.truth.answer }`;
  const cwd = moduleFolder(both.replace('text: peek.write(peek.truth)', `text: 'no idea', episode: ${episode}`));
  const who = { model: './mine.mjs' };
  const { scored } = await launch({ ...robot, cwd, who, protocol: 'rsb/hands', out: 'claimed' });
  expect(scored.summary.outcomes).toEqual({ unparsed: 1 });
  expect(attemptsOf(join(cwd, 'claimed'))[0]?.reply).toEqual({ text: 'no idea', finish: 'stop' });
});
