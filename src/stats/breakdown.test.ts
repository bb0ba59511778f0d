import { expect, test } from 'vitest';
import { breakdown } from './breakdown.ts';
import { meanAggregate } from './pass-at-k.ts';
import { unit } from './testing/units.ts';

const results = [
  unit('a', 1, { groups: { step: '10', scene: 'indoor' } }),
  unit('b', 0, { groups: { step: '2', scene: 'in' } }),
  unit('c', 1, { groups: { step: '2', scene: 'indoor' } }),
  unit('d', 0, { groups: { step: '2', scene: 'indoor' } }),
  unit('e', 0, { groups: { scene: 'outdoor' } }),
];

test('groups by every axis list, in natural order, without units that lack an axis', () => {
  const groups = breakdown(results, [['step'], ['step', 'scene']], meanAggregate('accuracy'));
  expect(groups.map(({ by, key, metrics }) => [by, key, metrics[0]?.value, metrics[0]?.n])).toEqual([
    ['step', '2', 1 / 3, 3],
    ['step', '10', 1, 1],
    ['step×scene', '2×in', 0, 1],
    ['step×scene', '2×indoor', 0.5, 2],
    ['step×scene', '10×indoor', 1, 1],
  ]);
});

test('nothing to group by gives no groups', () => {
  expect(breakdown(results, [['size']], meanAggregate('accuracy'))).toEqual([]);
  expect(breakdown(results, [], meanAggregate('accuracy'))).toEqual([]);
});
