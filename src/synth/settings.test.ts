import { expect, test } from 'vitest';
import { deal } from './drawing.ts';
import { defaultArgs, numberArg, practiceSettings, readSettings } from './settings.ts';

const levels = { easy: { objects: '4' }, medium: { objects: '6' }, hard: { objects: '9' } };
const args = defaultArgs(levels);

test('a setting follows the difficulty unless somebody sets it', () => {
  expect(readSettings(args, levels, 1)).toEqual({ seed: 1, count: 120, difficulty: { objects: '6' } });
  expect(readSettings({ ...args, difficulty: 'hard' }, levels, 1).difficulty).toEqual({ objects: '9' });
  expect(readSettings({ ...args, difficulty: 'hard', objects: '5' }, levels, 1).difficulty).toEqual({ objects: '5' });
});

test.each([
  [{ difficulty: 'brutal' }, '"brutal" is not a difficulty'],
  [{ difficulty: 'constructor' }, '"constructor" is not a difficulty'],
  [{ count: '0' }, 'count=0 is not a whole number'],
  [{ count: '10' }, 'count=10 is not a multiple of 4'],
  [{ seed: '1.5' }, 'seed=1.5 is not a whole number'],
  [{ seed: '4294967296' }, 'is not a whole number from 0 to 4294967295'],
])('%j is refused', (given, message) => {
  expect(() => readSettings({ ...args, ...given }, levels, 4)).toThrow(message);
});

test('numbers may have fractions where they are no counts', () => {
  expect(numberArg({ margin: '0.35' }, 'margin', { least: 0, most: 1 })).toBe(0.35);
  expect(() => numberArg({ margin: '1e-3' }, 'margin', { least: 0, most: 1 })).toThrow('is not a number');
});

test('what is practised on has a seed that nobody can ask for', () => {
  const settings = readSettings({ ...args, seed: '4294967295' }, levels, 1);
  expect(practiceSettings(settings).seed).toBeGreaterThan(2 ** 32 - 1);
});

test('every block of a deal holds each item once', () => {
  const dealt = Array.from({ length: 40 }, (_, i) => deal(['A', 'B', 'C', 'D'], i, 7, 'letters'));
  for (let block = 0; block < 10; block += 1)
    expect(dealt.slice(4 * block, 4 * block + 4).sort()).toEqual(['A', 'B', 'C', 'D']);
  expect(
    new Set(Array.from({ length: 10 }, (_, block) => dealt.slice(4 * block, 4 * block + 4).join(''))).size,
  ).toBeGreaterThan(1);
});
