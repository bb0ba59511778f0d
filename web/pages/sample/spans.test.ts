import { expect, test } from 'vitest';
import { findExtractor } from '../../../src/extract/index.ts';
import { spansOf } from './spans.ts';

const size = { width: 640, height: 480 };
const choices = { A: 'left', B: 'right', C: 'in front', D: 'behind' };

function marked(extractor: string, text: string, context: object = size) {
  const { extract } = findExtractor(extractor);
  const spans = spansOf(text, (said) => extract(said, context), choices);
  return spans?.map(({ start, end, points }) => [text.slice(start, end), ...points]);
}

test('points are found where they were read, in every form', () => {
  expect(marked('point/tuple', 'Step 1: the 2nd cup is at (0.51, 0.25), or (30, 40).')).toEqual([
    ['0.51, 0.25', 0],
    ['30, 40', 1],
  ]);
  expect(marked('refspatial/text-relative', '[(0.5, 0.5)] and (1, 2, 3)')).toEqual([['0.5, 0.5', 0]]);
  expect(marked('refspatial/gemini-json', '```json\n[{"point": [500, 250], "label": "point 1"}]\n```')).toEqual([
    ['500, 250', 0],
  ]);
  expect(marked('refspatial/molmo-xml', '<points x1="61.5" y1="40.4" x2="10" y2="20"/>')).toEqual([
    ['61.5" y1="40.4', 0],
    ['10" y2="20', 1],
  ]);
});

test('a letter is found where it was read, not where else it stands', () => {
  expect(marked('choice/letter', 'B looks good at first, but the answer is (C).', { choices })).toEqual([['C']]);
  expect(marked('choice/letter', 'Answer: B', { choices })).toEqual([['B']]);
});

test('an answer read from the words of an option is found there', () => {
  expect(marked('vlmevalkit/can-infer@v2', 'It is in front.', { choices })).toEqual([['in front']]);
});

test('nothing is marked where nothing was read, and long texts are left alone', () => {
  expect(marked('point/tuple', 'I cannot tell.')).toEqual([]);
  expect(marked('point/tuple', `(1, 2)${' '.repeat(30_000)}`)).toBeUndefined();
  expect(marked('point/tuple', '(1, 2) '.repeat(150))).toBeUndefined();
});
