import { expect, test } from 'vitest';
import { listQuery } from './sample-list.tsx';

test('a link to one unit carries the filters along and nothing else', () => {
  expect(listQuery({ q: 'a', 'g.step': '2', view: 'samples', at: 'u1' })).toEqual({ q: 'a', 'g.step': '2' });
});
