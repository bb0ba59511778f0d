import { expect, test } from 'vitest';
import { pauseMs, wait } from './wait.ts';

test('waiting ends with time or with a signal, whichever comes first', async () => {
  expect(await wait(1)).toBe(true);
  const stop = new AbortController();
  const waiting = wait(60_000, new AbortController().signal, stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
  expect(await wait(60_000, stop.signal)).toBe(false);
});

test('a server that says how long to wait is believed, up to ten minutes', () => {
  expect(pauseMs(3, undefined, 0.5)).toBe(1000);
  expect(pauseMs(50, undefined, 1)).toBe(60_000);
  expect(pauseMs(1, 7_000, 0)).toBe(7_000);
  expect(pauseMs(1, 1e9, 1)).toBe(600_000);
});
