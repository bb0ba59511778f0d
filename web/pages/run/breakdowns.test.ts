import { expect, test } from 'vitest';
import { metricOf } from './breakdowns.tsx';

const metric = (name: string) => ({ name, value: 0.5, n: 4, low: null, high: null, method: 'wilson' });

test('groups that lack the headline’s metric are drawn with one that they have, not as bare axes', () => {
  const groups = [{ by: 'view', key: 'std', metrics: [metric('sample-wise')] }];
  expect(metricOf(groups, 'group-wise')).toBe('sample-wise');
  expect(metricOf([{ ...groups[0], by: 'category', key: 'a', metrics: [metric('x'), metric('y')] }], 'y')).toBe('y');
});
