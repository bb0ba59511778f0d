import { expect, test } from 'vitest';
import { perturbOf } from './perturb.ts';

test('everything unless a list says what', () => {
  expect(perturbOf(true)).toEqual({ start: 0.1, pushes: 1, nudges: 1 });
  expect(perturbOf('start=0.2+push')).toEqual({ start: 0.2, pushes: 1, nudges: 0 });
  expect(perturbOf('nudge=3')).toEqual({ start: 0, pushes: 0, nudges: 3 });
});

test.each(['', 'wind', 'push=0', 'push=1.5', 'push=x', 'start=3', 'nudge=-1', 'push=9', 'constructor'])(
  '"%s" is refused',
  (text) => expect(() => perturbOf(text)).toThrow(expect.objectContaining({ code: 'bad_argument' })),
);
