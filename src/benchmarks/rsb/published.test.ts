import { expect, test } from 'vitest';
import { metrics } from './metrics.ts';
import { published } from './published.ts';
import { suites } from './suites.ts';

test('every number is second-hand, says that it is not comparable, and cannot meet one of ours', () => {
  expect(published).toHaveLength(9 * 2 + 2 + 7);
  const ours = metrics([]).map(({ name }) => name);
  for (const { secondHand, note, metric } of published) {
    expect(secondHand).toBe(true);
    expect(note).toContain('not comparable');
    expect(ours).not.toContain(metric);
  }
});

test('single numbers belong to suites', () => {
  const titles = suites.map(({ title }) => title);
  for (const { group } of published) if (group) expect(titles).toContain(group.key);
});
