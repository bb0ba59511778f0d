import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { sha256 } from '../files/index.ts';
import { attemptsOf, eventsOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const cwd = newFolder();

/** Of the expert's first three episodes. */
const DIGEST = 'c251a5e30d21ce027f80c3da0cdfeef4e6052aa932d841f91e7e3a2e6eda73bd';
const run = (...args: string[]) => sextant({ cwd }, 'run', 'rsb-math-4', '--workers', '2', '--json', ...args);

beforeAll(async () => {
  const { code, stderr } = await run('--policy', 'policy/expert', '--limit', '3', '--out', 'expert');
  expect(stderr).toContain('3/3');
  expect(code).toBe(0);
});

test('the expert succeeds, and the summary says that it knew the answers', async () => {
  const { json } = await run('--policy', 'policy/expert', '--limit', '3', '--out', 'expert');
  const { summary } = json[1];
  expect(summary).toMatchObject({ policy: 'policy/expert', readsTruth: true, outcomes: { answered: 3 } });
  expect(summary.metrics.map(({ name, value }: { name: string; value: number }) => [name, value])).toEqual([
    ['first-choice success', 1],
    ['first-choice grasp', 1],
    ['first-choice nSG', 1],
    ['first-choice nSG, all episodes', 1],
    ['official TSR', 1],
    ['official GSR', 1],
    ['official nSG', 1],
  ]);
  // The second time nothing was left to do.
  expect(attemptsOf(join(cwd, 'expert'))).toHaveLength(3);
});

test('every episode holds what it takes to do it again', () => {
  const samples = eventsOf(join(cwd, 'expert')).flatMap((event) => (event.event === 'sample' ? [event.sample] : []));
  expect(samples.map(({ seed }) => seed)).toEqual([100_000, 100_001, 100_002]);
  for (const { reply } of attemptsOf(join(cwd, 'expert'))) {
    expect(reply?.episode).toMatchObject({ end: 'success', world: 'rsb-world-2 mujoco-3.14.0' });
    expect(reply?.episode?.hashes.length).toBe(Math.floor((reply?.episode?.steps ?? 0) / 250) + 1);
  }
});

test('a run verifies without its policy, and a changed one does not', async () => {
  const { code, json } = await sextant({ cwd }, 'verify', 'expert', '--json');
  expect(json[0]).toMatchObject({ episodes: 3, open: [], differ: [], damage: [], notes: [], questionsChecked: true });
  expect(json[0]).toMatchObject({ verified: true, digest: DIGEST });
  expect(code).toBe(0);
  const events = join(cwd, 'expert', 'events.ndjson');
  const honest = readFileSync(events, 'utf8');
  try {
    // Somebody claims that another block was the right one.
    writeFileSync(events, honest.replace(/"answer":"[A-D]"/, '"answer":"X"'));
    const forged = await sextant({ cwd }, 'verify', 'expert');
    expect(forged.stderr).toContain('it is not the one that the benchmark gives here');
    expect(forged.code).toBe(1);
  } finally {
    writeFileSync(events, honest);
  }
});

test('the digest of episodes is what it always was, however many threads play them', async () => {
  const { json } = await run('--policy', 'policy/expert', '--limit', '3', '--out', 'alone', '--workers', '1');
  expect(json.at(-1).summary.digest).toBe(DIGEST);
  const [, row] = readFileSync(join(cwd, 'alone/results.ndjson'), 'utf8').split('\n');
  const [first] = attemptsOf(join(cwd, 'expert')).filter(({ unit }) => unit === 'test-00000');
  const { world, start, hashes: states = [], actions } = first?.reply?.episode ?? {};
  expect(JSON.parse(row ?? '')).toEqual({
    id: 'test-00000',
    epoch: 0,
    outcome: 'answered',
    score: 1,
    text: sha256(first?.reply?.text ?? '-'),
    extraction: { answer: first?.reply?.episode?.placed },
    episode: { world, start, states, actions: actions?.sha256 },
  });
});

test('a run of the world before has official numbers only, and is not done again', async () => {
  cpSync(join(cwd, 'expert'), join(cwd, 'old'), { recursive: true });
  const events = join(cwd, 'old', 'events.ndjson');
  // What that world did not note.
  const noted = readFileSync(events, 'utf8').replaceAll(/,?\{"step":\d+,"what":"(pick|end|rest)"[^}]*\}/g, '');
  writeFileSync(events, noted.replaceAll('rsb-world-2', 'rsb-world-1'));
  for (const name of ['results.ndjson', 'summary.json']) rmSync(join(cwd, 'old', name));
  const official = await sextant({ cwd }, 'score', 'old', '--protocol', 'rsb/official', '--json');
  expect(official.json[0].metrics[0]).toMatchObject({ name: 'TSR', value: 1, n: 3 });
  const ours = await sextant({ cwd }, 'score', 'old', '--protocol', 'rsb/first-choice');
  expect(ours.stdout).toContain('undefined: rest unknown (rsb-world-1 mujoco-3.14.0)');
  expect((await sextant({ cwd }, 'rsb', 'results', 'old', '--out', 'theirs')).code).toBe(0);
  for (const verb of ['verify', 'replay']) {
    const { code, stderr } = await sextant({ cwd }, verb, 'old');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('played in rsb-world-1 mujoco-3.14.0: this version has'),
    ]);
  }
});

test('episodes can be filmed while they are played, which changes nothing about them', async () => {
  const { code } = await run('--policy', 'policy/expert', '--limit', '1', '--film', 'head_camera', '--out', 'filmed');
  expect(code).toBe(0);
  const [filmed] = attemptsOf(join(cwd, 'filmed'));
  const plain = attemptsOf(join(cwd, 'expert')).find(({ unit }) => unit === filmed?.unit);
  expect(filmed?.reply?.episode).toEqual(plain?.reply?.episode);
  const { sha256 = '', bytes } = filmed?.reply?.film ?? {};
  const clip = readFileSync(join(cwd, 'filmed/blobs', sha256.slice(0, 2), sha256));
  expect([clip.subarray(4, 8).toString(), clip.length]).toEqual(['ftyp', bytes]);
  const { stderr } = await run('--policy', 'policy/expert', '--film', 'haed_camera', '--out', 'none');
  expect(stderr).toContain('did you mean head_camera?');
});

test('an episode can be done again and filmed', async () => {
  const { code, stdout, stderr } = await sextant(
    { cwd },
    ...['replay', 'expert', '--unit', 'test-00001', '--video', 'again.mp4'],
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/grasp [A-D] \((left|right) hand\)/);
  expect(stderr).toContain('test-00001: the same to the last bit');
  expect(readFileSync(join(cwd, 'again.mp4')).subarray(4, 8).toString()).toBe('ftyp');
});

const misbehaving = {
  'gives NaN': { act: 'return [new Float64Array(14).fill(NaN)]', says: 'number 0 is NaN' },
  'gives the wrong length': { act: 'return [new Float64Array(13)]', says: '13 numbers, qpos takes 14' },
  'gives nothing': { act: 'return []', says: 'gave none' },
  jumps: { act: 'return [new Float64Array(14).fill(90)]', says: 'no robot should jump there' },
  throws: { act: 'throw new Error("out of luck")', says: 'out of luck' },
  'never answers': { act: 'return new Promise(() => {})', says: 'took longer than 3 s' },
  'blocks its thread': { act: 'for (;;);', says: 'blocked its thread' },
};

test.each(Object.entries(misbehaving))(
  'a policy that %s ends in an error of its own, and the run goes on',
  async (name, { act, says }) => {
    const file = `./${name.replaceAll(' ', '-')}.mjs`;
    writeFileSync(
      join(cwd, file),
      `export const policy = { id: 'bad', needs: { cameras: [], action: 'qpos', peeks: 'nothing' }, settings: {},
      reset({ unit }) { this.good = unit.id === 'test-00001'; },
      act() { if (this.good) return 'done'; ${act} } };`,
    );
    const { json } = await run('--policy', file, '--limit', '2', '--timeout', '3', '--out', `bad-${name}`);
    const { summary } = json[1];
    expect(summary.outcomes).toEqual({ sim_error: 1, answered: 1 });
    expect(summary.reasons[0].example).toContain(says);
    expect(summary.metrics[0]).toMatchObject({ value: 0, n: 1, errors: 1, worst: 0, best: 0.5 });
  },
);

test('a model chooses and hands act: what it knows is told apart from what it could do', async () => {
  const server = await startUnitServer(() => behave.says('B'));
  const place = { cwd, env: server.env };
  const { json } = await sextant(
    place,
    ...['run', 'rsb-math-4', '--model', 'openai/some', '--limit', '4', '--workers', '2', '--out', 'hands', '--json'],
  );
  await server.close();
  const { summary } = json[1];
  expect(summary).toMatchObject({
    model: 'openai/some',
    protocol: { id: 'rsb/hands-first-choice' },
    outcomes: { answered: 4 },
  });
  // Of the first four questions, B is right once.
  expect(summary.metrics[0]).toMatchObject({ name: 'first-choice success', value: 0.25, chance: 0.25 });
  expect(summary.metrics[1]).toMatchObject({ name: 'first-choice grasp', value: 1 });
  const letters = await sextant(place, 'score', 'hands', '--protocol', 'rsb/answer', '--json');
  expect(letters.json[0].metrics[0]).toMatchObject({ name: 'accuracy', value: 0.25, chance: 0.25 });
});

test('who is lent hands is marked as such', async () => {
  const { json } = await run('--policy', 'policy/nearest', '--limit', '1', '--out', 'nearest');
  expect(json[1].summary).toMatchObject({ policy: 'policy/nearest', lentHands: true });
  expect(json[1].summary).not.toHaveProperty('readsTruth');
  const { stdout } = await sextant({ cwd }, 'report', 'nearest', 'expert');
  expect(stdout).toContain('policy/nearest (lent hands)');
  const { json: compared } = await sextant({ cwd }, 'compare', 'nearest', 'expert', '--json');
  expect(compared[0].warnings).toContain('policy/nearest was lent hands: it only chose, and grasped nothing itself');
});

test('who is measured must be named, and must fit', async () => {
  const nobody = await sextant({ cwd }, 'run', 'rsb-math-4', '--json');
  expect(nobody.json[0]).toMatchObject({ code: 'bad_argument' });
  const robot = await sextant({ cwd }, 'run', 'tiny', '--policy', 'policy/expert', '--json');
  expect(robot.json[0]).toMatchObject({ code: 'bad_argument', message: expect.stringContaining('takes no policy') });
  const typo = await sextant({ cwd }, 'run', 'rsb-math-4', '--policy', 'policy/exprt', '--json');
  expect(typo.json[0]).toMatchObject({ code: 'unknown_policy', message: expect.stringContaining('policy/expert') });
  expect(readdirSync(cwd)).not.toContain('runs');
});

test('an audit by words of a robot suite found no shortcut, because nothing said can be right there', async () => {
  const { code, json } = await sextant({ cwd }, 'audit', 'rsb-math-4', '--json');
  expect([code, json[0].code, json[0].fix]).toEqual([
    2,
    'bad_argument',
    expect.stringContaining('rsb questions audit'),
  ]);
});

test('an audit tells what somebody reaches who does not look at the question', async () => {
  const { code, json, stderr } = await sextant(
    { cwd },
    ...['rsb', 'questions', 'audit', 'rsb-math-wide', '--questions', '100', '--json'],
  );
  expect(json[0]).toMatchObject({
    suite: 'rsb-math-wide-4',
    questions: 100,
    learned: { questions: 100, chance: 0.25 },
  });
  expect([json[0].rules.length, json[0].memory.length, json[0].thoughtless.length]).toEqual([62, 11, 3]);
  expect(stderr).toContain('rsb-math-wide-4: 100 questions, chance 25.00 %');
  expect(code).toBe(0);
});
