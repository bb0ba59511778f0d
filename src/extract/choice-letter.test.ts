import { describe, expect, it } from 'vitest';
import { choiceExact, choiceLetter } from './choice-letter.ts';

const choices = { A: 'a red circle', B: 'a blue square', C: 'a star', D: 'a cross' };
const read = (text: string) => choiceLetter.extract(text, { choices });
const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('choice/letter', () => {
  it.each([
    // the whole text
    'B',
    'b',
    ' B \n',
    '(B)',
    '`B`',
    'B.',
    'B)',
    '**B**',
    '"B"',
    '[B]',
    '<B>',
    '$B$',
    '**(B).**',
    // declared
    'Answer: B',
    'The answer is B.',
    'The correct answer is (B).',
    '**Answer:** B',
    '<answer>B</answer>',
    'Answer:\nB',
    'The best option is B because it is left.',
    'I think the answer is option B',
    'answer = B',
    'The answer is: **B. a blue square**',
    'Option A is red. Option C is far away. So the answer is B.',
    'Final answer: B, the blue square.',
    // set apart
    '\\boxed{B}',
    'It is the blue square (B).',
    'I choose **B**.',
    'B. a blue square',
    'B: a blue square',
    'Because it is left.\n\nB',
    // thinking is not looked at
    '<think>The answer is A. Or (C)?</think>B',
    'Answer: A</think> **B**',
  ])('reads B from %j', (text) => {
    expect(read(text)).toEqual({ answer: 'B' });
  });

  it.each([
    '',
    ' ',
    'none',
    'blue square',
    'E',
    'Answer: E',
    'The answer is A. No, the answer is B.',
    'Answer: B or C',
    'Answer: (B) / (C)',
    'A. a red circle\nB. a blue square',
    '(A) and (B) are both right',
    'Answer: A red circle',
    'A red circle.',
    'The answer is a star',
    'I think so',
    'The answer is not B',
    'The answer isn’t B',
    'Option B is too far away',
    'Both options, A and B',
    'AB',
    'Answer: BC',
    'Answer: Blue',
    'The answer is obvious. B is left of A.',
    'Answer: I do not know',
    'B</think>',
  ])('reads nothing from %j', (text) => {
    expect(read(text)).toEqual({ answer: null });
  });

  it('takes any letter when the options are not known, and only known ones otherwise', () => {
    expect(choiceLetter.extract('Answer: Q', {})).toEqual({ answer: 'Q' });
    expect(choiceLetter.extract('Answer: D', { choices: { A: 'yes', B: 'no' } })).toEqual({ answer: null });
  });

  it.each([
    'A',
    '(',
    '(A',
    'answer ',
    'Answer: ',
    'answer is',
    '*',
    '\n',
    ' ',
    '**A',
    'A\n',
    '</think>',
    '`',
    'Answer: A or ',
  ])('is not slowed down by a megabyte of %j', (piece) => {
    read(piece.repeat(1_000_000 / piece.length));
  });
});

describe('choice/exact', () => {
  it('wants the letter alone', () => {
    expect(choiceExact.extract(' B\n', { choices })).toEqual({ answer: 'B' });
    for (const text of ['b', '(B)', 'B.', 'E', '', 'BB', 'Answer: B', 'toString'])
      expect(choiceExact.extract(text, { choices })).toEqual({ answer: null });
  });
});

describe.each([choiceLetter, choiceExact])('$id', (extractor) => {
  it('reads every letter that it writes', () => {
    for (const answer of alphabet) expect(extractor.extract(extractor.write({ answer }, {}), {})).toEqual({ answer });
  });
});
