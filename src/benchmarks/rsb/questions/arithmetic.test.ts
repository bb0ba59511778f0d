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
          "What is 74 + 15?",
          "79",
          "74",
          "72",
        ],
        [
          "What is 47 - 28?",
          "14",
          "13",
          "4",
        ],
        [
          "What is 2 × 24?",
          "43",
          "33",
          "52",
        ],
      ]
    `);
    expect(arithmetic('test').sha256).toBe(arithmetic('test').sha256);
    expect(arithmetic('test').sha256).not.toBe(arithmetic('train').sha256);
  });

  it('never asks in test what was asked in training, in whatever order', () => {
    const train = new Set(ask('train', 15_000).map(({ id }) => id));
    const test = new Set(ask('test', 15_000).map(({ id }) => id));
    expect(train.size + test.size).toBe(4095 + 4005 + 720);
    expect(train.isDisjointFrom(test)).toBe(true);
    // 12 + 34 and 34 + 12 are one task.
    for (const id of train) expect(test.has(id.split('+').reverse().join('+'))).toBe(false);
  });

  it('has as many questions of each operator, none of them twice', () => {
    const asked = ask('test', 999);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(999);
    expect(Object.values(Object.groupBy(asked, ({ category }) => category ?? '')).map((own) => own?.length)).toEqual([
      333, 333, 333,
    ]);
  });

  it.each([4, 10])('gives %i positive numbers that differ', (choices) => {
    for (const { answer, distractors } of ask('test', 1000, choices)) {
      expect(new Set([answer, ...distractors]).size).toBe(choices);
      for (const option of distractors) expect(Number(option)).toBeGreaterThan(0);
    }
  });

  it.each([4, 10])(
    'tells nothing by size: who always takes the same place is right as often as a guesser of %i',
    (choices) => {
      const asked = ask('test', 3000, choices);
      const places = asked.map(({ answer, distractors }) => distractors.filter((other) => +other < +answer).length);
      for (let place = 0; place < choices; place++) {
        const share = places.filter((one) => one === place).length / asked.length;
        expect(Math.abs(share - 1 / choices)).toBeLessThan(0.02);
      }
    },
  );
});
