import { expect, test } from 'vitest';
import type { Request, Usage } from '../../contracts/index.ts';
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
  const budget = new Budget(2.5 * most, price);
  expect(budget.reserve(request)).toBeCloseTo(most);
  expect(budget.reserve(request)).toBeCloseTo(most);
  expect(budget.reserve(request)).toBeNull();
  budget.settle(most, { inputTokens: 100, outputTokens: 10 });
  expect(budget.reserve(request)).toBeCloseTo(most);
});

/** A question and its reply, as an earlier session left them in the journal. */
function told(budget: Budget, usage?: Usage): Budget {
  const { parts, decoding } = request;
  budget.see({ event: 'prompt', unit: 'a', prompt: { parts: parts.filter((part) => 'text' in part), decoding } });
  budget.see({
    event: 'attempt',
    unit: 'a',
    epoch: 0,
    attempt: 1,
    at: '',
    ms: 1,
    final: true,
    reply: { text: 'A', finish: 'stop', ...(usage ? { usage } : {}) },
  });
  return budget;
}

test('what earlier sessions spent counts', () => {
  const paid = { inputTokens: 1000, outputTokens: 400 };
  expect(told(new Budget(1.4 * most, price), paid).reserve(request)).toBeNull();
  expect(told(new Budget(1.6 * most, price), paid).reserve(request)).toBeCloseTo(most);
});

test('replies without usage of earlier sessions count as much as was set aside for them', () => {
  expect(told(new Budget(1.9 * most, price)).reserve(request)).toBeNull();
  expect(told(new Budget(2.1 * most, price)).reserve(request)).toBeCloseTo(most);
});

test('a larger bill than expected raises the expectation', () => {
  const budget = new Budget(1, price);
  budget.settle(budget.reserve(request) ?? 0, { inputTokens: 50_000, outputTokens: 1 });
  expect(budget.reserve(request)).toBeGreaterThan(0.05);
});

test('a server that writes more than it was allowed to is expected to do it again', () => {
  const budget = new Budget(1, price);
  budget.settle(budget.reserve(request) ?? 0, { inputTokens: 10, outputTokens: 20_000 });
  expect(budget.reserve(request)).toBeGreaterThan(0.2);
});

test('what was set aside is no longer covered once a bill was larger', () => {
  const budget = new Budget(2 * most, price);
  const first = budget.reserve(request) ?? 0;
  budget.reserve(request);
  expect(budget.overdrawn).toBe(false);
  budget.settle(first, { inputTokens: 1000, outputTokens: 1000 });
  expect(budget.overdrawn).toBe(true);
});

test('without a price there is no budget', () => {
  expect(() => new Budget(1, null)).toThrow('no known price');
});
