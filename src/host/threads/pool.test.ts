import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Pool, type PoolOptions } from './pool.ts';
import type { Job } from './testing/thread.ts';

let pool: Pool<Job, { seat: number; threadId: number }>;

function open(threads: number, more: Partial<PoolOptions<Job>> = {}) {
  pool = new Pool({
    file: new URL('./testing/thread.ts', import.meta.url),
    threads,
    setup: (seat) => ({ seat }),
    ended: () => new Error('it ended'),
    hung: (ms) => new Error(`it hung for ${ms} ms`),
    ...more,
  });
  return pool;
}

afterEach(() => pool.close());

/** A job that lasts until it is let go. */
function held() {
  const after = new SharedArrayBuffer(4);
  const letGo = () => {
    Atomics.store(new Int32Array(after), 0, 1);
    Atomics.notify(new Int32Array(after), 0);
  };
  return { job: { after }, letGo };
}

test('whoever has least to do takes the next job, and the others wait in their order', async () => {
  open(2);
  const [first, second] = [held(), held()];
  const order: string[] = [];
  const note = (name: string) => (said: { seat: number }) => void order.push(`${name} ${said.seat}`);
  const all = [
    pool.do(first.job).then(note('first')),
    pool.do(second.job).then(note('second')),
    pool.do('who').then(note('third')),
    pool.do('who').then(note('fourth')),
  ];
  second.letGo();
  await Promise.all(all.slice(1));
  first.letGo();
  await Promise.all(all);
  expect(order).toEqual(['second 1', 'third 1', 'fourth 1', 'first 0']);
});

test('an error crosses as what it is', async () => {
  open(1);
  await expect(pool.do('refuse')).rejects.toMatchObject({ code: 'bad_data', where: 'here', fix: 'do not ask' });
});

test('a thread that hangs or dies costs the jobs that it has, and the next one starts a new thread', async () => {
  open(1, { atOnce: 2 });
  const { threadId } = await pool.do('who');
  const lost = await Promise.allSettled([pool.do('die'), pool.do('who'), pool.do('who')]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await expect(pool.do('block')).rejects.toThrow('it hung for 1 ms');
  expect((await pool.do('who')).threadId).toBeGreaterThan(threadId);
});

test('a thread that has nothing to do gives its memory back', async () => {
  open(1, { idleMs: 0 });
  const { threadId } = await pool.do('who');
  await expect.poll(async () => (await pool.do('who')).threadId).toBeGreaterThan(threadId);
});

test('who still waits when it is closed is told', async () => {
  open(1);
  const waiting = Promise.allSettled([pool.do(held().job), pool.do('who')]);
  await pool.close();
  expect(await waiting).toMatchObject([
    { reason: new Error('it ended') },
    { reason: new Error('the threads were closed') },
  ]);
});

test('V8 crashed because it freed replaced WebAssembly code while threads began and ended: it keeps that code', () => {
  const physics = `
    const { default: load } = await import('@mujoco/mujoco');
    const mujoco = await load();
    const model = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>');
    const data = new mujoco.MjData(model);
    console.log('physics');
    for (let step = 0; step < 20_000; step += 1) mujoco.mj_step(model, data);`;
  const pool = `await import(${JSON.stringify(join(import.meta.dirname, 'pool.ts'))});`;
  // Functions are compiled again, faster, after few calls, so that there is code to free.
  const flags = ['--trace-wasm-code-gc', '--stress-wasm-code-gc', '--wasm-tiering-budget=1000'];
  const freed = (code: string) => {
    const said = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], { encoding: 'utf8' });
    return said.slice(said.indexOf('physics')).includes('[wasm-gc] Triggering');
  };
  expect([freed(physics), freed(pool + physics)]).toEqual([true, false]);
});
