import { expect, test } from 'vitest';
import { render } from './render.ts';
import { reportTables } from './run-tables.ts';
import { cellText, type Table } from './table.ts';
import { metric, openMetric, summary } from './testing/samples.ts';

/** The rows as people read them, by column. */
function read(table: Table | undefined): Record<string, string>[] {
  return (table?.rows ?? []).map((row) =>
    Object.fromEntries(row.map((cell, at) => [table?.columns[at]?.name ?? '', cellText(cell)])),
  );
}

test('the headline has all that is needed to judge a number', () => {
  const [headline] = reportTables([{ run: 'runs/a', summary: summary() }]);
  expect(read(headline)).toEqual([
    {
      run: 'runs/a',
      benchmark: 'tiny',
      model: 'openai/gpt-6',
      protocol: 'tiny/official #a1b2c3d4',
      metric: 'accuracy',
      score: '62.3',
      interval: '[58.0, 66.4]',
      method: 'wilson',
      chance: '25.0',
      'above chance': '+37.3',
      n: '500',
      errors: '0',
      outcomes: '497 answered, 3 unparsed',
      cost: '$1.23',
      time: '1 h 02 min',
    },
  ]);
  expect(headline?.notes).toEqual([]);
});

test('errors, missing units and problems cannot be overlooked', () => {
  const outcomes = { answered: 470, unparsed: 10, provider_error: 8 };
  const broken = summary({ metrics: [openMetric], outcomes, missing: 12, cost: null, problems: ['torn last line'] });
  const [headline] = reportTables([{ run: 'runs/a', summary: broken }]);
  expect(read(headline)[0]).toMatchObject({
    score: 'between 58.0 and 66.0 (8 errors)',
    interval: '[53.0, 70.0]',
    errors: '8',
    'above chance': '+33.0 to +41.0',
    outcomes: '470 answered, 10 unparsed, 8 provider error, 12 not asked',
    cost: 'unknown',
  });
  expect(headline?.notes).toEqual([
    'runs/a: 12 of 500 units not asked yet; the score is of the others',
    'runs/a: errors leave the score open; bracket and interval run from all of them wrong to all of them right',
    'runs/a: torn last line',
  ]);
});

test('errors put no sentence into a column of numbers: CSV has the bracket and the interval as numbers', () => {
  const broken = summary({ metrics: [openMetric], groups: [], outcomes: { answered: 492 }, cost: null });
  const [header = '', row = ''] = render(reportTables([{ run: 'a', summary: broken }]), 'csv').split('\r\n');
  const fields = Object.fromEntries(header.split(',').map((name, at) => [name, row.split(',')[at]]));
  expect(fields).toMatchObject({
    'score (%)': '',
    'score worst (%)': '58',
    'score best (%)': '66',
    'interval low (%)': '53',
    'interval high (%)': '70',
    'above chance (points)': '',
    'above chance worst (points)': '33',
    'above chance best (points)': '41',
    n: '492',
    errors: '8',
    'cost (USD)': '',
  });
});

test('LaTeX and Markdown show the bracket and the interval with the errors in it', () => {
  const tables = reportTables([{ run: 'a', summary: summary({ metrics: [openMetric] }) }]);
  for (const format of ['latex', 'markdown'] as const) {
    const text = render(tables, format);
    expect(text).toContain('between 58.0 and 66.0 (8 errors)');
    expect(text).toContain('53.0, 70.0');
  }
});

test('errors without a bracket still show no plain value', () => {
  const { worst, best, lowest, highest, ...open } = openMetric;
  const [headline] = reportTables([{ run: 'a', summary: summary({ metrics: [open] }) }]);
  expect(read(headline)[0]).toMatchObject({ score: 'open (8 errors)', interval: '–', 'above chance': '–' });
});

test('a run without any metric has a row', () => {
  const [headline] = reportTables([{ run: 'a', summary: summary({ metrics: [] }) }]);
  expect(read(headline)[0]).toMatchObject({ run: 'a', metric: '–', score: '–', n: '–' });
});

test('a policy that was lent hands is marked beside every score', () => {
  const { model: _, ...policy } = summary({ policy: 'policy/nearest', lentHands: true });
  const [headline] = reportTables([{ run: 'a', summary: policy }]);
  expect(read(headline)[0]).toMatchObject({ model: 'policy/nearest (lent hands)' });
});

test('a model that was told the answers, another protocol than was asked, other data: said', () => {
  const protocol = { id: 'tiny/easi', hash: 'ffffffffff', asked: { id: 'tiny/official', hash: 'a1b2c3d4e5f6' } };
  const other = summary({ readsTruth: true, protocol, data: { source: 'x', sha256: 'e'.repeat(64) } });
  const [headline] = reportTables([
    { run: 'a', summary: summary() },
    { run: 'b', summary: other },
  ]);
  expect(read(headline)[1]).toMatchObject({
    model: 'openai/gpt-6 (told the answers)',
    protocol: 'tiny/easi #ffffffff',
  });
  expect(headline?.notes).toEqual([
    'b: asked under tiny/official #a1b2c3d4',
    'tiny: the protocols differ between these runs',
    'tiny: the data differ between these runs',
  ]);
});

test('all metrics have a table when there are more than the headline', () => {
  const two = summary({ metrics: [metric(), metric({ name: 'pass@2', value: 0.7 })] });
  const tables = reportTables([{ run: 'a', summary: two }]);
  expect(tables.map(({ title }) => title)).toEqual(['Scores', 'All metrics', 'tiny by relation']);
  expect(read(tables[1])[1]).toMatchObject({ run: 'a', metric: 'pass@2', score: '70.0', method: 'wilson' });
});

test('one run: a group has the same columns as the headline', () => {
  const [, groups] = reportTables([{ run: 'a', summary: summary() }]);
  expect(read(groups)[0]).toEqual({
    relation: 'left of',
    metric: 'accuracy',
    score: '50.0',
    interval: '[42.0, 58.0]',
    method: 'wilson',
    chance: '25.0',
    'above chance': '+25.0',
    n: '160',
    errors: '0',
  });
});

test('several runs of one benchmark stand side by side, another benchmark apart', () => {
  const less = summary({ groups: [{ by: 'relation', key: 'behind', metrics: [openMetric] }] });
  const tables = reportTables([
    { run: 'a', summary: summary() },
    { run: 'b', summary: less },
    { run: 'c', summary: summary({ benchmark: 'mmsi' }) },
  ]);
  expect(tables.map(({ title }) => title)).toEqual(['Scores', 'tiny by relation', 'mmsi by relation']);
  expect(read(tables[1])).toEqual([
    { relation: 'left of', metric: 'accuracy', chance: '25.0', a: '50.0 [42.0, 58.0]', b: '–', n: '160' },
    {
      relation: 'behind',
      metric: 'accuracy',
      chance: '25.0',
      a: '60.0 [52.0, 68.0]',
      b: 'between 58.0 and 66.0 (8 errors) [53.0, 70.0]',
      n: '161–492',
    },
    { relation: 'facing', metric: 'accuracy', chance: '25.0', a: '70.0 [62.0, 78.0]', b: '–', n: '162' },
  ]);
});
