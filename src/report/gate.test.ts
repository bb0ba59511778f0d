import { expect, test } from 'vitest';
import type { Metric, Summary } from '../contracts/index.ts';
import { judgeGate, junitOf } from './gate.ts';
import { metric, summary } from './testing/samples.ts';

const half = { value: 0.5, n: 100, low: 0.4, high: 0.6 };
const judged = (over: Partial<Metric>, rest: Partial<Summary> = {}) =>
  judgeGate({ run: 'runs/a', summary: summary({ metrics: [metric({ ...half, ...over })], ...rest }), demanded: 0.55 });

test('a run fails only when its whole interval lies below what is demanded', () => {
  expect(judged({}).result).toBe('passed');
  expect(judged({ high: 0.54 }).result).toBe('failed');
});

test('a run that was not measured whole does not pass', () => {
  expect(judged({ value: null, low: null, high: null }).result).toBe('unmeasured');
  expect(judged({}, { missing: 3 }).result).toBe('unmeasured');
  const open = { errors: 40, worst: 0.3, best: 0.7, lowest: 0.2, highest: 0.8 };
  expect(judged(open).result).toBe('unmeasured');
  expect(judged({ ...open, worst: 0.56 }).result).toBe('passed');
  expect(judged({ errors: 40 })).toMatchObject({ result: 'unmeasured', why: expect.stringContaining('nobody knows') });
  expect(judged({ ...open, highest: 0.5 }).result).toBe('failed');
});

test('names in JUnit are text, whatever they hold', () => {
  const hostile = summary({ model: 'a"><failure/>\u0000\uffff', metrics: [metric(half)] });
  const xml = junitOf([judgeGate({ run: "<&'", summary: hostile, demanded: 0.9 })]);
  expect(xml).toContain('name="&lt;&amp;&apos;" tests="1" failures="1" errors="0"');
  expect(xml).toContain('a&quot;&gt;&lt;failure/&gt; ·');
  expect(xml.match(/<failure /g)).toHaveLength(1);
});
