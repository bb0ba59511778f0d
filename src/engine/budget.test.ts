import { expect, test } from 'vitest';
import type { Request } from '../contracts/index.ts';
import { Budget } from './budget.ts';

const price = { input: 1, output: 10, note: 'test' };
const request: Request = {
  unit: { id: 'a', epoch: 0 },
  parts: [{ text: 'x'.repeat(1000) }],
  decoding: { maxTokens: 900 },
};
/** 1,000 input tokens at most and 900 output tokens: a cent. */
const most = 0.01;

test('money is set aside for the worst case and given back when the bill comes', () => {
  const budget = new Budget(2.5 * most, price, 0);
  expect(budget.reserve(request)).toBeCloseTo(most);
  expect(budget.reserve(request)).toBeCloseTo(most);
  expect(budget.reserve(request)).toBeNull();
  budget.settle(most, { inputTokens: 100, outputTokens: 10 });
  expect(budget.reserve(request)).toBeCloseTo(most);
});

test('what earlier sessions spent counts', () => {
  expect(new Budget(2 * most, price, 1.5 * most).reserve(request)).toBeNull();
});

test('a larger bill than expected raises the expectation', () => {
  const budget = new Budget(1, price, 0);
  budget.settle(budget.reserve(request) ?? 0, { inputTokens: 50_000, outputTokens: 1 });
  expect(budget.reserve(request)).toBeGreaterThan(0.05);
});

test('without a price there is no budget', () => {
  expect(() => new Budget(1, null, 0)).toThrow('no known price');
});
