import { expect, it } from 'vitest';
import { refspatial, refspatialExpand } from './index.ts';

const find = (benchmark: typeof refspatial, model: string, key?: string) =>
  (benchmark.published ?? []).filter((entry) => entry.model === model && entry.group?.key === key);

it('has the figures of the card, in groups that we break down by', () => {
  const entries = refspatialExpand.published ?? [];
  expect(entries).toHaveLength(30);
  expect(find(refspatialExpand, 'RoboRefer-2B-SFT', 'location')[0]?.percent).toBe(50.21);
  expect(find(refspatialExpand, 'RoboRefer-8B-SFT', 'placement×5')[0]?.percent).toBe(85.71);
  const axes = refspatialExpand.breakdowns.map((axis) => axis.join('×'));
  for (const { group } of entries) expect(axes).toContain(group?.by);
});

it('agrees with whole numbers of questions', () => {
  // The card's means are over 241 and 200 questions with one point each.
  expect(((100 * 121) / 241).toFixed(2)).toBe('50.21');
  for (const { percent, group } of refspatialExpand.published ?? []) {
    const of = { location: 241, placement: 200 }[group?.key ?? ''];
    if (of === undefined) continue;
    const right = Math.round((percent * of) / 100);
    expect(Math.abs((100 * right) / of - percent)).toBeLessThan(0.005);
  }
});

it('marks what was told by others, and keeps other measures apart', () => {
  expect(find(refspatial, 'Gemini-2.5-Pro', 'unseen')[0]).toMatchObject({
    percent: 27.14,
    protocol: 'refspatial/gemini',
  });
  expect(find(refspatial, 'Qwen3.5-27B')[0]).toMatchObject({ percent: 67.7, secondHand: true });
  expect(find(refspatial, 'Qwen3-VL-8B').map(({ percent }) => percent)).toEqual([54.2, 56.5]);
  expect(find(refspatial, 'GPT-6-Astra')[0]).toMatchObject({ metric: 'micro-F1' });
  expect(refspatial.published).toHaveLength(3 * 10 + 26 + 4);
  for (const { percent, source } of refspatial.published ?? []) {
    expect(percent).toBeGreaterThan(0);
    expect(source).not.toBe('');
  }
});
