import { expect, it } from 'vitest';
import { parseOptions } from './sample.ts';

it.each([
  ['A: x; B: y; C: z; D: w', { A: 'x', B: 'y', C: 'z', D: 'w' }],
  ['A: x; B: y; C: z; D: w;', { A: 'x', B: 'y', C: 'z', D: 'w' }],
  ['A: x; B: y; C: z; D: w ; ', { A: 'x', B: 'y', C: 'z', D: 'w' }],
  ['A:x;B:y;\nC : z;D:  w', { A: 'x', B: 'y', C: 'z', D: 'w' }],
  ["A: from man's left; right B: no; B: at 5:30; C: z", { A: "from man's left; right B: no", B: 'at 5:30', C: 'z' }],
  ['A: x; A: y', { A: 'y' }],
  ['A. x B. y', {}],
  ['nan', {}],
  ['', {}],
])('%j', (text, options) => {
  expect(parseOptions(text)).toEqual(options);
});
