import { expect, test } from 'vitest';
import { count, percent } from './format.ts';
import { render } from './render.ts';
import { numberCell, percentCell, type Table } from './table.ts';

const hostile = '\x1b[31m=SUM(A1)|<b>\n"50% & $x_1" {~^#}\\\u202e';

const table: Table = {
  title: 'Scores',
  columns: [
    { name: 'run', align: 'left' },
    { name: 'score', align: 'right', unit: '%' },
    { name: 'n', align: 'right' },
  ],
  rows: [
    ['空間', percentCell(0.07, percent), numberCell(1234, count)],
    [hostile, percentCell(-0.623, percent), null],
  ],
  notes: ['# One, two.'],
};

test('terminal', () => {
  expect(render([table], 'terminal')).toBe(
    [
      'Scores',
      '',
      'run                              │ score │     n',
      '─────────────────────────────────┼───────┼──────',
      '空間                             │   7.0 │ 1,234',
      '=SUM(A1)|<b> "50% & $x_1" {~^#}\\ │ -62.3 │     –',
      '',
      '· # One, two.',
      '',
    ].join('\n'),
  );
});

test('terminal: colour only when asked for', () => {
  expect(render([table], 'terminal', { width: 80, color: true })).toContain('\x1b[1mScores\x1b[22m');
  expect(render([table], 'terminal', { width: 80, color: false })).not.toContain('\x1b');
});

test('markdown', () => {
  expect(render([table], 'markdown')).toBe(
    [
      '**Scores**',
      '',
      '| run | score | n |',
      '| --- | ---: | ---: |',
      '| 空間 | 7.0 | 1,234 |',
      '| =SUM(A1)\\|&lt;b&gt; "50% &amp; \\$x\\_1" {\\~^#}\\\\ | -62.3 | – |',
      '',
      '- \\# One, two.',
      '',
    ].join('\n'),
  );
});

test('latex', () => {
  expect(render([table], 'latex')).toBe(
    [
      '\\begin{table}',
      '\\centering',
      '\\caption{Scores}',
      '\\begin{tabular}{lrr}',
      '\\toprule',
      'run & score & n \\\\',
      '\\midrule',
      '空間 & 7.0 & 1,234 \\\\',
      '=SUM(A1)\\textbar{}\\textless{}b\\textgreater{} \\char34{}50\\% \\& \\$x\\_1\\char34{} ' +
        '\\{\\textasciitilde{}\\textasciicircum{}\\#\\}\\textbackslash{} & $-$62.3 & -- \\\\',
      '\\bottomrule',
      '\\end{tabular}',
      '\\par\\footnotesize \\# One, two.',
      '\\end{table}',
      '',
    ].join('\n'),
  );
});

test('latex: a row that starts with a bracket or a star is not an argument of the line before', () => {
  const latex = render([{ ...table, rows: [['[1]'], ['*']] }], 'latex');
  expect(latex).toContain('{[}1{]} \\\\\n{*} \\\\');
});

test('csv: numbers stay numbers, texts cannot become formulas', () => {
  expect(render([table], 'csv')).toBe(
    ['run,score (%),n', '空間,7,1234', `"'=SUM(A1)|<b>\n""50% & $x_1"" {~^#}\\",-62.3,`, ''].join('\r\n'),
  );
  const text = (value: string) => render([{ columns: [], rows: [[value]], notes: [] }], 'csv').trim();
  expect(['=1', '+1', '-1', '@a', '\t=1', '＝1', 'a=1', ''].map(text)).toEqual([
    ...["'=1", "'+1", "'-1", "'@a", "'\t=1", "'＝1", 'a=1', ''],
  ]);
});

test('json loses nothing and prints nothing that a terminal obeys', () => {
  const json = render([table, { ...table, notes: ['\x9b31m'] }], 'json');
  expect(json).not.toMatch(/[\u202e\x9b]/);
  expect(JSON.parse(json)).toEqual([
    {
      title: 'Scores',
      columns: ['run', 'score (%)', 'n'],
      rows: [
        ['空間', 7, 1234],
        [hostile, -62.3, null],
      ],
      notes: ['# One, two.'],
    },
    expect.objectContaining({ notes: ['\x9b31m'] }),
  ]);
});
