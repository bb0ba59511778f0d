import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Behaviour, behave } from '../contestants/models/testing/bad-server.ts';
import { SextantError } from '../contracts/index.ts';
import { type LaunchOptions, launch, openStored } from '../engine/index.ts';
import { sha256 } from '../files/index.ts';
import { choosePlan, Database, pullRun, runOnFleet, setState, work } from '../fleet/index.ts';
import { type PostgresServer, startPostgres } from '../fleet/testing/server.ts';
import { random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import { attemptsOf } from './testing/journal.ts';
import { begin, type Ended, newFolder, sextant } from './testing/sextant.ts';
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

/** The answer depends on the question alone, so that two runs can be compared. */
const says = (key: string) => behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A');
const slowly =
  (ms: number, then: Behaviour): Behaviour =>
  (...args) =>
    void setTimeout(() => then(...args), ms);

/** A prepared database, and a model's server that answers so. What is planned and worked on here takes no process of its own. */
async function newFleet(answer: (key: string) => Behaviour = says, keys: Record<string, string> = {}) {
  number += 1;
  const name = `fleet${number}`;
  await postgres.create(name, 'prepared');
  const server = await startUnitServer(answer);
  onTestFinished(() => server.close());
  const cwd = newFolder();
  const place = { cwd, env: { ...postgres.env, ...server.env, ...keys } };
  const [planner, worker] = [postgres.url('sextant_planner', name), postgres.url('sextant_worker', name)];
  const sql = (text: string, user?: string) => postgres.sql(name, text, user);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const whole = (options: Options): LaunchOptions => ({
    who: { model: 'openai/some' },
    stop: over.signal,
    ...place,
    ...options,
  });
  const db = await Database.open(planner, { env: postgres.env, abort: over.signal });
  onTestFinished(() => db.close());
  return {
    ...place,
    place,
    sql,
    db,
    name,
    planner,
    worker,
    server,
    over,
    /** Resolves when it is planned; `ended` when all is done and pulled. */
    async plan({ files, ...options }: Options & { files?: string }) {
      const planned = Promise.withResolvers<void>();
      const launched = whole({ out: join(cwd, 'whole'), ...options });
      const ended = runOnFleet({
        launch: launched,
        url: planner,
        env: postgres.env,
        planned: () => planned.resolve(),
        ...(files !== undefined && { files }),
      });
      await Promise.race([planned.promise, ended]);
      return { ended, ids: await idsOf(name) };
    },
    work: ({ files, ...options }: Options & { files?: string }) =>
      work({ launch: whole(options), url: worker, env: postgres.env, ...(files !== undefined && { files }) }),
    alone: async (options: Options) => (await launch(whole({ out: join(cwd, 'alone'), ...options }))).scored.summary,
    pull: async (out: string) => pullRun(db, { plan: await choosePlan(db), out: join(cwd, out), partial: true }),
  };
}
type Options = Omit<Partial<LaunchOptions>, 'benchmark'> & Pick<LaunchOptions, 'benchmark'>;

async function idsOf(name: string): Promise<string[]> {
  const [row] = await postgres.sql(name, 'select ids from sextant_fleet.plan_ids');
  return JSON.parse(String(row?.ids));
}

const CONCURRENCY = 4;

test('killed, cut off, without a database for a while: nothing is lost, nothing counted twice, the digest is that of one machine', async () => {
  let asked = 0;
  let disturb: Record<number, () => void> = {};
  const fleet = await newFleet((key) => {
    asked += 1;
    disturb[asked]?.();
    return slowly(80, says(key));
  });
  const UNITS = 240;
  const what = { benchmark: `tiny:count=${UNITS}` };
  const { digest } = await fleet.alone({ ...what, concurrency: 64 });
  const { ended } = await fleet.plan(what);
  const start = () =>
    begin(
      fleet.place,
      ...['worker', fleet.worker, what.benchmark, '--model', 'openai/some', '--concurrency', String(CONCURRENCY)],
    );
  const workers = [start(), start()];
  const dice = random('fleet');
  let kills = 0;
  const kill = () => {
    kills += 1;
    workers[kills % 2]?.child.kill('SIGKILL');
    workers[kills % 2] = start();
  };
  disturb = {
    [UNITS + 20 + dice.int(20)]: kill,
    [UNITS + 60]: () => void postgres.cut(),
    [UNITS + 80 + dice.int(20)]: kill,
    [UNITS + 120]: () => void postgres.stop().then(postgres.start),
    [UNITS + 150 + dice.int(20)]: kill,
  };
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: UNITS, problems: [] } });
  for (const { code, stderr } of await Promise.all(workers.map((each) => each.ended))) expect(code, stderr).toBe(0);

  expect(kills).toBe(3);
  const { summary } = await openStored(join(fleet.cwd, 'whole'));
  expect(summary).toMatchObject({ missing: 0, problems: [], digest });
  const counted = attemptsOf(join(fleet.cwd, 'whole')).filter(({ final }) => final);
  expect(counted).toHaveLength(UNITS);
  expect(new Set(counted.map(({ unit }) => unit)).size).toBe(UNITS);
  // A request is under way until its reply is kept: so many there are in one worker, and one that is about to be sent.
  expect(asked - 2 * UNITS).toBeLessThanOrEqual(kills * (CONCURRENCY + 1));
});

test('a worker that starts while the server stops or starts waits for it', async () => {
  const { place, plan, ...fleet } = await newFleet();
  const what = { benchmark: 'tiny:count=4' };
  const { ended } = await plan(what);
  const url = new URL(fleet.worker);
  const [host, port] = [url.hostname, Number(url.port)];
  let callers = 0;
  const door = createServer((caller) => {
    callers += 1;
    if (callers <= 2) return void caller.once('data', () => caller.resetAndDestroy());
    caller.on('error', () => {});
    const inside = connect(port, host).on('error', () => caller.destroy());
    caller.pipe(inside).pipe(caller);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => void door.close());
  const address = door.address();
  url.port = typeof address === 'object' ? String(address?.port) : '';
  const worker = begin(place, 'worker', url.href, what.benchmark, '--model', 'openai/some');
  const { code, stderr } = await worker.ended;
  expect(code, stderr).toBe(0);
  expect(callers).toBeGreaterThan(2);
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 4, problems: [] } });
});

test('a worker of another machine that falls silent is replaced; files may lie in a folder that all share', async () => {
  let hangs = true;
  const key = 'sk-of-this-machine-only';
  const { cwd, place, sql, plan, work, alone, ...fleet } = await newFleet((unit) => (hangs ? () => {} : says(unit)), {
    OPENAI_API_KEY: key,
  });
  const files = join(cwd, 'shared');
  const what = { benchmark: 'tiny:count=16', epochs: 2 };
  const { ended } = await plan({ ...what, files });
  const words = ['tiny:count=16', '--model', 'openai/some', '--epochs', '2', '--files', files];
  const silent = begin(place, 'worker', fleet.worker, ...words);
  await expect.poll(() => fleet.server.asked.length).toBeGreaterThan(0);
  silent.child.kill('SIGKILL');
  await silent.ended;
  hangs = false;
  // Another container of this machine, whose process numbers mean others here. It has not said so for an hour.
  await sql(`update sextant_fleet.workers set started = 'elsewhere' || started, seen = now() - interval '1 hour'`);
  const view = begin(place, 'view', '--fleet', fleet.planner, '--port', '0', '--json');
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
  // Who looks for the lost leaves it alone, until the queue has not heard of it for long.
  const next = work({ ...what, files });
  await expect.poll(() => sql('select from sextant_fleet.workers where seen > since')).toHaveLength(1);
  expect(await sql('select ended from sextant_fleet.workers where ended is not null')).toEqual([]);
  await sql(
    `update sextant_queue.job set heartbeat_on = now() - interval '1 hour' where retry_count = 0 and state = 'active'`,
  );
  expect(await next).toMatchObject({ end: 'done', done: 32 });
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 32, problems: [] } });
  const { summary } = await openStored(join(cwd, 'whole'));
  expect(summary).toMatchObject({ missing: 0, problems: [], digest: (await alone(what)).digest });
  const replies = attemptsOf(join(cwd, 'whole')).map(({ reply }) => reply?.endpoint);
  expect(new Set(replies)).toEqual(new Set([fleet.server.url]));
  expect(await sql('select from sextant_fleet.blobs')).toEqual([]);
  const tables = ['plans', 'lines', 'workers'].map(
    (table) => `select ${table}::text as row from sextant_fleet.${table}`,
  );
  for (const { row } of await sql([...tables, 'select job::text as row from sextant_queue.job'].join(' union all ')))
    for (const secret of [key, postgres.password]) expect(row).not.toContain(secret);
});

test('a unit that kills whoever works on it ends as an error, alone, and the rest goes on', async () => {
  const { cwd, plan, work, worker } = await newFleet();
  writeFileSync(
    join(cwd, 'poison.mjs'),
    `export default { id: 'module/poison', capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }, settings: {},
      async answer({ unit }) {
        if (unit.id === process.env.POISON) process.kill(process.pid, 'SIGKILL');
        if (unit.id === process.env.GOSSIP) throw new Error('all I know: ' + JSON.stringify(process.env));
        return { text: '(A)', finish: 'stop' }; } };`,
  );
  const what = { benchmark: 'tiny:count=40', who: { model: './poison.mjs' } };
  const { ended, ids } = await plan(what);
  const [gossip = '', poison = ''] = [ids[3], ids[23]];
  const env = { ...postgres.env, POISON: poison, GOSSIP: gossip };
  let lost = 0;
  for (;;) {
    const { signal, code, stderr } = await sextant(
      { cwd, env },
      'worker',
      worker,
      'tiny:count=40',
      '--model',
      './poison.mjs',
    );
    if (signal !== 'SIGKILL') {
      expect(code, stderr).toBe(0);
      break;
    }
    lost += 1;
  }
  expect(lost).toBe(4);
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 40 } });
  const failed = attemptsOf(join(cwd, 'whole')).filter(({ error }) => error);
  expect(failed.map(({ unit }) => unit).sort()).toEqual([gossip, poison].sort());
  const told = (unit: string) => failed.find((attempt) => attempt.unit === unit)?.error;
  expect(told(poison)).toMatchObject({ kind: 'worker_lost', message: expect.stringContaining('4 workers were lost') });
  expect(told(gossip)?.message).toContain('"PGPASSWORD":"***"');
  // The same command asks them again, and only them.
  const again = await plan({ ...what, out: join(cwd, 'again') });
  expect(await work(what)).toMatchObject({ end: 'done', done: 2 });
  await again.ended;
  const { summary } = await openStored(join(cwd, 'again'));
  expect(summary).toMatchObject({ units: 40, missing: 0 });
  expect(summary.outcomes.provider_error).toBeUndefined();
});

test('several who plan the same run at the same time put each unit into the queue once', async () => {
  const { cwd, plan, work, server, sql, over } = await newFleet();
  const what = { benchmark: 'tiny:count=60' };
  const planners = await Promise.all([1, 2, 3].map((each) => plan({ ...what, out: join(cwd, String(each)) })));
  expect(
    await sql("select sum((data->>'to')::int - (data->>'from')::int)::int as units from sextant_queue.job"),
  ).toEqual([{ units: 60 }]);
  // Whoever planned may have been stopped before the queue was full: any of those who watch fills it again, one of them.
  await sql('delete from sextant_queue.job');
  await expect.poll(() => sql('select from sextant_queue.job')).not.toHaveLength(0);
  expect(await work(what)).toMatchObject({ end: 'done', done: 60 });
  for (const { ended } of planners) expect(await ended).toMatchObject({ end: 'done', pulled: { units: 60 } });
  expect(server.asked).toHaveLength(60);
  over.abort();
});

test('seven workers whose clocks differ by years have the digest of one machine, and its time', async () => {
  const { cwd, plan, work, alone } = await newFleet((key) => slowly(5, says(key)));
  const what = { benchmark: 'tiny:count=42', epochs: 2, concurrency: 2 };
  const { ended } = await plan(what);
  const workers = Array.from({ length: 7 }, (_, year) =>
    work({ ...what, clock: { now: () => performance.now(), date: () => `20${10 + 10 * year}-01-01T00:00:00.000Z` } }),
  );
  const ends = await Promise.all(workers);
  expect(ends.reduce((sum, { done }) => sum + done, 0)).toBe(84);
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 84, problems: [] } });
  const { summary } = await openStored(join(cwd, 'whole'));
  expect(summary).toMatchObject({ missing: 0, problems: [], digest: (await alone(what)).digest });
  expect(summary.seconds).toBeLessThan(60);
});

test('what is there can be pulled while workers are at work, and one machine can go on with it', async () => {
  let answered = 0;
  const { cwd, plan, work, pull, alone, server } = await newFleet((key) => (answered++ < 20 ? says(key) : () => {}));
  const what = { benchmark: 'tiny:count=60' };
  const { ended } = await plan(what);
  const stop = new AbortController();
  const working = work({ ...what, concurrency: 4, stop: stop.signal, abort: stop.signal });
  await expect.poll(() => server.asked.length).toBe(24);
  const { units, problems } = await pull('part');
  expect([units > 10 && units <= 20, problems]).toEqual([true, []]);
  await expect(pull('part')).rejects.toThrow('this folder exists already');
  stop.abort();
  expect(await working).toMatchObject({ end: 'stopped' });
  answered = -1000;
  const before = server.asked.length;
  const resumed = await alone({ ...what, endpoints: [server.url], out: join(cwd, 'part') });
  expect(server.asked.length - before).toBe(60 - units);
  expect(resumed).toMatchObject({ missing: 0, digest: (await alone(what)).digest });
  // The fleet has not heard of it, and goes on where it was.
  expect(await work(what)).toMatchObject({ end: 'done', done: 60 - 20 });
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 60, problems: [] } });
  expect((await openStored(join(cwd, 'whole'))).summary.digest).toBe(resumed.digest);
});

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
  const status = await sextant({ cwd, env: postgres.env }, 'fleet', 'status', planner);
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

test('a worker does what its own command line says, whatever the database says', async () => {
  const { cwd, sql, plan, work, pull, server, over } = await newFleet();
  const other = await startUnitServer(says);
  onTestFinished(() => other.close());
  const what = { benchmark: 'tiny:count=12' };
  const { ended } = await plan(what);
  const planner = expect(ended).rejects.toThrow('the plan is not what its hash says');
  const refused = async (options: Options = what) => {
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
  const secret = encodeURIComponent(postgres.password);
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
  const escaped = postgres.password.replaceAll(/[\\:]/g, (each) => `\\${each}`);
  writeFileSync(join(cwd, 'pass'), `127.0.0.1:${port}:${name}:${username}:${escaped}\n`, { mode: 0o600 });
  const filed = await sextant({ cwd, env: { PGPASSFILE: join(cwd, 'pass') } }, 'fleet', 'status', planner);
  expect(filed.stderr).toContain('nothing is planned');
});

test('one budget and one silence for all; pause, resume and cancel reach the workers', async () => {
  let limited = false;
  const { cwd, place, sql, planner, worker, work, pull, db, server } = await newFleet((key) =>
    limited ? behave.status(429, '{}', { 'retry-after': '3600' }) : slowly(100, says(key)),
  );
  // A reply costs 7/1000 $, at most 8/1000.
  writeFileSync(join(cwd, 'prices.json'), JSON.stringify({ models: { 'openai/some': { input: 0, output: 1000 } } }));
  const what = {
    benchmark: 'tiny:count=200',
    decoding: { maxTokens: 8 },
    prices: 'prices.json',
    concurrency: 2,
  };
  const words = ['tiny:count=200', '--model', 'openai/some', '--max-tokens', '8', '--prices', 'prices.json', '--json'];
  const planned = begin(place, 'run', ...words, '--fleet', planner, '--budget', '0.5', '--out', 'r');
  expect(await firstLine(planned)).toMatchObject({ event: 'planned', units: 200, chunks: 20 });
  const plan = await choosePlan(db);
  await setState(db, plan, 'paused');
  const working = [work(what), begin(place, 'worker', worker, ...words, '--concurrency', '2').ended] as const;
  await expect.poll(() => beats(sql, 'true')).toBe(2);
  expect(server.asked).toEqual([]);
  expect((await sextant(place, 'fleet', 'resume', planner, '--json')).json).toMatchObject([{ event: 'active' }]);
  await expect.poll(() => server.asked.length).toBeGreaterThan(8);
  await setState(db, plan, 'paused');
  // Whoever watches again, without a budget too, changes nothing.
  await runOnFleet({
    launch: { ...what, who: { model: 'openai/some' }, ...place, out: 'r2', stop: AbortSignal.abort() },
    url: planner,
    env: place.env,
  });
  await expect.poll(() => beats(sql, 'under_way = 0')).toBe(2);
  const asked = server.asked.length;
  // They hold chunks, half done. Nothing of them is asked, and the queue would take back none after a day.
  const [now] = await sql('select now()::text');
  await expect.poll(() => beats(sql, `seen > '${now?.now}'::timestamptz + interval '5 seconds'`)).toBe(2);
  expect(server.asked.length).toBe(asked);
  const held = `select started_on > '${now?.now}' as fresh from sextant_queue.job where state = 'active'`;
  expect(new Set((await sql(held)).map(({ fresh }) => fresh))).toEqual(new Set([true]));
  await setState(db, plan, 'active');
  const [here, there] = await Promise.all(working);
  expect(here.end).toBe('budget');
  expect([there.code, there.json.at(-1).reason], there.stderr).toEqual([3, 'budget']);
  expect(server.asked.length * 0.007).toBeLessThanOrEqual(0.5);
  expect(server.asked.length).toBeGreaterThan(55);
  const [slices] = await sql('select sum(usd - unused) as spent from sextant_fleet.slices');
  let spent = Number(slices?.spent);
  expect(spent).toBeCloseTo(server.asked.length * 0.007, 9);

  // A worker's own limit holds, however much the database offers.
  for (const budget of ['1e9', 'null']) {
    await sql(`update sextant_fleet.limits set budget = ${budget}`);
    expect(await work({ ...what, budget: 0.02 })).toMatchObject({ end: 'budget', done: 2 });
    spent += 2 * 0.007;
  }
  limited = true;
  const first = work(what);
  const silence = `select from sextant_fleet.limits where not_before > now() + interval '500 seconds'`;
  await expect.poll(() => sql(silence)).toHaveLength(1);
  const before = server.asked.length;
  const second = work(what);
  await expect.poll(() => beats(sql, 'ended is null')).toBe(2);
  expect(server.asked.length).toBe(before);
  await setState(db, plan, 'cancelled');
  for (const { end } of await Promise.all([first, second])) expect(end).toBe('cancelled');
  expect((await planned.ended).json.at(-1)).toMatchObject({ event: 'stopped', reason: 'cancelled' });
  expect(await pull('p')).toMatchObject({ units: Math.round(spent / 0.007), problems: [] });
  await expect(setState(db, plan, 'active')).rejects.toThrow('this plan was given up');
});

/** The first object that a command prints. */
async function firstLine({ child, ended }: ReturnType<typeof begin>): Promise<Ended['json'][number]> {
  const [said] = await Promise.race([
    child.stdout ? once(child.stdout, 'data') : [],
    ended.then(({ stderr }) => [stderr]),
  ]);
  // On a busy machine the second line may come along.
  return JSON.parse(at(String(said).split('\n'), 0));
}

/** How many workers have said more than once how they are, and that it is so. */
async function beats(sql: (text: string) => Promise<Record<string, unknown>[]>, those: string): Promise<number> {
  return (await sql(`select from sextant_fleet.workers where seen > since and ${those}`)).length;
}
