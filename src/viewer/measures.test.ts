import { expect, test } from 'vitest';
import { countsOf, histogramsOf, measureFilter } from './measures.ts';
import type { UnitRow } from './wire.ts';

function rowOf(at: number, opts: { score?: number | null; distance?: number; ms?: number }): UnitRow {
  const { score = 0, distance, ms } = opts;
  return {
    result: {
      id: `u${at}`,
      epoch: 0,
      cluster: `u${at}`,
      groups: {},
      outcome: 'answered',
      score,
      extraction: null,
      ...(distance !== undefined && { facts: { distance } }),
    },
    question: '',
    said: '',
    ...(ms !== undefined && { took: { ms } }),
  };
}

test('bins hold every value once, whatever their spread, and a bin taken as a filter finds its values', () => {
  const spreads = {
    even: (n: number) => n,
    skewed: (n: number) => n ** 4 / 1e5,
    'nearly all nought': (n: number) => (n < 95 ? 0 : n * 1000),
  };
  for (const [name, spread] of Object.entries(spreads)) {
    const rows = Array.from({ length: 100 }, (_, n) => rowOf(n, { distance: spread(n) }));
    const [histogram] = histogramsOf(rows);
    if (!histogram) throw new Error(`no histogram of ${name}`);
    const { edges, counts } = histogram;
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(100);
    expect(edges.length).toBe(counts.length + 1);
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
    const found = counts.map((_, bin) => {
      const to = bin + 1 === counts.length ? '' : edges[bin + 1];
      return rows.filter(measureFilter('distance', `${edges[bin]}..${to}`)).length;
    });
    expect(found).toEqual(counts);
    expect(
      countsOf(rows.slice(0, 10), [histogram])
        .flat()
        .reduce((sum, n) => sum + n, 0),
    ).toBe(10);
  }
});

test('what cannot tell rows apart has no histogram, and what has no value is in no range', () => {
  const rows = [rowOf(0, { score: null, ms: 1000 }), rowOf(1, { score: 1, ms: 3000 }), rowOf(2, { score: 1 })];
  expect(histogramsOf(rows).map(({ name }) => name)).toEqual(['time']);
  expect(histogramsOf([])).toEqual([]);
  // Right and wrong are chosen by name; a part of a score is a range of its own.
  expect(histogramsOf([rowOf(0, { score: 0 }), rowOf(1, { score: 1 })])).toEqual([]);
  expect(histogramsOf([0, 0.5, 1].map((score, at) => rowOf(at, { score }))).map(({ name }) => name)).toEqual(['score']);
  expect(rows.filter(measureFilter('time', '..'))).toEqual(rows.slice(0, 2));
  expect(rows.filter(measureFilter('time', '..2'))).toEqual(rows.slice(0, 1));
  for (const [name, range] of [
    ['nonsense', '0..1'],
    ['time', 'a..b'],
  ] as const)
    expect(rows.filter(measureFilter(name, range))).toEqual([]);
});
