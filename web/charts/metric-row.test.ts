import { expect, test } from 'vitest';
import { metricRow } from './metric-row.ts';

const metric = { name: 'accuracy', value: 0.537, n: 54, low: 0.406, high: 0.663, method: 'wilson' };

test('a score is a dot with its interval', () => {
  expect(metricRow('all', metric)).toMatchObject({ value: 0.537, low: 0.406, high: 0.663, detail: '54' });
  expect(metricRow('all', metric)).not.toHaveProperty('bracket');
});

test('errors draw the bracket inside the interval that has them in it, never the bare bracket', () => {
  const open = { ...metric, errors: 2, worst: 0.518, best: 0.554, lowest: 0.39, highest: 0.677 };
  expect(metricRow('all', open)).toMatchObject({
    value: null,
    low: 0.39,
    high: 0.677,
    bracket: { from: 0.518, to: 0.554 },
    text: '51.8 … 55.4 [39.0, 67.7]',
    detail: '54, 2 errors',
  });
});
