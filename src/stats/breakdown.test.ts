import { expect, test } from 'vitest';
import { breakdown, inNaturalOrder, naturalOrder } from './breakdown.ts';
import { meanAggregate } from './metric.ts';
import { random } from './random.ts';
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

const inOrder = [
  ['-10', '-2', '0.25', '0.5', '02', '2', '10', '10 m', '10-20 m', '11'],
  ['Motion (Cam.)', 'Motion (Obj.)', 'a', 'a2', 'a10', 'a10b', 'b', 'é'],
].flat();

test('sorts names the way people count', () => {
  const { shuffle } = random('names');
  for (let i = 0; i < 50; i++) expect(shuffle(inOrder).sort(naturalOrder)).toEqual(inOrder);
});

test('sorts things by their names as it sorts the names', () => {
  const { shuffle } = random('things');
  const things = [...inOrder, ...inOrder].map((name, at) => ({ name, at }));
  for (let i = 0; i < 50; i++) {
    const sorted = inNaturalOrder(
      shuffle(things),
      ({ name }) => name,
      (a, b) => a.at - b.at,
    );
    expect(sorted.map(({ name }) => name)).toEqual(inOrder.flatMap((name) => [name, name]));
    for (const [at, thing] of sorted.entries()) expect(thing.at < inOrder.length).toBe(at % 2 === 0);
  }
});

test('is a total order', () => {
  const names = [...inOrder, '-1a', '-1', '1', '1.5x', '1.x', '', '×'];
  for (const a of names) {
    expect(naturalOrder(a, a)).toBe(0);
    for (const b of names) {
      expect(Math.sign(naturalOrder(a, b))).toBe(-Math.sign(naturalOrder(b, a)) + 0);
      for (const c of names) {
        if (naturalOrder(a, b) < 0 && naturalOrder(b, c) < 0) expect(naturalOrder(a, c)).toBeLessThan(0);
      }
    }
  }
});
