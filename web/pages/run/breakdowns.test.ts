import { expect, test } from 'vitest';
import { coarseFirst, metricOf } from './breakdowns.tsx';

const metric = (name: string) => ({ name, value: 0.5, n: 4, low: null, high: null, method: 'wilson' });

test('groups that lack the headline’s metric are drawn with one that they have, not as bare axes', () => {
  const groups = [{ by: 'view', key: 'std', metrics: [metric('sample-wise')] }];
  expect(metricOf(groups, 'group-wise')).toBe('sample-wise');
  expect(metricOf([{ ...groups[0], by: 'category', key: 'a', metrics: [metric('x'), metric('y')] }], 'y')).toBe('y');
});

test('breakdowns go from coarse to fine, and what crosses two axes comes last', () => {
  const axes = [
    { by: 'category', length: 11 },
    { by: 'side×row', length: 4 },
    { by: 'view', length: 4 },
    { by: 'scene', length: 2 },
  ];
  expect(coarseFirst(axes)).toEqual(['scene', 'view', 'category', 'side×row']);
});
