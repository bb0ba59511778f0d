import { expect, test } from 'vitest';
import {
  isAsked,
  limits,
  merged,
  type Note,
  type Notes,
  readNotes,
  tagCounts,
  tagOf,
  withNote,
  writeNotes,
} from './notes.ts';

const run = { benchmark: 'tiny', model: 'a/b', made: '2026-01-01T00:00:00Z' };
const noteOf = (unit: string, tags: string[], note = ''): Note => ({ run, unit, epoch: 0, tags, note });
const none: Notes = new Map();

test('what is written is read again, and one that says nothing is gone', () => {
  const notes = withNote(
    withNote(none, noteOf('u1', ['far', 'far', ' small '], 'hm')),
    noteOf('__proto__', ['constructor']),
  );
  expect(readNotes(writeNotes(notes.values()))).toEqual([
    noteOf('u1', ['far', 'small'], 'hm'),
    noteOf('__proto__', ['constructor']),
  ]);
  expect(withNote(notes, noteOf('u1', [' '])).size).toBe(1);
});

test('hostile tags are one short line, whatever they hold', () => {
  expect(tagOf('a\u202eb\u0000\n\tc\ud800')).toBe('a b c\ufffd');
  expect([...tagOf('🤖'.repeat(100))]).toHaveLength(limits.tag);
  const many = Array.from({ length: 100 }, (_, n) => `t${n}`);
  expect([...withNote(none, noteOf('u', many)).values()][0]?.tags).toHaveLength(limits.tags);
});

test.each([
  '',
  'null',
  '[]',
  '{"format":"sextant-notes-1"}',
  '{"format":"sextant-notes-2","notes":[]}',
  '{"format":"sextant-notes-1","notes":[{"unit":"a"}]}',
])('what is no file of notes is refused: %s', (text) => {
  expect(() => readNotes(text)).toThrow('no file of notes');
});

test('two people’s notes become one: tags of both, words of both, and twice the same changes nothing', () => {
  const ours = withNote(none, noteOf('u1', ['far'], 'mine'));
  const theirs = [noteOf('u1', ['small'], 'theirs'), noteOf('u2', [], 'new')];
  const both = merged(ours, theirs);
  expect([...both.values()]).toEqual([noteOf('u1', ['far', 'small'], 'mine\n\ntheirs'), noteOf('u2', [], 'new')]);
  expect(merged(both, theirs)).toEqual(both);
  expect(merged(both, [...both.values()])).toEqual(both);
  expect(merged(ours, [noteOf('u1', ['small'])]).get([...ours.keys()][0] ?? '')?.note).toBe('mine');
});

test('tags are counted, and units are found by them', () => {
  const notes = [noteOf('u1', ['b', 'a']), noteOf('u2', ['b'])];
  expect(tagCounts(notes)).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect(['*', '!', '=a', '=b', '=*'].map((asked) => isAsked(asked, notes[1]))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  expect(isAsked('!', undefined)).toBe(true);
});
