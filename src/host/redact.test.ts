import { expect, test } from 'vitest';
import { excerpt, isNoAnswer, redactor } from './redact.ts';

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

test.each([
  ['in quotes', 'bad key "KEY"', 'bad key "***"'],
  ['after its scheme', 'Authorization: Bearer KEY', 'Authorization: Bearer ***'],
  ['before punctuation', 'no such key: KEY. (KEY)…', 'no such key: ***. (***)…'],
  ['in a query', '/v1?key=KEY&x=1', '/v1?key=***&x=1'],
  ['in an escaped query', '?next=%2Fv1%3Fkey%3DKEY%26x', '?next=%2Fv1%3Fkey%3D***%26x'],
  [
    'in JSON within a text',
    String.raw`{"detail":"bad\nKEY\tor\u003dKEY"}`,
    String.raw`{"detail":"bad\n***\tor\u003d***"}`,
  ],
  ['joined by other signs', 'user_KEY-live', 'user_***-live'],
  ['twice in a row', 'KEY KEY,KEY', '*** ***,***'],
])('a key is found %s', (_name, text, expected) => {
  for (const key of ['sk-12345', '12345678', 'sk-proj-0123456789abcdefghij', 'ünïcode9']) {
    expect(redactor([key])(text.replaceAll('KEY', key))).toBe(expected);
  }
});

test('a long key is found whatever it is glued to', () => {
  expect(redactor(['sk-proj-0123456789abcdefghij'])('xsk-proj-0123456789abcdefghijy')).toBe('x***y');
});

test('escapes in small letters and in JSON are the same key', () => {
  const redact = redactor(['ab+cd/ef"1']);
  expect(redact('ab%2bcd%2fef%221 ab%2Bcd%2Fef%221')).toBe('*** ***');
  expect(redact(JSON.stringify({ key: 'ab+cd/ef"1' }))).toBe('{"key":"***"}');
});

test('a key of digits does not eat into a larger number', () => {
  const redact = redactor(['123456']);
  for (const text of ['(0.123456, 0.5)', '0.1234567', '123456.5', '1123456', '123456e3', 'a123456']) {
    expect(redact(text)).toBe(text);
  }
  expect(redact('bad key 123456, or 123456.')).toBe('bad key ***, or ***.');
});

test('a short key is no part of a word', () => {
  expect(redactor(['ollama', 'abc123'])('ollamas and xabc123y')).toBe('ollamas and xabc123y');
});

test('an answer keeps its numbers and words; what can only be a key goes', () => {
  const redact = redactor(
    ['123456', '0.123456', '1e123456', 'password', 'Bearer 654321', 'sk-12345', 'a-rather-long-password'],
    isNoAnswer,
  );
  const answer = 'the password is (123456, 0.123456), 1e123456 or 654321';
  expect(redact(answer)).toBe(answer);
  expect(redact('you sent sk-12345 and a-rather-long-password')).toBe('you sent *** and ***');
});

test('short values stay: they would blot out ordinary words', () => {
  expect(redactor(['', 'a', 'false'])('a false alarm')).toBe('a false alarm');
});

test('an excerpt is one line without control characters, and never half a secret', () => {
  const redact = redactor(['sk-12345']);
  expect(excerpt('a\u0007b\u202e\n\n c', 10, redact)).toBe('a b c');
  expect(excerpt(`${'x'.repeat(6)} sk-12345`, 10, redact)).toBe('xxxxxx ***');
  expect(excerpt('x'.repeat(11), 10, redact)).toBe(`${'x'.repeat(10)}…`);
});
