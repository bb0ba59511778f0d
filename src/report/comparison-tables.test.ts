import { expect, test } from 'vitest';
import { comparisonTables } from './comparison-tables.ts';
import { cellText, type Table } from './table.ts';
import { comparison, pairing } from './testing/samples.ts';

const texts = (table: Table | undefined) => table?.rows.map((row) => row.map(cellText));

test('who, unit by unit, by group, left out, where they differ', () => {
  const [sides, units, groups, leftOut, differ] = comparisonTables(comparison({ warnings: ['other data'] }));
  expect(texts(sides)).toEqual([
    ['A', 'runs/gpt', 'openai/gpt-6', 'tiny/official #a1b2c3d4', '62.0'],
    ['B', 'runs/qwen', 'vllm/qwen4-vl', 'tiny/official #a1b2c3d4', '50.0'],
  ]);
  expect(sides?.notes).toEqual([
    'A is 12.0 points better, 95 % interval 4.1 to 19.8; exact McNemar p = 0.003.',
    'Both scores are of the 480 units that both runs have a score for.',
    'other data',
  ]);
  expect(texts(units)).toEqual([['90', '32', '358', '480', '120', '+12.0', '[4.1, 19.8]', '0', '0.003']]);
  expect(units?.notes).toHaveLength(1);
  expect(groups?.title).toBe('By relation');
  expect(texts(groups)?.[0]).toEqual(['left of', '62.0', '50.0', '240', '+12.0', '[4.1, 19.8]', '0', '0.006']);
  expect(texts(leftOut)).toEqual([
    ['only A has it', '0'],
    ['only B has it', '12'],
    ['A has no score: an error, or dropped', '8'],
    ['B has no score: an error, or dropped', '0'],
  ]);
  expect(texts(differ)?.[1]).toEqual(['tiny-1', 'tiny-90']);
  expect(texts(differ)?.at(-1)).toEqual(['… and 34 more (use --json)', '']);
});

test('pairs that errors leave open are counted, and the difference is what they leave of it', () => {
  const open = pairing({ errors: 8, worst: 0.09, best: 0.14, lowest: 0.01, highest: 0.22 });
  const [, units] = comparisonTables(comparison({ overall: open }));
  expect(texts(units)?.[0]?.slice(5)).toEqual(['between +9.0 and +14.0', '[1.0, 22.0]', '8', '0.003']);
});

test('all ids when asked for', () => {
  expect(comparisonTables(comparison(), { ids: Number.POSITIVE_INFINITY }).at(-1)?.rows).toHaveLength(54);
});

test('nothing in common, nothing to show', () => {
  const nothing = pairing({
    n: 0,
    clusters: 0,
    a: null,
    b: null,
    wins: 0,
    losses: 0,
    ties: 0,
    difference: null,
    p: null,
  });
  const tables = comparisonTables(comparison({ overall: nothing, groups: [], aRightBWrong: [], bRightAWrong: [] }));
  expect(tables.map(({ title }) => title)).toEqual(['A against B on tiny', 'Unit by unit', 'Left out']);
  expect(texts(tables[1])).toEqual([['0', '0', '0', '0', '0', '–', '–', '0', '–']]);
});
