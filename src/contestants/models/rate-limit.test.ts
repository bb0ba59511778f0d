import { expect, test } from 'vitest';
import { durationMs, emptyQuotaMs, retryAfterMs } from './rate-limit.ts';

const now = Date.parse('2026-11-15T09:00:00Z');

test.each([
  ['2', 2000],
  ['0.5', 500],
  ['1s', 1000],
  ['6m0s', 360_000],
  ['20ms', 20],
  ['1h2m3.5s', 3_723_500],
  ['Sun, 15 Nov 2026 09:00:30 GMT', 30_000],
  ['2026-11-15T09:00:05Z', 5000],
  ['Sun, 15 Nov 2026 08:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('%j is %s ms', (text, expected) => {
  expect(durationMs(text, now)).toBe(expected);
});

test('the exact header goes before the rounded one, and both before the quotas', () => {
  const quota = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '9s' };
  expect(retryAfterMs({ 'retry-after-ms': '150', 'retry-after': '1', ...quota }, now)).toBe(150);
  expect(retryAfterMs({ 'retry-after': '1', ...quota }, now)).toBe(1000);
  expect(retryAfterMs(quota, now)).toBe(9000);
  expect(retryAfterMs({}, now)).toBeUndefined();
});

test('only the quota that is used up counts, if one is', () => {
  const headers = { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' };
  expect(
    retryAfterMs({ ...headers, 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-remaining-tokens': '9' }, now),
  ).toBe(1000);
  expect(retryAfterMs(headers, now)).toBe(360_000);
});

test('after a success there is a hint only when nothing is left', () => {
  expect(emptyQuotaMs({ 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '1s' }, now)).toBeUndefined();
  expect(emptyQuotaMs({ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1s' }, now)).toBe(1000);
  const anthropic = {
    'anthropic-ratelimit-requests-remaining': '0',
    'anthropic-ratelimit-requests-reset': '2026-11-15T09:00:07Z',
  };
  expect(emptyQuotaMs(anthropic, now)).toBe(7000);
});
