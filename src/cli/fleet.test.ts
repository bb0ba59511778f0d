import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { openStored } from '../engine/index.ts';
import { choosePlan, runOnFleet, setState } from '../fleet/index.ts';
import { random } from '../stats/index.ts';
import { at } from '../util/index.ts';
import { fleetsForTests, says, slowly } from './testing/fleet.ts';
import { attemptsOf } from './testing/journal.ts';
import { begin, type Ended, sextant } from './testing/sextant.ts';

const { newFleet, postgres } = fleetsForTests();

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
    [UNITS + 60]: () => void postgres().cut(),
    [UNITS + 80 + dice.int(20)]: kill,
    [UNITS + 120]: () => void postgres().stop().then(postgres().start),
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
    for (const secret of [key, postgres().password]) expect(row).not.toContain(secret);
});

test('a unit that kills whoever works on it ends as an error, alone, and the rest goes on', async () => {
  const { cwd, plan, work, worker, sql } = await newFleet();
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
  const [gossip = '', poison = ''] = [ids[3], ids[33]];
  const env = { ...postgres().env, POISON: poison, GOSSIP: gossip };
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
    // Another process has its number by now: it is gone all the same.
    await sql(`update sextant_fleet.workers set pid = ${process.pid} where ended is null`);
  }
  expect(lost).toBe(5);
  expect(await sql('select from sextant_fleet.workers where ended is null')).toEqual([]);
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 40 } });
  const failed = attemptsOf(join(cwd, 'whole')).filter(({ error }) => error);
  expect(failed.map(({ unit }) => unit).sort()).toEqual([gossip, poison].sort());
  const told = (unit: string) => failed.find((attempt) => attempt.unit === unit)?.error;
  expect(told(poison)).toMatchObject({ kind: 'worker_lost', message: expect.stringContaining('5 workers were lost') });
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

test('episodes of two workers have the digest of one machine', async () => {
  const { cwd, plan, work, alone } = await newFleet();
  const what = {
    benchmark: 'rsb-math-4',
    who: { policy: 'policy/expert' },
    select: { limit: 11 },
    workers: 1,
  };
  const { ended } = await plan(what);
  const ends = await Promise.all([work(what), work(what)]);
  expect(ends.reduce((sum, { done }) => sum + done, 0)).toBe(11);
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 11, problems: [] } });
  const { summary } = await openStored(join(cwd, 'whole'));
  expect(summary).toMatchObject({ missing: 0, problems: [], digest: (await alone(what)).digest });
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

test('what a worker had that was killed is asked by the next one as fast as anything else', async () => {
  const held: (() => void)[] = [];
  const { place, plan, work, worker, server } = await newFleet((key) => (...args) => {
    held.push(() => says(key)(...args));
  });
  const what = { benchmark: 'tiny:count=10', concurrency: 4 };
  const { ended } = await plan(what);
  const killed = begin(place, 'worker', worker, 'tiny:count=10', '--model', 'openai/some', '--concurrency', '4');
  await expect.poll(() => server.asked.length).toBe(4);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const next = work(what);
  await expect.poll(() => server.asked.length).toBe(8);
  const answering = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 10);
  onTestFinished(() => clearInterval(answering));
  expect(await next).toMatchObject({ end: 'done', done: 10 });
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 10, problems: [] } });
});

test('a worker that comes before the queue is full waits for it', async () => {
  const { cwd, plan, work, sql } = await newFleet();
  const what = { benchmark: 'tiny:count=20' };
  await (await plan({ ...what, stop: AbortSignal.abort() })).ended;
  await sql('delete from sextant_queue.job');
  const working = work(what);
  await expect.poll(() => beats(sql, 'true')).toBe(1);
  const { ended } = await plan({ ...what, out: join(cwd, 'filled') });
  expect(await working).toMatchObject({ end: 'done', done: 20 });
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 20 } });
});

test('a database that comes back empty ends whoever works, and says what to do', async () => {
  let asked = 0;
  const { plan, work, sql } = await newFleet((key) => {
    asked += 1;
    return slowly(20, says(key));
  });
  const what = { benchmark: 'tiny:count=120', concurrency: 2 };
  const ended = expect((await plan(what)).ended).rejects.toThrow('there is no such plan');
  const worked = expect(work(what)).rejects.toMatchObject({
    code: 'database',
    fix: expect.stringContaining('plan it again'),
  });
  await expect.poll(() => asked).toBeGreaterThan(20);
  await sql('delete from sextant_fleet.plans');
  await Promise.all([ended, worked]);
  expect(asked).toBeLessThan(120);
});

test('a database that comes back without its last lines has them asked again', async () => {
  let answered = 0;
  const { cwd, plan, work, alone, sql } = await newFleet((key) => {
    answered += 1;
    return says(key);
  });
  const what = { benchmark: 'tiny:count=40' };
  const { digest } = await alone(what);
  const { ended } = await plan({ ...what, stop: AbortSignal.abort() });
  await ended;
  expect(await work(what)).toMatchObject({ end: 'done', done: 40 });
  await sql('delete from sextant_fleet.lines where unit >= 30');
  const again = await plan(what);
  expect(await work(what)).toMatchObject({ end: 'done', done: 10 });
  expect(await again.ended).toMatchObject({ end: 'done', pulled: { units: 40, problems: [] } });
  expect([answered, (await openStored(join(cwd, 'whole'))).summary.digest]).toEqual([90, digest]);
});

test('a worker that waits for somebody who waits for it begins again', async () => {
  const { cwd, plan, work, alone, sql } = await newFleet();
  const what = { benchmark: 'tiny:count=10', concurrency: 10 };
  await alone({ ...what, keepMedia: true });
  const blobs = join(cwd, 'alone/blobs');
  const names = readdirSync(blobs).flatMap((folder) => readdirSync(join(blobs, folder)));
  const { ended } = await plan(what);
  const write = (name = '') =>
    sql(`insert into sextant_fleet.blobs (plan, sha256, piece, pieces, bytes)
      select id, '${name}', 0, 1, '\\x${readFileSync(join(blobs, name.slice(0, 2), name)).toString('hex')}' from sextant_fleet.plans`);
  await sql('begin');
  await write(names.at(-1));
  const working = work(what);
  await expect.poll(() => sql('select from pg_locks where not granted')).not.toEqual([]);
  // The database ends the statement of whoever waited first, unless this machine is very slow.
  await write(names[0]).catch(() => {});
  await sql('rollback');
  expect(await working).toMatchObject({ end: 'done', done: 10 });
  expect(await ended).toMatchObject({ end: 'done', pulled: { units: 10, problems: [] } });
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
