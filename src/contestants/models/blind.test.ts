import { expect, test } from 'vitest';
import type { Answer, AnswerSpace, Lesson } from '../../contracts/index.ts';
import { wordRules } from './blind.ts';

const choices = { A: 'left', B: 'right', C: '2 m', D: '10 m' };
const size = { width: 80, height: 60 };

function taught(lessons: readonly Lesson[]) {
  const blind = wordRules();
  for (const lesson of lessons) blind.learn?.(lesson);
  return (text: string, space: AnswerSpace) => blind.choose({ space, write: String }, { id: 'q', epoch: 0, text });
}

const times = (n: number, lesson: (i: number) => Lesson) => Array.from({ length: n }, (_, i) => lesson(i));
const letter = (answer: string): Answer => ({ answer });

test('without lessons it takes the first option, or the middle of the picture', () => {
  const says = taught([]);
  expect(says('Where?', { choices })).toEqual({ answer: 'A' });
  expect(says('Where?', { size })).toEqual({ points: [[35, 25]] });
  expect(says('Where?', {})).toBeNull();
});

test.each([
  ['a letter that is right too often', (i: number) => (i % 2 === 0 ? 'C' : 'ABD'[i % 3]), 'How?', 'C'],
  ['a word that goes with an option', (i: number) => (i % 2 === 0 ? 'B' : 'ACD'[i % 3]), 'How?', 'B'],
])('it finds %s', (_, right, text, expected) => {
  const says = taught(times(60, (i) => ({ text: 'How?', space: { choices }, truth: letter(right(i) ?? '') })));
  expect(says(text, { choices })).toEqual({ answer: expected });
});

test('words count: what goes with one of them says nothing about another', () => {
  const says = taught(
    times(80, (i) => {
      const isRed = i % 2 === 0;
      const [first = '', second = ''] = i % 4 < 2 ? ['left', 'right'] : ['right', 'left'];
      const space = { choices: { A: first, B: second } };
      return { text: isRed ? 'red ball' : 'blue ball', space, truth: letter((first === 'left') === isRed ? 'A' : 'B') };
    }),
  );
  expect(says('a red one', { choices: { A: 'right', B: 'left' } })).toEqual({ answer: 'B' });
  expect(says('a blue one', { choices: { A: 'right', B: 'left' } })).toEqual({ answer: 'A' });
});

test('numbers are ranked, not compared as words', () => {
  const says = taught(
    times(60, (i) => {
      const [small, large] = [`${i + 2} m`, `${10 * i + 30} m`];
      const space = { choices: i % 2 === 0 ? { A: small, B: large } : { A: large, B: small } };
      return { text: 'How far?', space, truth: letter(i % 2 === 0 ? 'B' : 'A') };
    }),
  );
  expect(says('How far?', { choices: { A: '9 m', B: '700 m' } })).toEqual({ answer: 'B' });
});

test('it points where such questions were right most often', () => {
  const says = taught(
    times(40, (i) => ({
      text: i % 2 === 0 ? 'the sky' : 'the floor',
      space: { size },
      truth: { points: [[(7 * i) % 80, i % 2 === 0 ? 4 : 55]] },
    })),
  );
  const [sky] = Object.values(says('sky', { size }) ?? {}).flat();
  expect(sky?.[1]).toBe(5);
});
