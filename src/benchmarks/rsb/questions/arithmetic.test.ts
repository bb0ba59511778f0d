import { describe, expect, it } from 'vitest';
import { arithmetic } from './arithmetic.ts';

const ask = (split: 'train' | 'test', count: number, choices = 4) => {
  const source = arithmetic(split);
  return Array.from({ length: count }, (_, index) => source.question(index, choices));
};

describe('arithmetic', () => {
  it('is right', () => {
    for (const { text, answer } of ask('test', 1000)) {
      const [, left, sign, right] = /^What is (\d+) ([+×-]) (\d+)\?$/.exec(text) ?? [];
      const [a, b] = [Number(left), Number(right)];
      expect(answer).toBe(String(sign === '+' ? a + b : sign === '-' ? a - b : a * b));
    }
  });

  it('is the same everywhere', () => {
    expect(ask('test', 3).map(({ text, distractors }) => [text, ...distractors])).toMatchInlineSnapshot(`
      [
        [
          "What is 6 × 76?",
          "462",
          "455",
          "465",
        ],
        [
          "What is 91 - 89?",
          "10",
          "1",
          "11",
        ],
        [
          "What is 66 + 40?",
          "114",
          "115",
          "107",
        ],
      ]
    `);
    expect(arithmetic('test').sha256).toBe(arithmetic('test').sha256);
    expect(arithmetic('test').sha256).not.toBe(arithmetic('train').sha256);
  });

  it('never asks in test what was asked in training, in whatever order, also by versions before', () => {
    const train = new Set(ask('train', 15_000).map(({ id }) => id));
    const test = new Set(ask('test', 15_000).map(({ id }) => id));
    expect(train.isDisjointFrom(test)).toBe(true);
    // 12 + 34 and 34 + 12 are one task.
    for (const id of train) expect(test.has(id.split('+').reverse().join('+'))).toBe(false);
    // The first questions of the first version’s test.
    for (const id of ['74+15', '47-28', '2×24']) expect([train.has(id), test.has(id)]).toEqual([false, true]);
  });

  it('has as many questions of each operator, and few of 500 come twice', () => {
    const asked = ask('test', 999);
    expect(Object.values(Object.groupBy(asked, ({ category }) => category ?? '')).map((own) => own?.length)).toEqual([
      333, 333, 333,
    ]);
    // There are only 360 multiplications.
    const [some, all] = [asked.slice(0, 500), (list: typeof asked) => new Set(list.map(({ id }) => id)).size];
    expect(all(some)).toBeGreaterThan(450);
    expect(all(some.filter(({ category }) => category !== 'multiplication'))).toBe(
      some.filter(({ category }) => category !== 'multiplication').length,
    );
  });

  it.each([4, 10])('gives %i positive numbers that differ', (choices) => {
    for (const { answer, distractors } of ask('test', 1000, choices)) {
      expect(new Set([answer, ...distractors]).size).toBe(choices);
      for (const option of distractors) expect(Number(option)).toBeGreaterThan(0);
    }
  });
});
