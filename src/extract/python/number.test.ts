import { describe, expect, it } from 'vitest';
import { divide, parseFloating, parseInteger, reprFloat, reprString, truncate } from './number.ts';
import { Bytes, float } from './value.ts';

it.each([
  ['5', 5n],
  [' \u3000-٣_0\x85', -30n],
  ['+𝟏𝟐', 12n],
  ['007', 7n],
  ['1'.repeat(4300), BigInt('1'.repeat(4300))],
])('int(%j)', (text, value) => {
  expect(parseInteger(text)).toBe(value);
});

it.each(['', ' ', '\x1c5', '5.', '1__0', '_1', '1_', '- 1', '0x1', '²', '1'.repeat(4301)])('int(%j) raises', (text) => {
  expect(() => parseInteger(text)).toThrow(expect.objectContaining({ name: 'ValueError' }));
});

it.each([
  ['.5', 0.5],
  ['5.', 5],
  [' +1_0.2_5e-0_1\n', 1.025],
  ['١.٥', 1.5],
  ['1e999', Infinity],
  ['-Infinity', -Infinity],
  ['+INF', Infinity],
  ['-nan', Number.NaN],
])('float(%j)', (text, value) => {
  expect(parseFloating(text)).toBe(value);
});

it.each(['', '.', 'e1', '1e', '1_.5', '1._5', '\x1c0.5', 'infinit', '0x1', '1,5'])('float(%j) raises', (text) => {
  expect(() => parseFloating(text)).toThrow('could not convert string to float');
});

describe('other numbers', () => {
  it('cuts decimals off', () => {
    expect(truncate(-0.9)).toBe(0n);
    expect(truncate(1e20)).toBe(10n ** 20n);
    expect(() => truncate(Number.NaN)).toThrow('cannot convert float NaN to integer');
    expect(() => truncate(-Infinity)).toThrow('cannot convert float infinity to integer');
  });

  it('divides ints that are no floats', () => {
    expect(divide(10n ** 310n, 1000)).toBe(1e307);
    expect(() => divide(10n ** 400n, 1000)).toThrow('integer division result too large for a float');
  });

  it('makes floats of all that Python can', () => {
    expect([true, 2n, 2.5, ' 3 ', new Bytes('4')].map(float)).toEqual([1, 2, 2.5, 3, 4]);
    expect(() => float(null)).toThrow("float() argument must be a string or a real number, not 'NoneType'");
    expect(() => float(10n ** 400n)).toThrow('int too large to convert to float');
  });

  it.each([
    [1, '1.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [0.0001, '0.0001'],
    [1.5e-5, '1.5e-05'],
    [5e-324, '5e-324'],
    [Infinity, 'inf'],
    [Number.NaN, 'nan'],
  ])('prints %d as Python does', (value, text) => {
    expect(reprFloat(value)).toBe(text);
  });

  it.each([
    ['a', "'a'"],
    ["it's", `"it's"`],
    [`'"`, `'\\'"'`],
    ['\n\x1c\x7f\xad\u2028\ud800\u{e0001}é😀', "'\\n\\x1c\\x7f\\xad\\u2028\\ud800\\U000e0001é😀'"],
  ])('prints %j as Python does', (value, text) => {
    expect(reprString(value)).toBe(text);
  });
});
