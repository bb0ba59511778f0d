import { expect, it } from 'vitest';
import { random } from '../../../stats/index.ts';
import { arithmeticWide, wideTasks } from './arithmetic-wide.ts';

it('has 210,000 different tasks, and no task of the test in training', () => {
  const [train, test] = (['train', 'test'] as const).map(
    (split) =>
      new Set(
        wideTasks(split)
          .flat()
          .map(({ id }) => id),
      ),
  );
  expect([train?.size, test?.size]).toEqual([105_000, 105_000]);
  expect(train?.isDisjointFrom(test ?? new Set())).toBe(true);
});

it('is right, in whatever words', () => {
  for (const list of wideTasks('test'))
    for (const { answer, ask } of list.slice(0, 300))
      for (const seed of [1, 2, 3])
        expect([ask(random(seed)), answer]).toEqual([ask(random(seed)), solve(ask(random(seed)))]);
});

it('asks 2,000 questions without asking one twice, in many ways', () => {
  const source = arithmeticWide('train');
  const asked = Array.from({ length: 2000 }, (_, index) => source.question(index, 4));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2000);
  expect(new Set(asked.map(({ category }) => category)).size).toBe(7);
  expect(new Set(asked.map(({ text }) => text.replace(/\d+/g, '#'))).size).toBe(24);
  for (const { answer, distractors } of asked) expect(new Set([answer, ...distractors]).size).toBe(4);
});

/** The sentences again, read by somebody else than who wrote them. */
const sentences: readonly [sentence: RegExp, solve: (...numbers: number[]) => number][] = [
  [/^What is the sum of (\d+) and (\d+)\?$/, (a = 0, b = 0) => a + b],
  [/^What is (\d+) more than (\d+)\?$/, (a = 0, b = 0) => a + b],
  [/^Which number leaves (\d+) when (\d+) is taken away from it\?$/, (a = 0, b = 0) => a + b],
  [/^What is the difference between (\d+) and (\d+)\?$/, (a = 0, b = 0) => Math.abs(a - b)],
  [/^What is (\d+) less than (\d+)\?$/, (a = 0, b = 0) => b - a],
  [/^What must be added to (\d+) to get (\d+)\?$/, (a = 0, b = 0) => b - a],
  [/^What is the product of (\d+) and (\d+)\?$/, (a = 0, b = 0) => a * b],
  [/^What do (\d+) boxes of (\d+) hold together\?$/, (a = 0, b = 0) => a * b],
  [/^What is (\d+) divided by (\d+)\?$/, (a = 0, b = 0) => a / b],
  [/^How often does (\d+) go into (\d+)\?$/, (a = 0, b = 0) => b / a],
  [/^How many are in each part when (\d+) are shared equally among (\d+)\?$/, (a = 0, b = 0) => a / b],
  [/^What remains when (\d+) is taken from the sum of (\d+) and (\d+)\?$/, (a = 0, b = 0, c = 0) => b + c - a],
  [/^What is (\d+) more than the product of (\d+) and (\d+)\?$/, (a = 0, b = 0, c = 0) => a + b * c],
  [/^What is (\d+) times the difference between (\d+) and (\d+)\?$/, (a = 0, b = 0, c = 0) => a * Math.abs(b - c)],
  [/^What is (\d+) ÷ (\d+)\?$/, (a = 0, b = 0) => a / b],
  [/^What is (\d+) × \((\d+) - (\d+)\)\?$/, (a = 0, b = 0, c = 0) => a * (b - c)],
  [/^What is \((\d+) - (\d+)\) × (\d+)\?$/, (a = 0, b = 0, c = 0) => (a - b) * c],
  [/^What is (\d+) × (\d+) \+ (\d+)\?$/, (a = 0, b = 0, c = 0) => a * b + c],
  [/^What is (\d+) \+ (\d+) × (\d+)\?$/, (a = 0, b = 0, c = 0) => a + b * c],
  [/^What is (\d+) \+ (\d+) - (\d+)\?$/, (a = 0, b = 0, c = 0) => a + b - c],
  [/^What is (\d+) - (\d+) \+ (\d+)\?$/, (a = 0, b = 0, c = 0) => a - b + c],
  [/^What is (\d+) × (\d+)\?$/, (a = 0, b = 0) => a * b],
  [/^What is (\d+) \+ (\d+)\?$/, (a = 0, b = 0) => a + b],
  [/^What is (\d+) - (\d+)\?$/, (a = 0, b = 0) => a - b],
];

function solve(text: string): number {
  for (const [sentence, result] of sentences) {
    const found = sentence.exec(text);
    if (found) return result(...found.slice(1).map(Number));
  }
  throw new Error(`nobody can read: ${text}`);
}
