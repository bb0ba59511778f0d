import { expect, test } from 'vitest';
import { oneLine, safeText } from './plain-text.ts';

test.each([
  ['colour', '\x1b[1;31mred\x1b[0m', 'red'],
  ['cursor and screen', 'a\x1b[2J\x1b[Hb', 'ab'],
  ['8-bit CSI', 'a\x9b31mb', 'ab'],
  ['window title', '\x1b]0;owned\x07b', 'b'],
  ['link', '\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\', 'click'],
  ['reset', '\x1bca', 'a'],
  ['an unfinished title hides nothing', '\x1b]0;rest of the text', '0;rest of the text'],
  ['backspaces, bell, null', 'a\b\x07\0b', 'ab'],
  ['bidi overrides and isolates', 'a\u202eb\u2066c\u200f', 'abc'],
  ['zero-width space and BOM', '\ufeffa\u200bb', 'ab'],
  ['lone surrogate', 'a\ud800', 'a\ufffd'],
  ['a carriage return cannot overwrite', 'good\rbad\r\nend', 'good\nbad\nend'],
  ['emoji joiners stay', '👩‍🚀', '👩‍🚀'],
])('%s', (_name, hostile, safe) => {
  expect(safeText(hostile)).toBe(safe);
});

test('one line', () => {
  expect(oneLine(' a\n\n b\tc\u2028d ')).toBe('a b cd');
});
