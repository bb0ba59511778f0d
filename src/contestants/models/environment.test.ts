import { expect, test } from 'vitest';
import { firstSet, isLoopback } from './environment.ts';

test('the first variable that is set counts; empty is not set', () => {
  expect(firstSet({ A: ' ', B: 'b', C: 'c' }, ['A', 'B', 'C'])).toEqual({ name: 'B', value: 'b' });
  expect(firstSet({}, ['A'])).toBeUndefined();
});

test.each([
  ['http://localhost:1', true],
  ['http://127.0.0.1/v1', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:8000', true],
  ['http://10.0.0.5', false],
  ['http://localhost.evil.test', false],
  ['http://127.0.0.1.evil.test', false],
])('%s is this machine: %s', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected);
});
