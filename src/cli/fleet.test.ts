import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Behaviour, behave } from '../contestants/models/testing/bad-server.ts';
import { type PostgresServer, startPostgres } from '../fleet/testing/server.ts';
import { random } from '../stats/index.ts';
import { attemptsOf } from './testing/journal.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

let postgres: PostgresServer;
let number = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** A database of its own, prepared with our own command; addresses by role. */
async function newFleet() {
  number += 1;
  const name = `fleet${number}`;
  await postgres.create(name);
  const cwd = newFolder();
  const { code, stderr } = await sextant({ cwd, env: postgres.env }, 'fleet', 'init', postgres.url('admin', name));
  expect(code, stderr).toBe(0);
  for (const role of ['sextant_planner', 'sextant_worker'])
    await postgres.sql(name, `alter role ${role} password '${postgres.password}'`);
  const [planner, worker] = [postgres.url('sextant_planner', name), postgres.url('sextant_worker', name)];
  return { cwd, name, planner, worker };
}

/** The answer depends on the question alone, so that two runs can be compared. */
const says = (key: string) => behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A');
const slowly =
  (ms: number, then: Behaviour): Behaviour =>
  (...args) =>
    void setTimeout(() => then(...args), ms);

const CONCURRENCY = 4;

test('killed, cut off, without a database for a while: nothing is lost, nothing counted twice, the digest is that of one machine', async () => {
  const fleet = await newFleet();
  let onRequest = (_count: number) => {};
  const server = await startUnitServer((key) => {
    onRequest(server.asked.length);
    return slowly(25, says(key));
  });
  onTestFinished(() => server.close());
  const env = { ...postgres.env, ...server.env };
  const place = { cwd: fleet.cwd, env };
  const what = ['tiny:count=600', '--model', 'openai/some'];
  const plain = await sextant(place, 'run', ...what, '--concurrency', '16', '--out', 'plain', '--json');
  const before = server.asked.length;

  const start = () => begin(place, 'worker', fleet.worker, ...what, '--concurrency', String(CONCURRENCY), '--json');
  const planned = begin(place, 'run', ...what, '--fleet', fleet.planner, '--out', 'whole', '--json');
  await expect.poll(() => postgres.sql(fleet.name, 'select from sextant_queue.job')).not.toHaveLength(0);
  const workers = [start(), start()];
  const dice = random('fleet');
  let kills = 0;
  const kill = () => {
    kills += 1;
    workers[kills % 2]?.child.kill('SIGKILL');
    workers[kills % 2] = start();
  };
  const disturb: Record<number, () => void> = {
    [before + 60 + dice.int(30)]: kill,
    [before + 150]: () => void postgres.cut(),
    [before + 200 + dice.int(30)]: kill,
    [before + 300]: () => void postgres.stop().then(postgres.start),
    [before + 400 + dice.int(30)]: kill,
  };
  onRequest = (count) => disturb[count]?.();
  const { code, json, stderr } = await planned.ended;
  expect(code, stderr).toBe(0);
  onRequest = () => {};
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  for (const end of ends) expect(end.code, end.stderr).toBe(0);

  expect(kills).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'done', problems: [], summary: { missing: 0, problems: [] } });
  expect(json.at(-1).summary.digest).toBe(plain.json.at(-1).summary.digest);
  const counted = attemptsOf(join(fleet.cwd, 'whole')).filter(({ final }) => final);
  expect(counted).toHaveLength(600);
  expect(new Set(counted.map(({ unit }) => unit)).size).toBe(600);
  // A request is under way until its reply is kept: so many there are in one worker, and one that is about to be sent.
  const repeated = server.asked.length - before - 600;
  expect(repeated).toBeLessThanOrEqual(kills * (CONCURRENCY + 1));
  const verified = await sextant({ cwd: fleet.cwd }, 'verify', 'whole', '--json');
  expect(verified.code, verified.stderr).toBe(0);
});

test('a unit that kills whoever works on it ends as an error, alone, and the rest goes on', async () => {
  const { cwd, planner, worker } = await newFleet();
  const place = { cwd, env: postgres.env };
  writeFileSync(
    join(cwd, 'poison.mjs'),
    `export default { id: 'module/poison', capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }, settings: {},
      async answer({ unit }) { if (unit.id === process.env.POISON) process.kill(process.pid, 'SIGKILL'); return { text: '(A)', finish: 'stop' }; } };`,
  );
  const ids =
    (await sextant(place, 'run', 'tiny:count=60', '--model', 'baseline/random', '--out', 'ids')) &&
    attemptsOf(join(cwd, 'ids'));
  const poison = ids[33]?.unit ?? '';
  const what = ['tiny:count=60', '--model', './poison.mjs'];
  const planned = begin(place, 'run', ...what, '--fleet', planner, '--out', 'whole', '--json');
  let lost = 0;
  for (;;) {
    const { signal, code, stderr } = await sextant(
      { cwd, env: { ...postgres.env, POISON: poison } },
      'worker',
      worker,
      ...what,
    );
    if (signal === 'SIGKILL') lost += 1;
    else if (code === 0) break;
    // Started before the plan was there.
    else expect(stderr).toContain('nothing is planned');
  }
  const { json, stderr } = await planned.ended;
  expect(json.at(-1), stderr).toMatchObject({
    event: 'done',
    summary: { units: 60, missing: 0, outcomes: { provider_error: 1 } },
  });
  expect(lost).toBe(4);
  const failed = attemptsOf(join(cwd, 'whole')).filter(({ error }) => error);
  expect(failed).toMatchObject(
    [{ unit: poison, error: { kind: 'worker_lost', message: /^4 workers were lost/ } }].map(({ unit }) => ({
      unit,
      error: { kind: 'worker_lost', message: expect.stringMatching(/^4 workers were lost/) },
    })),
  );
  // The same command asks it again, and only it.
  const again = begin(place, 'run', ...what, '--fleet', planner, '--out', 'again', '--json');
  await expect
    .poll(() => postgres.sql(`fleet${number}`, 'select round from sextant_fleet.plans'))
    .toEqual([{ round: 2 }]);
  await sextant(place, 'worker', worker, ...what);
  expect((await again.ended).json.at(-1)).toMatchObject({
    event: 'done',
    summary: { units: 60, missing: 0, outcomes: { answered: 60 } },
  });
});
