import { expect, test } from 'vitest';
import type { Extraction } from '../../contracts/index.ts';
import { sharing } from './shared.ts';

test('what is the same becomes one, and nothing else does', () => {
  const { groups, extraction } = sharing();
  const first = groups({ kind: 'point', steps: '1' });
  expect(groups({ kind: 'point', steps: '1' })).toBe(first);
  expect(groups({ kind: 'point', steps: '2' })).toEqual({ kind: 'point', steps: '2' });
  const all: Extraction[] = [
    { answer: 'A' },
    { answer: null },
    { answer: 'null' },
    { answer: Number.NaN },
    { answer: 0 },
    { answer: -0 },
    { answer: '0' },
    { error: 'no letter', effect: 'dropped' },
    { error: 'no letter', effect: 'abort' },
    { points: [[1, 2]] },
    { points: [] },
  ];
  // Twice: what was remembered must not come back for something else.
  for (const each of [...all, ...all]) expect(extraction({ ...each })).toStrictEqual(each);
  expect(extraction({ answer: 'A' })).toBe(extraction({ answer: 'A' }));
});

test('many different texts are shared too, and come back as they are', () => {
  const { text } = sharing();
  for (let i = 0; i < 20_000; i += 1) expect(text(`cluster ${i}`)).toBe(`cluster ${i}`);
});
