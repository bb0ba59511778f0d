import { describe, expect, it } from 'vitest';
import { parseNumber, wordDistractors } from './word-numbers.ts';

it.each([
  ['72', { value: 72, grouped: false }],
  ['-1,250', { value: -1250, grouped: true }],
  ['192,000,000', { value: 192_000_000, grouped: true }],
  ['1,25', undefined],
  ['3.5', undefined],
  ['$18', undefined],
  ['', undefined],
  ['9'.repeat(20), undefined],
])('parseNumber(%j)', (text, expected) => {
  expect(parseNumber(text)).toEqual(expected);
});

describe('wrong answers to word problems', () => {
  it.each(['0', '1', '2', '7', '10', '45', '72', '1200', '1,200', '-10', '-1,047', '192000000', '999'])(
    'of %s are different whole numbers of its sign and form',
    (answer) => {
      for (const choices of [4, 10])
        for (let row = 0; row < 100; row++) {
          const wrong = wordDistractors(answer, '<<3*4=12>> <<12*50=600>> <<1/2=0.5>>', choices, `test/${row}`);
          expect(new Set([answer, ...wrong]).size).toBe(choices);
          for (const text of wrong) {
            const { value = Number.NaN, grouped } = parseNumber(text) ?? {};
            expect(text.startsWith('-')).toBe(answer.startsWith('-'));
            if (answer !== '0') expect(value).not.toBe(0);
            if (Math.abs(value) >= 1000) expect(grouped).toBe(answer.includes(','));
          }
        }
    },
  );

  it('hold a number that is met on the way, if it is of the answer’s size', () => {
    const wrong = (solution: string) => wordDistractors('72', solution, 4, 'test/0');
    expect(wrong('48/2 = <<48/2=24>>24, <<48+24=72>>72')).toContain('24');
    expect(wrong('<<1*2=2>>')).not.toContain('2');
  });

  it('are as round as the answer, mostly', () => {
    const rounds = Array.from({ length: 300 }, (_, row) => wordDistractors('1200', '', 4, `test/${row}`)).flat();
    expect(rounds.filter((text) => Number(text) % 50 === 0).length / rounds.length).toBeGreaterThan(0.3);
    expect(rounds.filter((text) => Number(text) % 10 !== 0).length / rounds.length).toBeGreaterThan(0.1);
  });

  it('are seeded by the row', () => {
    expect(wordDistractors('72', '', 10, 'test/1')).toEqual(wordDistractors('72', '', 10, 'test/1'));
    expect(wordDistractors('72', '', 10, 'test/1')).not.toEqual(wordDistractors('72', '', 10, 'test/2'));
  });
});
