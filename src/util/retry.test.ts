import { expect, test } from 'vitest';
import { backoffMs, retry } from './retry.ts';

test('it is tried again after each pause until something comes of it', async () => {
  const waits: number[] = [];
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    return tries < 4 ? { again: backoffMs(tries, { first: 100 }) } : { done: tries };
  };
  expect(await retry(attempt, async (ms) => void waits.push(ms))).toBe(4);
  expect(waits).toEqual([100, 200, 400]);
});

test('what is hopeless is thrown at once', async () => {
  const wait = async () => expect.unreachable();
  await expect(retry(() => Promise.reject(new Error('no')), wait)).rejects.toThrow('no');
});

test('backoff doubles up to its limit, and is jittered over its whole range', () => {
  const opts = { first: 500, most: 60_000 };
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, opts))).toEqual([500, 1000, 2000, 4000]);
  expect(backoffMs(50, opts)).toBe(60_000);
  expect(backoffMs(3, { ...opts, jitter: 0 })).toBe(0);
});
