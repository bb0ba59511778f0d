import { expect, test } from 'vitest';
import { textWidth } from './plain-text.ts';
import { renderTerminal } from './render-terminal.ts';
import type { Table } from './table.ts';

const table: Table = {
  columns: [
    { name: 'question', align: 'left' },
    { name: 'protocol', align: 'left', whole: true },
    { name: 'score', align: 'right' },
  ],
  rows: [
    ['which of the chairs stands behind the table?', 'tiny/official #a1b2c3d4', '62.3'],
    ['何が見えますか', 'tiny/official #a1b2c3d4', '8.0'],
  ],
  notes: [],
};

const lines = (width: number, shown = table) => renderTerminal(shown, { width, color: false }).split('\n');

test('a table that fits is left alone', () => {
  expect(lines(80)).toEqual([
    'question                                     │ protocol                │ score',
    '─────────────────────────────────────────────┼─────────────────────────┼──────',
    'which of the chairs stands behind the table? │ tiny/official #a1b2c3d4 │  62.3',
    '何が見えますか                               │ tiny/official #a1b2c3d4 │   8.0',
  ]);
});

test('what is the same in every row is said once', () => {
  expect(lines(60)).toEqual([
    'question                                     │ score',
    '─────────────────────────────────────────────┼──────',
    'which of the chairs stands behind the table? │  62.3',
    '何が見えますか                               │   8.0',
    '',
    '· The same in every row: protocol tiny/official #a1b2c3d4.',
  ]);
});

test('then texts are shortened, never numbers', () => {
  expect(lines(24).slice(0, 4)).toEqual([
    'question         │ score',
    '─────────────────┼──────',
    'which of the ch… │  62.3',
    '何が見えますか   │   8.0',
  ]);
});

test('a table that cannot fit is turned on its side', () => {
  expect(
    lines(44, { ...table, rows: table.rows.slice(0, 1), notes: ['A note that is longer than forty-eight columns.'] }),
  ).toEqual([
    ...['question │ which of the chairs stands behind', '         │ the table?'],
    '─────────┼──────────────────────────────────',
    'protocol │ tiny/official #a1b2c3d4',
    'score    │ 62.3',
    '',
    ...['· A note that is longer than forty-eight', '  columns.'],
  ]);
});

test('no line is wider than the terminal', () => {
  const wide = { ...table, rows: [...table.rows, ['x'.repeat(500), 'other/protocol #00000000', '100.0']] };
  for (const width of [40, 60, 80, 100]) {
    expect(Math.max(...lines(width, wide).map(textWidth))).toBeLessThanOrEqual(width);
  }
});

test('an empty table is a title and its notes', () => {
  expect(lines(80, { title: 'runs', columns: [], rows: [], notes: ['none yet'] })).toEqual(['runs', '', '· none yet']);
});
