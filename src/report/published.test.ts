import { expect, test } from 'vitest';
import { tiny } from '../benchmarks/tiny/index.ts';
import type { Benchmark, RunSpec } from '../contracts/index.ts';
import { publishedTable, verifyTable } from './published.ts';
import { cellText } from './table.ts';
import { metric, openMetric, summary } from './testing/samples.ts';

const [official] = tiny.protocols;
if (!official) throw new Error('tiny has a protocol');
const benchmark: Benchmark = {
  ...tiny,
  published: [
    { model: 'Qwen3-VL-8B', metric: 'accuracy', percent: 60.1, source: 'paper, table 2', protocol: 'tiny/official' },
    { model: 'qwen3 vl 8b', metric: 'accuracy', percent: 70, source: 'a blog', secondHand: true },
    {
      model: 'Qwen3-VL-8B',
      metric: 'accuracy',
      group: { by: 'relation', key: 'behind' },
      percent: 55,
      source: 'page',
      protocol: 'tiny/strict',
    },
    { model: 'Other', metric: 'accuracy', percent: 1, source: 'paper' },
  ],
};
const spec: RunSpec = {
  benchmark: 'tiny',
  args: {},
  data: { source: '', sha256: '' },
  protocol: official,
  protocolHash: '',
  model: { id: 'vllm/Qwen/Qwen3-VL-8B', settings: {}, readsTruth: false },
  select: {},
  epochs: 1,
  seed: 0,
};
const texts = (changes = {}) =>
  verifyTable({ benchmark, spec, summary: summary(changes) }).rows.map((row) => row.map(cellText));

test('ours with interval, theirs, the difference, and what could explain it', () => {
  expect(texts()).toEqual([
    ['accuracy', 'everything', '62.3', '[58.0, 66.4]', '60.1', '+2.2', 'yes', 'paper, table 2', 'same protocol'],
    [
      'accuracy',
      'everything',
      '62.3',
      '[58.0, 66.4]',
      '70',
      '-7.7',
      'no',
      'a blog',
      'second-hand; their protocol is not stated',
    ],
    [
      'accuracy',
      'relation behind',
      '60.0',
      '[52.0, 68.0]',
      '55',
      '+5.0',
      'yes',
      'page',
      'tiny/strict has another extractor',
    ],
  ]);
});

test('with errors in it our score is a bracket and nothing is claimed', () => {
  expect(texts({ metrics: [openMetric] })[0]?.slice(2, 7)).toEqual([
    'between 58.0 and 66.0 (8 errors)',
    '[53.0, 70.0]',
    '60.1',
    expect.any(String),
    'open',
  ]);
});

test('a metric that the run does not have says so', () => {
  expect(texts({ metrics: [metric({ name: 'other' })] })[0]?.[2]).toBe('not in this run');
});

test('the published table names its sources and never ours', () => {
  const { rows, title } = publishedTable(benchmark);
  expect(title).toContain('not measured here');
  expect(rows).toHaveLength(4);
});

test('a run of fewer units than were published is called what it is', () => {
  const whole: Benchmark = { ...benchmark, publishedUnits: () => 1000 };
  const table = (units: number, missing = 0) =>
    verifyTable({ benchmark: whole, spec, summary: summary({ units, missing, epochs: 1 }) });
  const few = table(1000, 955);
  expect(few.notes).toEqual(['ours has 45 of 1,000 published units: the score is of these alone']);
  expect(few.rows.map((row) => cellText(row.at(-1) ?? null))[0]).toBe(
    'ours has 45 of 1,000 published units; same protocol',
  );
  expect(table(1000).notes).toEqual([]);
  expect(
    verifyTable({ benchmark: whole, spec, summary: summary({ units: 2000, missing: 0, epochs: 2 }) }).notes,
  ).toEqual([]);
});
