import { expect, test } from 'vitest';
import { fill } from './prompt.ts';

test('fields are filled in, everything else stays byte for byte', () => {
  expect(fill('{question} {suffix}', { question: 'Where is {x}?', suffix: '$& $1' })).toBe('Where is {x}? $& $1');
  expect(fill('For example:\n[{"point_2d": [x, y]}] {}', {})).toBe('For example:\n[{"point_2d": [x, y]}] {}');
  expect(fill('{n} steps', { n: 3 })).toBe('3 steps');
});

test('a field that the sample lacks is an error, not an empty string', () => {
  expect(() => fill('{question}', {})).toThrow('needs the field question');
});
