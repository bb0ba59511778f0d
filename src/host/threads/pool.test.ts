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
