import { expect, test } from 'vitest';
import { count } from '../util/index.ts';
import { percent } from './format.ts';
import { viewMetrics } from './metric-cells.ts';
import { render } from './render.ts';
import {
  cellText,
  intervalCell,
  intervalParts,
  joinCells,
  numberCell,
  percentCell,
  sheetTable,
  type Table,
} from './table.ts';

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
  const text = (value: string) =>
    render([{ columns: [{ name: '', align: 'left' }], rows: [[value]], notes: [] }], 'csv').trim();
  expect(['=1', '+1', '-1', '@a', '\t=1', '＝1', 'a=1', ''].map(text)).toEqual([
    ...["'=1", "'+1", "'-1", "'@a", "'\t=1", "'＝1", 'a=1', ''],
  ]);
});

test('an interval is one cell for people, and two numbers for machines', () => {
  const score = { name: 'score', align: 'right', unit: '%' } as const;
  const interval = { name: 'interval', align: 'right', unit: '%', parts: intervalParts } as const;
  const both = { ...score, name: 'runs/b', parts: ['', ...intervalParts] };
  const own = percentCell(0.623, percent);
  const beside = intervalCell(0.551, 0.69);
  const open = 'between 58.0 and 66.0 (8 errors)';
  const intervals: Table = {
    columns: [score, interval, both],
    rows: [
      [own, beside, joinCells(own, beside)],
      [open, null, joinCells(open, null)],
    ],
    notes: [],
  };
  expect(render([intervals], 'markdown')).toContain('| 62.3 | \\[55.1, 69.0\\] | 62.3 \\[55.1, 69.0\\] |');
  expect(render([intervals], 'csv').split('\r\n')).toEqual([
    'score (%),interval low (%),interval high (%),runs/b (%),runs/b low (%),runs/b high (%)',
    '62.3,55.1,69,62.3,55.1,69',
    `${open},,,${open},,`,
    '',
  ]);
  expect(JSON.parse(render([intervals], 'json'))[0].rows).toEqual([
    [62.3, 55.1, 69, 62.3, 55.1, 69],
    [open, null, null, open, null, null],
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

test('the number of errors is a column for machines; people read it in the score', () => {
  const open = { name: 'accuracy', value: 0.14, n: 91, low: 0.08, high: 0.23, method: 'wilson' };
  const metric = { ...open, errors: 9, worst: 0.13, best: 0.22, lowest: 0.07, highest: 0.3 };
  const { columns, cells } = viewMetrics([metric]);
  const table: Table = { columns, rows: [cells(metric)], notes: [] };
  const shown = (format: string) => render([table], format, { width: 200, color: false });
  for (const format of ['terminal', 'markdown', 'latex'] as const) {
    expect(shown(format)).toContain('9 errors');
    expect(shown(format).split('\n')[0]).not.toContain('errors');
  }
  expect(shown('csv').split('\r\n')[0]).toContain(',errors');
});

test('what part of a scene alone comes to stands under one heading for people, and in a field each for machines', () => {
  const metric = { name: 'accuracy', value: 0.5, n: 9, low: 0.4, high: 0.6, method: 'wilson' };
  const { columns, cells } = viewMetrics([metric, { ...metric, ablated: { kind: 0.187, boxes: 1 } }]);
  const table: Table = { columns, rows: [cells(metric), cells({ ...metric, ablated: { boxes: 1 } })], notes: [] };
  const shown = (format: string) => render([table], format, { width: 200, color: false });
  for (const format of ['terminal', 'markdown'] as const) expect(shown(format)).toContain('boxes 100.0 ');
  const [head = '', none = '', one = ''] = shown('csv').split('\r\n');
  expect(head).toContain(',part of the scene kind (%),part of the scene boxes (%),n');
  expect([none, one].map((line) => line.split(',').slice(-4))).toEqual([
    ['', '', '9', '0'],
    ['', '100', '9', '0'],
  ]);
  // Nobody who asked nothing of generated scenes sees the heading.
  expect(viewMetrics([metric]).columns.map(({ name }) => name)).not.toContain('part of the scene');
});

test('shares in a benchmark’s own table are percent, and other numbers are not', () => {
  const rows = [
    ['A', 8, 0.53333, -0.1, 0],
    ['B', 7, 1, 0.1, 4.25],
  ];
  const columns = ['letter', 'given', 'share', 'difference', 'near %'];
  const table = sheetTable({ name: 'letters', about: '', columns, rows });
  expect(table.columns.map(({ unit }) => unit)).toEqual([undefined, undefined, '%', '%', undefined]);
  expect(table.rows.map((row) => row.map(cellText))).toEqual([
    ['A', '8', '53.3', '-10.0', '0.0'],
    ['B', '7', '100.0', '10.0', '4.3'],
  ]);
});
