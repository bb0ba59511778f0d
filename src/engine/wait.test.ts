import { expect, test } from 'vitest';
import { backoffMs, wait } from './wait.ts';

test('waiting ends with time or with a signal, whichever comes first', async () => {
  expect(await wait(1)).toBe(true);
  const stop = new AbortController();
  const waiting = wait(60_000, new AbortController().signal, stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
  expect(await wait(60_000, stop.signal)).toBe(false);
});

test('backoff doubles up to a minute, is jittered over its whole range, and believes the server', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, undefined, 1))).toEqual([500, 1000, 2000, 4000]);
  expect(backoffMs(50, undefined, 1)).toBe(60_000);
  expect(backoffMs(3, undefined, 0)).toBe(0);
  expect(backoffMs(1, 7_000, 0)).toBe(7_000);
  expect(backoffMs(1, 1e9, 1)).toBe(600_000);
});
