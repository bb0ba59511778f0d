import { expect, test } from 'vitest';
import { messageOf } from './error.ts';

test.each<[string, unknown, string]>([
  ['an error', new Error('no room'), 'no room'],
  ['a text', 'no', 'no'],
  ['nothing', undefined, 'undefined'],
  ['a symbol', Symbol('no'), 'Symbol(no)'],
  ['an error whose message is an object', Object.assign(new Error('x'), { message: ['a', 1] }), 'a,1'],
  ['an object without a prototype', Object.create(null), 'an error without words'],
  [
    'an error that fails when it is asked',
    Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('again');
      },
    }),
    'an error without words',
  ],
])('%s has a text', (_name, thrown, text) => {
  expect(messageOf(thrown)).toBe(text);
});
