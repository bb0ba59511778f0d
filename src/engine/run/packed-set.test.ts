import { expect, test } from 'vitest';
import { PackedTexts } from '../../util/index.ts';
import { PackedSet } from './packed-set.ts';

test('two sets over the same texts hold what each was given', () => {
  const texts = new PackedTexts();
  const [even, odd] = [new PackedSet(texts), new PackedSet(texts)];
  for (let i = 0; i < 1000; i++) (i % 2 === 0 ? even : odd).add(`${i}`);
  even.add('2');
  even.delete('4');
  even.delete('5');
  expect([even.size, odd.size]).toEqual([499, 500]);
  expect(['2', '4', '5', '1000'].map((text) => [even.has(text), odd.has(text)])).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});
