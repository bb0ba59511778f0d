import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('what has not been asked for the longest goes first', () => {
  const recent = new Recent<string, number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  expect(recent.get('a')).toBe(1);
  recent.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

test('the room is shared by weight, and the last one always fits', () => {
  const recent = new Recent<number, string>(10, { weigh: (key) => key });
  for (const key of [3, 4, 5]) recent.set(key, `${key}`);
  expect([3, 4, 5].map((key) => recent.peek(key))).toEqual([undefined, '4', '5']);
  recent.set(99, 'large');
  expect([4, 5, 99].map((key) => recent.peek(key))).toEqual([undefined, undefined, 'large']);
  recent.set(6, 'six');
  expect([99, 6].map((key) => recent.peek(key))).toEqual([undefined, 'six']);
});

test('whoever wants to know is told of everything that leaves, once', () => {
  const left: string[] = [];
  const recent = new Recent<number, string>(2, { left: (value) => left.push(value) });
  recent.set(1, 'one');
  recent.set(1, 'another one');
  recent.set(2, 'two');
  recent.set(3, 'three');
  recent.delete(2);
  recent.delete(2);
  recent.clear();
  expect(left).toEqual(['one', 'another one', 'two', 'three']);
  expect(recent.get(3)).toBeUndefined();
});

test('it behaves like a list of all keys in the order of their last use', () => {
  const recent = new Recent<number, number>(5);
  let order: number[] = [];
  for (let step = 0, key = 1; step < 2000; step += 1, key = (key * 5 + 3) % 16) {
    const known = order.includes(key);
    expect(recent.get(key)).toBe(known ? key : undefined);
    if (!known && step % 3 !== 0) recent.set(key, key);
    else if (!known) continue;
    order = [...order.filter((each) => each !== key), key].slice(-5);
    if (step % 7 === 0) {
      recent.delete(key);
      order.pop();
    }
  }
});
