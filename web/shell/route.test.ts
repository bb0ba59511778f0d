import { expect, test } from 'vitest';
import { hrefOf, parseRoute, type Route } from './route.ts';

test('every page has an address and is found by it', () => {
  const routes: Route[] = [
    { page: 'runs', query: {} },
    { page: 'runs', query: { q: 'tiny & co', sort: '-score' } },
    { page: 'run', run: 'ab12', query: { outcome: 'unparsed', 'g.category': 'Motion (Cam.)' } },
    { page: 'unit', run: 'ab12', unit: '../a b/é?#%', query: { epoch: '1' } },
    { page: 'compare', query: { runs: 'a,b' } },
    { page: 'abilities', query: {} },
    { page: 'report', query: {} },
    { page: 'try', query: { who: 'reference/pick', n: '3' } },
  ];
  for (const route of routes) expect(parseRoute(hrefOf(route))).toEqual(route);
});

test('what is empty is not in the address', () => {
  expect(hrefOf({ page: 'run', run: 'a', query: { q: '', outcome: 'refused' } })).toBe('#/run/a?outcome=refused');
});

test('an address that nobody made leads nowhere, without an error', () => {
  for (const hash of ['#/nonsense', '#/run', '#/run/a/b', '#/run/a/unit', '#/compare/x', '#/try/x'])
    expect(parseRoute(hash).page).toBe('unknown');
  expect(parseRoute('#/run/%E0%A4%A')).toEqual({ page: 'run', run: '%E0%A4%A', query: {} });
  expect(parseRoute('')).toEqual({ page: 'runs', query: {} });
});
