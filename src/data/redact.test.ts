import { expect, test } from 'vitest';
import { excerpt, redactor } from './redact.ts';

test('every secret is replaced, wherever and however often it occurs', () => {
  const redact = redactor(['sk-12345', 'other-key']);
  expect(redact('sk-12345 and other-key and sk-12345')).toBe('*** and *** and ***');
});

test('a secret that contains another one goes as a whole', () => {
  expect(redactor(['secret', 'secret-longer'])('x secret-longer y')).toBe('x *** y');
});

test('a header value is a secret with and without its scheme, and in URLs', () => {
  const redact = redactor(['Bearer ab+cd/ef']);
  expect(redact('token ab+cd/ef; Bearer ab+cd/ef')).toBe('token ***; ***');
  expect(redactor(['ab+cd/ef'])('?key=ab%2Bcd%2Fef')).toBe('?key=***');
});

test('short values stay: they would blot out ordinary words', () => {
  expect(redactor(['', 'a', 'false'])('a false alarm')).toBe('a false alarm');
});

test('an excerpt is one line without control characters, and never half a secret', () => {
  const redact = redactor(['sk-12345']);
  expect(excerpt('a\u0007b\u202e\n\n c', 10, redact)).toBe('a b c');
  expect(excerpt(`${'x'.repeat(7)}sk-12345`, 10, redact)).toBe('xxxxxxx***');
  expect(excerpt('x'.repeat(11), 10, redact)).toBe(`${'x'.repeat(10)}…`);
});
