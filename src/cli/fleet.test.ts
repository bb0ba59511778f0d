import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
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
  await postgres.create('prepared');
  const init = await sextant(
    { cwd: newFolder(), env: postgres.env },
    'fleet',
    'init',
    postgres.url('admin', 'prepared'),
  );
  expect(init.code, init.stderr).toBe(0);
  for (const role of ['sextant_planner', 'sextant_worker'])
    await postgres.sql('prepared', `alter role ${role} password '${postgres.password}'`);
});
afterAll(() => postgres.close());

/** A copy of the database that our own command prepared; addresses by role. */
async function newFleet() {
  number += 1;
  const name = `fleet${number}`;
  await postgres.create(name, 'prepared');
  const cwd = newFolder();
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
  await plannedIds(fleet.name);
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

test('a worker of another machine that falls silent is replaced; files may lie in a folder that all share', async () => {
  const { cwd, name, planner, worker } = await newFleet();
  let hangs = true;
  const server = await startUnitServer((key) => (hangs ? () => {} : says(key)));
  onTestFinished(() => server.close());
  const key = 'sk-of-this-machine-only';
  const place = { cwd, env: { ...postgres.env, ...server.env, OPENAI_API_KEY: key } };
  const what = ['tiny:count=16', '--model', 'openai/some', '--epochs', '2'];
  const planned = begin(place, 'run', ...what, '--fleet', planner, '--files', 'shared', '--out', 'whole', '--json');
  await plannedIds(name);
  const silent = begin(place, 'worker', worker, ...what, '--files', 'shared');
  await expect.poll(() => server.asked.length).toBeGreaterThan(0);
  silent.child.kill('SIGKILL');
  await silent.ended;
  hangs = false;
  // Nobody here can look whether it lives, and it has not said so for an hour.
  await postgres.sql(name, `update sextant_fleet.workers set host = 'elsewhere', seen = now() - interval '1 hour'`);
  const view = begin(place, 'view', '--fleet', planner, '--port', '0', '--json');
  const [said] = view.child.stdout ? await once(view.child.stdout, 'data') : [];
  const { runs } = await (await fetch(`${JSON.parse(String(said)).url}api/shared`)).json();
  expect(runs).toMatchObject([
    {
      kind: 'fleet',
      benchmark: 'tiny',
      state: 'going',
      units: 32,
      answered: 0,
      members: [{ state: 'silent', done: 0 }],
    },
  ]);
  view.child.kill('SIGTERM');
  expect((await view.ended).code).toBe(0);
  await postgres.sql(
    name,
    `update sextant_queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
  const { code, json, stderr } = await sextant(place, 'worker', worker, ...what, '--files', 'shared', '--json');
  expect([code, json.at(-1)?.answered], stderr).toEqual([0, 32]);
  const whole = (await planned.ended).json.at(-1);
  expect(whole).toMatchObject({ problems: [], summary: { units: 32, missing: 0, problems: [] } });
  const plain = await sextant(place, 'run', ...what, '--out', 'plain', '--json');
  expect(whole.summary.digest).toBe(plain.json.at(-1).summary.digest);
  const replies = attemptsOf(join(cwd, 'whole')).map(({ reply }) => reply?.endpoint);
  expect(new Set(replies)).toEqual(new Set([server.url]));
  expect(await postgres.sql(name, 'select from sextant_fleet.blobs')).toEqual([]);
  const tables = ['plans', 'lines', 'workers'].map(
    (table) => `select ${table}::text as row from sextant_fleet.${table}`,
  );
  const rows = await postgres.sql(
    name,
    [...tables, 'select job::text as row from sextant_queue.job'].join(' union all '),
  );
  for (const { row } of rows) for (const secret of [key, postgres.password]) expect(row).not.toContain(secret);
});

test('a unit that kills whoever works on it ends as an error, alone, and the rest goes on', async () => {
  const { cwd, name, planner, worker } = await newFleet();
  const place = { cwd, env: postgres.env };
  writeFileSync(
    join(cwd, 'poison.mjs'),
    `export default { id: 'module/poison', capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }, settings: {},
      async answer({ unit }) { if (unit.id === process.env.POISON) process.kill(process.pid, 'SIGKILL'); return { text: '(A)', finish: 'stop' }; } };`,
  );
  const what = ['tiny:count=40', '--model', './poison.mjs'];
  const planned = begin(place, 'run', ...what, '--fleet', planner, '--out', 'whole', '--json');
  const poison = (await plannedIds(name))[23] ?? '';
  let lost = 0;
  for (;;) {
    const env = { ...postgres.env, POISON: poison };
    const { signal, code, stderr } = await sextant({ cwd, env }, 'worker', worker, ...what);
    if (signal !== 'SIGKILL') {
      expect(code, stderr).toBe(0);
      break;
    }
    lost += 1;
  }
  const { json, stderr } = await planned.ended;
  expect(json.at(-1), stderr).toMatchObject({
    event: 'done',
    summary: { units: 40, missing: 0, outcomes: { provider_error: 1 } },
  });
  expect(lost).toBe(4);
  const failed = attemptsOf(join(cwd, 'whole')).filter(({ error }) => error);
  expect(failed).toMatchObject([{ unit: poison, error: { kind: 'worker_lost' } }]);
  expect(failed[0]?.error?.message).toContain('4 workers were lost');
  // The same command asks it again, and only it.
  const again = begin(place, 'run', ...what, '--fleet', planner, '--out', 'again', '--json');
  await expect.poll(() => postgres.sql(name, 'select round from sextant_fleet.plans')).toEqual([{ round: 2 }]);
  expect((await sextant(place, 'worker', worker, ...what, '--json')).json.at(-1)).toMatchObject({ answered: 1 });
  const { summary } = (await again.ended).json.at(-1);
  expect(summary).toMatchObject({ units: 40, missing: 0 });
  expect(summary.outcomes.provider_error).toBeUndefined();
});

test('the role of workers may add results, but not change or delete them, nor plans or limits', async () => {
  const { cwd, name, planner, worker } = await newFleet();
  const what = ['tiny:count=12', '--model', 'baseline/random'];
  const planned = begin({ cwd, env: postgres.env }, 'run', ...what, '--fleet', planner, '--out', 'r', '--budget', '1');
  const ids = await plannedIds(name);
  const asWorker = (text: string) =>
    postgres.sql(name, text, 'sextant_worker').then(
      (rows) => rows,
      (error: { code?: string }) => error.code,
    );
  const denied = [
    ...['lines', 'blobs', 'plans', 'plan_ids', 'limits', 'slices', 'format'].flatMap((table) => [
      `delete from sextant_fleet.${table}`,
      `truncate sextant_fleet.${table} cascade`,
      `drop table sextant_fleet.${table}`,
    ]),
    `update sextant_fleet.lines set lines = ''`,
    `update sextant_fleet.blobs set bytes = ''`,
    `update sextant_fleet.plans set state = 'cancelled'`,
    'update sextant_fleet.limits set budget = 1e9',
    'update sextant_fleet.slices set unused = usd',
    `insert into sextant_fleet.plans (id, version, run, samples, epochs) values ('${'0'.repeat(64)}', '1', '{}', 1, 1)`,
    `insert into sextant_fleet.limits (plan) values ('x')`,
    `insert into sextant_fleet.slices (plan, worker, usd) select id, gen_random_uuid(), 1 from sextant_fleet.plans`,
    'delete from sextant_fleet.workers',
    'create table sextant_fleet.mine ()',
    // The name of a queue's table becomes part of what planners execute.
    `update sextant_queue.queue set table_name = 'job_common; update sextant_fleet.limits set budget = 1e9; --'`,
    `insert into sextant_queue.queue select (jsonb_populate_record(queue, '{"name": "plan-next"}')).* from sextant_queue.queue`,
    'delete from sextant_queue.queue',
    'update sextant_queue.version set version = 1',
    `insert into sextant_queue.bam (name, version, table_name, command) values ('x', 1, 'job', 'drop schema sextant_fleet cascade')`,
    'create table sextant_queue.mine ()',
    'create table public.mine ()',
    `create function sextant_fleet.take_slice(text, uuid, float8, int) returns int language sql as 'select 1'`,
  ];
  for (const text of denied) expect(await asWorker(text), text).toBe('42501');
  const plan = '(select id from sextant_fleet.plans)';
  const slice = (usd: string) =>
    `select sextant_fleet.take_slice(${plan}, gen_random_uuid(), ${usd}) is null as refused`;
  for (const usd of ['2', '-1', `'NaN'`, `'Infinity'`]) expect(await asWorker(slice(usd))).toEqual([{ refused: true }]);
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: false }]);
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: true }]);
  await asWorker('select sextant_fleet.return_slice(id, gen_random_uuid(), 1) from sextant_fleet.slices');
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: true }]);

  // What it may do it can also do wrong: whatever cannot be what it claims is left out, by name.
  const row = (unit: number, lines: unknown, answer = true) =>
    `insert into sextant_fleet.lines (worker, seq, plan, unit, epoch, round, attempt, replied, final, answer, lines)
     values (gen_random_uuid(), 1, ${plan}, ${unit}, 0, 1, 1, ${answer}, ${answer}, ${answer}, '${typeof lines === 'string' ? lines : JSON.stringify(lines)}')`;
  const attempt = (unit = '') => ({
    event: 'attempt',
    unit,
    epoch: 0,
    attempt: 1,
    at: '2026-01-01T00:00:00Z',
    ms: 1,
    final: true,
    reply: { text: '(A)', finish: 'stop' },
  });
  const film = { sha256: 'f'.repeat(64), type: 'video/mp4', bytes: 4 };
  expect(await asWorker(row(2, attempt(ids[3])))).toEqual([]);
  expect(await asWorker(row(2, attempt(ids[2])))).toBe('23505');
  expect(await asWorker(row(99, attempt(ids[3])))).toEqual([]);
  expect(await asWorker(row(4, '../../etc/passwd', false))).toEqual([]);
  expect(await asWorker(row(-7, attempt(ids[3])))).toBe('23514');
  // An answer in a place that does not exist must not hide one that does: unit 2, epoch 4 is no other name of unit 6.
  expect(await asWorker(row(2, attempt(ids[6])).replace(', 2, 0,', ', 2, 4,'))).toEqual([]);
  const register = (pid: number, seen: string) =>
    `insert into sextant_fleet.workers (id, plan, host, pid, started, seen) values (gen_random_uuid(), ${plan}, E'\\x1b[2J evil', ${pid}, '', '${seen}')`;
  expect(await asWorker(register(-1, 'now'))).toBe('23514');
  expect(await asWorker(register(1, 'infinity'))).toBe('23514');
  expect(await asWorker(register(1, 'now'))).toEqual([]);
  const status = await sextant({ cwd, env: postgres.env }, 'fleet', 'status', planner);
  expect(status.stdout).toContain('evil');
  expect(status.stdout).not.toContain('\x1b');
  const kept = {
    event: 'prompt',
    unit: ids[5],
    prompt: { parts: [{ media: { ...film, type: 'image/png' }, kept: true }], decoding: {} },
  };
  expect(await asWorker(row(5, kept, false))).toEqual([]);
  const blob = (pieces: number) =>
    `insert into sextant_fleet.blobs (plan, sha256, piece, pieces, bytes) values (${plan}, '${film.sha256}', 0, ${pieces}, 'fake')`;
  expect(await asWorker(blob(1))).toBe('23514');
  expect(await asWorker(blob(2))).toEqual([]);

  await sextant({ cwd, env: postgres.env }, 'worker', worker, ...what);
  planned.child.kill('SIGKILL');
  const pulled = await sextant(
    { cwd, env: postgres.env },
    'fleet',
    'pull',
    planner,
    '--out',
    'p',
    '--partial',
    '--json',
  );
  expect(pulled.json[0]).toMatchObject({ event: 'pulled', units: 11, summary: { missing: 1 } });
  expect(pulled.json[0].problems.toSorted()).toEqual([
    `file ${film.sha256}: its content is not what its name says`,
    'unit number 2, epoch 4: the plan has no such unit',
    'unit number 99, epoch 0: the plan has no such unit',
    expect.stringContaining(`unit ${ids[2]}: a row of worker`),
    expect.stringContaining(`unit ${ids[4]}: a row of worker`),
    `unit ${ids[5]}: its file ${film.sha256} is missing`,
  ]);

  // The problem names who wrote it; without those lines the unit is asked again.
  const [liar] = await postgres.sql(
    name,
    `select worker from sextant_fleet.lines where unit = 2 and epoch = 0 and answer`,
  );
  expect(pulled.json[0].problems.join()).toContain(String(liar?.worker));
  await postgres.sql(name, `delete from sextant_fleet.lines where worker = '${liar?.worker}'`, 'sextant_planner');
  const again = begin({ cwd, env: postgres.env }, 'run', ...what, '--fleet', planner, '--out', 'again', '--json');
  await sextant({ cwd, env: postgres.env }, 'worker', worker, ...what);
  expect((await again.ended).json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0 } });
});

test('a worker does what its own command line says, whatever the database says', async () => {
  const { cwd, name, planner, worker } = await newFleet();
  const [own, other] = [await startUnitServer(says), await startUnitServer(says)];
  onTestFinished(() => own.close());
  onTestFinished(() => other.close());
  const place = { cwd, env: { ...postgres.env, ...own.env } };
  const what = ['tiny:count=12', '--model', 'openai/some'];
  const planned = begin(place, 'run', ...what, '--fleet', planner, '--out', 'r', '--json');
  await plannedIds(name);
  const refused = async (...args: string[]) => {
    const { code, stderr } = await sextant(place, 'worker', worker, ...args);
    expect(code).toBe(1);
    return stderr;
  };
  const [{ run }] = (await postgres.sql(name, 'select run from sextant_fleet.plans')) as [{ run: string }];
  const { spec } = JSON.parse(run);
  expect(spec.model.settings).toEqual({ dialect: 'openai', replicas: true });
  const otherData = await refused('tiny:count=12,seed=2', '--model', 'openai/some');
  expect(otherData).toMatch(new RegExp(`data.sha256: "${spec.data.sha256}" in the plan, "[0-9a-f]{64}" here`));
  const otherProtocol = await refused(...what, '--temperature', '0.5');
  expect(otherProtocol).toMatch(new RegExp(`protocolHash: "${spec.protocolHash}" in the plan, "[0-9a-f]{64}" here`));
  await postgres.sql(name, `update sextant_fleet.plans set version = '9.9.9'`);
  expect(await refused(...what)).toMatch(/the plan was made by Sextant 9\.9\.9, this is \d/);

  // A database that lies about everything else: the plan's own words, and what the queue hands out.
  const evil = {
    ...JSON.parse(run),
    spec: { ...spec, model: { ...spec.model, id: './evil.mjs', settings: { baseUrl: other.url } } },
  };
  writeFileSync(
    join(cwd, 'evil.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'; writeFileSync('hacked', '');`,
  );
  await postgres.sql(
    name,
    `update sextant_fleet.plans set version = (select '${JSON.parse(run).versions.sextant}'), run = '${JSON.stringify(evil)}'`,
  );
  for (const data of [
    { from: '../../etc', to: './evil.mjs' },
    { from: 0, to: 1e9, round: 1, deaths: 0 },
    { from: 0, to: 900, round: 1, deaths: 0 },
  ])
    await postgres.sql(
      name,
      `insert into sextant_queue.job (name, data, priority) select name, '${JSON.stringify(data)}', 9 from sextant_queue.queue`,
    );
  const worked = await sextant(place, 'worker', worker, ...what, '--json');
  expect(worked.json.at(-1), worked.stderr).toMatchObject({ event: 'done', answered: 12 });
  expect([own.asked.length, other.asked.length]).toEqual([12, 0]);
  expect(existsSync(join(cwd, 'hacked'))).toBe(false);
  planned.child.kill('SIGKILL');
  const pulled = await sextant(place, 'fleet', 'pull', planner, '--out', 'p');
  expect(pulled.stderr).toContain('the plan is not what its hash says');
});

test('a password comes from the environment or a pass file, and is told nobody', async () => {
  const { cwd, name, planner } = await newFleet();
  const secret = encodeURIComponent(postgres.password);
  const told = planner.replace('@', `:${secret}@`);
  const refused = await sextant({ cwd }, 'fleet', 'status', told);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a password does not belong on the command line');
  expect(refused.stderr).toContain(planner);
  expect(refused.stderr + refused.stdout).not.toContain(secret);
  const wrong = await sextant({ cwd, env: { PGPASSWORD: 'wrong-guess-7' } }, 'fleet', 'status', planner);
  expect(wrong.stderr).toContain('password authentication failed');
  expect(wrong.stderr).not.toContain('wrong-guess-7');
  const { port, username } = new URL(planner);
  const escaped = postgres.password.replaceAll(/[\\:]/g, (each) => `\\${each}`);
  writeFileSync(join(cwd, 'pass'), `127.0.0.1:${port}:${name}:${username}:${escaped}\n`, { mode: 0o600 });
  const filed = await sextant({ cwd, env: { PGPASSFILE: join(cwd, 'pass') } }, 'fleet', 'status', planner);
  expect(filed.stderr).toContain('nothing is planned');
});

test('one budget and one silence for all; pause, resume and cancel reach the workers', async () => {
  const { cwd, name, planner, worker } = await newFleet();
  let limited = false;
  const server = await startUnitServer((key) =>
    limited ? behave.status(429, '{}', { 'retry-after': '3600' }) : says(key),
  );
  onTestFinished(() => server.close());
  const place = { cwd, env: { ...postgres.env, ...server.env } };
  // A reply costs 7/1000 $, at most 8/1000.
  writeFileSync(join(cwd, 'prices.json'), JSON.stringify({ models: { 'openai/some': { input: 0, output: 1000 } } }));
  const what = ['tiny:count=200', '--model', 'openai/some', '--max-tokens', '8', '--prices', 'prices.json'];
  const planned = begin(place, 'run', ...what, '--fleet', planner, '--budget', '0.2', '--out', 'r', '--json');
  await plannedIds(name);
  await sextant(place, 'fleet', 'pause', planner);
  // Whoever watches again changes nothing.
  const watching = begin(place, 'run', ...what, '--fleet', planner, '--budget', '0.2', '--out', 'r2', '--json');
  if (watching.child.stdout) await once(watching.child.stdout, 'data');
  watching.child.kill('SIGKILL');
  const working = [0, 1].map(() => begin(place, 'worker', worker, ...what, '--json'));
  await expect.poll(() => beatsOf(name)).toEqual([{ workers: 2 }]);
  expect(server.asked).toEqual([]);
  await sextant(place, 'fleet', 'resume', planner);
  const ends = await Promise.all(working.map(({ ended }) => ended));
  for (const { code, json } of ends) expect([code, json.at(-1).reason]).toEqual([3, 'budget']);
  expect(server.asked.length * 0.007).toBeLessThanOrEqual(0.2);
  expect(server.asked.length).toBeGreaterThan(20);
  const [{ spent }] = (await postgres.sql(name, 'select sum(usd - unused) as spent from sextant_fleet.slices')) as [
    { spent: number },
  ];
  expect(spent).toBeCloseTo(server.asked.length * 0.007, 9);

  await postgres.sql(name, 'update sextant_fleet.limits set budget = null');
  limited = true;
  const first = begin(place, 'worker', worker, ...what);
  const silence = `select not_before > now() + interval '500 seconds' as silent from sextant_fleet.limits`;
  await expect.poll(() => postgres.sql(name, silence)).toEqual([{ silent: true }]);
  const asked = server.asked.length;
  const second = begin(place, 'worker', worker, ...what, '--json');
  await expect.poll(() => beatsOf(name)).toEqual([{ workers: 4 }]);
  expect(server.asked.length).toBe(asked);
  await sextant(place, 'fleet', 'cancel', planner);
  expect((await second.ended).json.at(-1)).toMatchObject({ event: 'stopped', reason: 'cancelled' });
  await first.ended;
  expect((await planned.ended).json.at(-1)).toMatchObject({ event: 'stopped', reason: 'cancelled' });
  const pulled = await sextant(place, 'fleet', 'pull', planner, '--out', 'p', '--partial', '--json');
  expect(pulled.json[0]).toMatchObject({ units: Math.round(spent / 0.007), problems: [] });
  expect((await sextant(place, 'fleet', 'resume', planner)).stderr).toContain('this plan was given up');
});

/** The ids of a plan, once it is there. */
async function plannedIds(name: string): Promise<string[]> {
  await expect.poll(() => postgres.sql(name, 'select from sextant_queue.job').catch(() => [])).not.toHaveLength(0);
  const [row] = await postgres.sql(name, 'select ids from sextant_fleet.plan_ids');
  return JSON.parse(String(row?.ids));
}

/** Workers that have said more than once how they are. */
function beatsOf(name: string) {
  return postgres.sql(name, 'select count(*)::int as workers from sextant_fleet.workers where seen > since');
}
