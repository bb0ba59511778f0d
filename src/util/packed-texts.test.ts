import { expect, test } from 'vitest';
import { PackedTexts } from './packed-texts.ts';

/** With so many others before them: few are kept otherwise than many. */
const others = [0, 4090, 5000];

function withOthers(count: number): PackedTexts {
  const texts = new PackedTexts();
  for (let i = 0; i < count; i++) texts.add(`other ${i}`);
  return texts;
}

test.each(others)('texts come back as they were, by the number that they got first: after %i others', (before) => {
  const texts = withOthers(before);
  const all = ['', 'a', 'é', '漢字', 'a\ud800', '\udc00', 'a', 'ab', '0:1', 'x'.repeat(100_000), '😀'.repeat(20_000)];
  const numbers = all.map((text) => texts.add(text));
  expect(numbers.map((number) => number - before)).toEqual([0, 1, 2, 3, 4, 5, 1, 6, 7, 8, 9]);
  expect(numbers.map((number) => texts.at(number))).toEqual(all);
  expect(texts.find('b')).toBeUndefined();
  expect(texts.find('\ud800')).toBeUndefined();
  expect(texts.size).toBe(before + 10);
});

test('many are all found again', () => {
  const texts = new PackedTexts();
  for (let i = 0; i < 50_000; i++) expect(texts.add(`s1-${i}`)).toBe(i);
  for (let i = 0; i < 50_000; i++) if (texts.find(`s1-${i}`) !== i || texts.at(i) !== `s1-${i}`) expect.fail(`${i}`);
  expect(texts.find('s1-50000')).toBeUndefined();
  texts.clear();
  expect([texts.size, texts.find('s1-0'), texts.add('s1-7'), texts.at(0)]).toEqual([0, undefined, 0, 's1-7']);
});

test.each(others)('they are ordered as texts are, after what is left out in front: after %i others', (before) => {
  const all = ['', 'a', 'ab', 'b', 'é', 'z', '漢', 'a漢', '\ud800', '😀', '10', '9', '\u0000'];
  const texts = withOthers(before);
  const numbers = all.map((text) => texts.add(text));
  for (const [i, a] of all.entries())
    for (const [j, b] of all.entries()) {
      const order = texts.compare(numbers[i] ?? -1, numbers[j] ?? -1);
      expect(Math.sign(order), `${a} ${b}`).toBe(a < b ? -1 : a > b ? 1 : 0);
    }
  const [one, two] = [texts.add('0:b'), texts.add('12:ab')];
  expect(texts.compare(one, two, 2, 3)).toBeGreaterThan(0);
});

test('what was freed can be used again', () => {
  const texts = new PackedTexts();
  for (let i = 0; i < 1000; i++) texts.add(`${i}`);
  texts.free();
  expect([texts.size, texts.find('1')]).toEqual([0, undefined]);
  for (let i = 0; i < 1000; i++) expect(texts.add(`new ${i}`)).toBe(i);
  expect(texts.at(999)).toBe('new 999');
});
