import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SextantError } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { Database, initFleet } from '../fleet/index.ts';
import { type FleetWork, fleetsForTests, says } from './testing/fleet.ts';
import { sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const { newFleet, postgres } = fleetsForTests();

test('the role of workers may add results, but not change or delete them, nor plans or limits', async () => {
  const { cwd, place, planner, plan, work, sql } = await newFleet();
  const what = { benchmark: 'tiny:count=12', who: { model: 'baseline/random' } };
  const { ids, ended } = await plan({ ...what, budget: 1, stop: AbortSignal.abort() });
  expect(await ended).toMatchObject({ end: 'stopped' });
  const asWorker = (text: string) =>
    sql(text, 'sextant_worker').then(
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
    'select from sextant_fleet.slices',
    'select from sextant_fleet.format for update',
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
  const id = '(select id from sextant_fleet.plans)';
  const slice = (usd: string) => `select sextant_fleet.take_slice(${id}, gen_random_uuid(), ${usd}) is null as refused`;
  for (const usd of ['2', '-1', `'NaN'`, `'Infinity'`]) expect(await asWorker(slice(usd))).toEqual([{ refused: true }]);
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: false }]);
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: true }]);
  // Nobody gives back what others took, and who took it can be read nowhere.
  const workers = `(select id from sextant_fleet.workers union select gen_random_uuid())`;
  await asWorker(
    `select sextant_fleet.return_slice(slice, id, 1) from generate_series(1, 9) as slice, ${workers} as known`,
  );
  expect(await asWorker(slice('0.75'))).toEqual([{ refused: true }]);

  // What it may do it can also do wrong: whatever cannot be what it claims is left out, by name.
  const row = (unit: number, lines: unknown, answer = true) =>
    `insert into sextant_fleet.lines (worker, seq, plan, unit, epoch, round, attempt, replied, final, answer, lines)
     values (gen_random_uuid(), 1, ${id}, ${unit}, 0, 1, 1, ${answer}, ${answer}, ${answer}, '${typeof lines === 'string' ? lines : JSON.stringify(lines)}')`;
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
    `insert into sextant_fleet.workers (id, plan, host, pid, started, seen) values (gen_random_uuid(), ${id}, E'\\x1b[2J evil', ${pid}, '', '${seen}')`;
  expect(await asWorker(register(-1, 'now'))).toBe('23514');
  expect(await asWorker(register(1, 'infinity'))).toBe('23514');
  expect(await asWorker(register(1, 'now'))).toEqual([]);
  const status = await sextant({ cwd, env: postgres().env }, 'fleet', 'status', planner);
  expect(status.stdout).toContain('evil');
  expect(status.stdout).not.toContain('\x1b');
  const kept = (unit = '', sha = film.sha256) => ({
    event: 'prompt',
    unit,
    prompt: { parts: [{ media: { ...film, sha256: sha, type: 'image/png' }, kept: true }], decoding: {} },
  });
  expect(await asWorker(row(5, kept(ids[5]), false))).toEqual([]);
  const blob = (pieces: number, { name: sha = film.sha256, piece = 0, bytes = `'fake'` } = {}) =>
    `insert into sextant_fleet.blobs (plan, sha256, piece, pieces, bytes) values (${id}, '${sha}', ${piece}, ${pieces}, ${bytes})`;
  expect(await asWorker(blob(1))).toBe('23514');
  expect(await asWorker(blob(100_000))).toBe('23514');
  expect(await asWorker(blob(2))).toEqual([]);
  // One that is what it claims arrives, in pieces.
  const large = sha256(Buffer.from(`${'a'.repeat(1 << 20)}b`));
  expect(await asWorker(row(7, kept(ids[7], large), false))).toEqual([]);
  const aaa = `convert_to(repeat('a', 1 << 20), 'UTF8')`;
  expect(await asWorker(blob(2, { name: large, piece: 1, bytes: `'b'` }))).toEqual([]);
  expect(await asWorker(blob(2, { name: large, bytes: `${aaa} || 'b'` }))).toBe('23514');
  expect(await asWorker(blob(2, { name: large, bytes: aaa }))).toEqual([]);

  // Numbers too large to count on, ends in rounds to come, chunks of no round, a question too deep to read.
  expect(
    await asWorker(row(8, attempt(ids[8]), false).replace('1, 1, false, false', '2147483647, 1, false, true')),
  ).toEqual([]);
  expect(
    await asWorker(row(9, attempt(ids[9]), false).replace('1, 1, false, false', '1, 2147483647, true, false')),
  ).toEqual([]);
  for (const data of [
    '{"from":0,"to":12,"round":4000000000,"deaths":0}',
    '{"from":0,"to":12,"round":2147483647,"deaths":0}',
    'null',
  ])
    expect(
      await asWorker(
        `insert into sextant_queue.job (name, data, priority) select name, '${data}', 9 from sextant_queue.queue`,
      ),
    ).toEqual([]);
  const deep = `{"event":"sample","sample":{"id":"${ids[10]}","cluster":"c","groups":{},"media":[],"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
  expect(await asWorker(row(10, deep, false))).toEqual([]);

  expect(await work(what)).toMatchObject({ end: 'done', done: 11 });
  const pulled = await sextant(place, 'fleet', 'pull', planner, '--out', 'p', '--partial', '--json');
  expect(pulled.json[0], pulled.stderr).toMatchObject({ event: 'pulled', units: 11, summary: { missing: 1 } });
  expect(pulled.json[0].problems.toSorted()).toEqual([
    `file ${film.sha256}: its content is not what its name says`,
    'unit number 2, epoch 4: the plan has no such unit',
    'unit number 99, epoch 0: the plan has no such unit',
    expect.stringContaining(`unit ${ids[2]}: a row of worker`),
    expect.stringContaining(`unit ${ids[4]}: a row of worker`),
    `unit ${ids[5]}: its file ${film.sha256} is missing`,
    ...[8, 9, 10].map((unit) => expect.stringContaining(`unit ${ids[unit]}: a row of worker`)),
  ]);
  expect(statSync(join(cwd, 'p/blobs', large.slice(0, 2), large)).size).toBe((1 << 20) + 1);

  // The problem names who wrote it; without those lines the unit is asked again, and no chunk of a liar's keeps anybody waiting.
  const [liar] = await sql(`select worker from sextant_fleet.lines where unit = 2 and epoch = 0 and answer`);
  expect(pulled.json[0].problems.join()).toContain(String(liar?.worker));
  await sql(`delete from sextant_fleet.lines where worker = '${liar?.worker}'`, 'sextant_planner');
  const again = await plan({ ...what, out: join(cwd, 'again') });
  await asWorker(
    `insert into sextant_queue.job (name, start_after) select name, now() + interval '1 year' from sextant_queue.queue`,
  );
  await work(what);
  expect(await again.ended).toMatchObject({ end: 'done', pulled: { units: 12 } });
});

test('a database in which everybody may create functions is refused', async () => {
  await postgres().create('upgraded');
  await postgres().sql('upgraded', 'grant create on schema public to public');
  const db = await Database.open(postgres().url('admin', 'upgraded'), { env: postgres().env });
  onTestFinished(() => db.close());
  await expect(initFleet(db)).rejects.toThrow('everybody may create functions in the schema public');
  await postgres().sql('upgraded', 'drop schema public');
  await initFleet(db);
});

test('a worker does what its own command line says, whatever the database says', async () => {
  const { cwd, sql, plan, work, pull, server, over } = await newFleet();
  const other = await startUnitServer(says);
  onTestFinished(() => other.close());
  const what = { benchmark: 'tiny:count=12' };
  const { ended } = await plan(what);
  const planner = expect(ended).rejects.toThrow('the plan is not what its hash says');
  const refused = async (options: FleetWork = what) => {
    const error: unknown = await work(options).catch((cause: unknown) => cause);
    return error instanceof SextantError ? error.message : '';
  };
  const [{ run, version }] = (await sql('select run, version from sextant_fleet.plans')) as [
    Record<'run' | 'version', string>,
  ];
  const { spec } = JSON.parse(run);
  expect(spec.model.settings).toEqual({ dialect: 'openai', replicas: true });
  const otherData = await refused({ benchmark: 'tiny:count=12,seed=2' });
  expect(otherData).toMatch(new RegExp(`data.sha256: "${spec.data.sha256}" in the plan, "[0-9a-f]{64}" here`));
  const otherProtocol = await refused({ ...what, decoding: { temperature: 0.5 } });
  expect(otherProtocol).toMatch(new RegExp(`protocolHash: "${spec.protocolHash}" in the plan, "[0-9a-f]{64}" here`));
  await sql(`update sextant_fleet.plans set version = '9.9.9'`);
  expect(await refused()).toBe(`the plan was made by Sextant 9.9.9, this is ${version}`);
  await sql(`update sextant_fleet.plans set version = '${version}', epochs = 1000`);
  expect(await refused()).toBe('the plan has 12 samples, 1,000 epochs; here are 12 samples, 1 epoch');
  await planner;
  await sql(`update sextant_fleet.plans set epochs = 1`);

  // A database that lies about everything else: the plan's own words, and what the queue hands out.
  const evil = {
    ...JSON.parse(run),
    spec: { ...spec, model: { ...spec.model, id: './evil.mjs', settings: { baseUrl: other.url } } },
  };
  writeFileSync(
    join(cwd, 'evil.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'; writeFileSync('hacked', '');`,
  );
  await sql(`update sextant_fleet.plans set run = '${JSON.stringify(evil)}'`);
  for (const data of [
    { from: '../../etc', to: './evil.mjs' },
    { from: 0, to: 1e9, round: 1, deaths: 0 },
    { from: 0, to: 900, round: 1, deaths: 0 },
  ])
    await sql(
      `insert into sextant_queue.job (name, data, priority) select name, '${JSON.stringify(data)}', 9 from sextant_queue.queue`,
    );
  expect(await work(what)).toMatchObject({ end: 'done', done: 12 });
  expect([server.asked.length, other.asked.length]).toEqual([12, 0]);
  expect(existsSync(join(cwd, 'hacked'))).toBe(false);
  await expect(pull('p')).rejects.toThrow('the plan is not what its hash says');
  // More units than are planned, in the run's file, or among the names.
  await sql(`update sextant_fleet.plans set run = '${JSON.stringify({ ...JSON.parse(run), units: 13 })}'`);
  await expect(pull('p')).rejects.toThrow('the plan is not what its hash says');
  await sql(`update sextant_fleet.plans set run = '${run}'`);
  await sql(`update sextant_fleet.plan_ids set ids = (ids::jsonb || '["../../etc/passwd"]')::text`);
  await expect(pull('p')).rejects.toThrow('the list of units is not that of the plan');
  over.abort();
});

test('a password comes from the environment or a pass file, and is told nobody', async () => {
  const { cwd, name, planner } = await newFleet();
  const secret = encodeURIComponent(postgres().password);
  const told = planner.replace('@', `:${secret}@`);
  const refused = await sextant({ cwd }, 'worker', told, 'tiny', '--model', 'baseline/random');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a password does not belong on the command line');
  expect(refused.stderr).toContain(planner);
  expect(refused.stderr + refused.stdout).not.toContain(secret);
  const wrong = await sextant({ cwd, env: { PGPASSWORD: 'wrong-guess-7' } }, 'fleet', 'status', planner);
  expect(wrong.stderr).toContain('password authentication failed');
  expect(wrong.stderr).not.toContain('wrong-guess-7');
  const nobody = await sextant({ cwd }, 'fleet', 'init', 'postgres://a@nobody.invalid/fleet');
  expect(nobody.stderr).toContain('fix: start the database server, or correct host and port in the address');
  const { port, username } = new URL(planner);
  const escaped = postgres().password.replaceAll(/[\\:]/g, (each) => `\\${each}`);
  writeFileSync(join(cwd, 'pass'), `127.0.0.1:${port}:${name}:${username}:${escaped}\n`, { mode: 0o600 });
  const filed = await sextant({ cwd, env: { PGPASSFILE: join(cwd, 'pass') } }, 'fleet', 'status', planner);
  expect(filed.stderr).toContain('nothing is planned');
});
