import { expect, test } from 'vitest';
import { firstSet, isLoopback, withDotenv } from './environment.ts';

test('.env: quotes, comments, export, empty lines, Windows line ends and a byte order mark', () => {
  const text = '\uFEFFA=1\r\nexport B="two words" # comment\n# C=3\n\nD=\'#4\'\nE=a=b==\nF=\nnot a line\n';
  expect(withDotenv({}, text)).toEqual({ A: '1', B: 'two words', D: '#4', E: 'a=b==', F: '' });
});

test('the real environment wins over .env', () => {
  expect(withDotenv({ A: 'real' }, 'A=file\nB=file')).toEqual({ A: 'real', B: 'file' });
});

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
