import { expect, test } from 'vitest';
import { onAbort } from './on-abort.ts';

test('everybody who waits is called once, and nobody who took it back', () => {
  const stop = new AbortController();
  const called: string[] = [];
  const forget = ['a', 'b', 'c', 'd'].map((name) => onAbort(stop.signal, () => called.push(name)));
  forget[1]?.();
  forget[1]?.();
  forget[3]?.();
  stop.abort();
  forget[0]?.();
  expect(called.toSorted()).toEqual(['a', 'c']);
});

test('a callback may take back others and wait again', () => {
  const stop = new AbortController();
  let called = 0;
  const again = () => {
    called += 1;
    onAbort(stop.signal, again);
  };
  onAbort(stop.signal, again);
  stop.abort();
  expect(called).toBe(1);
});

test('thousands of requests over one signal leave one listener', () => {
  const { signal } = new AbortController();
  let added = 0;
  const add = signal.addEventListener;
  signal.addEventListener = (...args: unknown[]) => {
    added += 1;
    Reflect.apply(add, signal, args);
  };
  for (let i = 0; i < 1000; i += 1) onAbort(signal, () => {})();
  expect(added).toBe(1);
});
