import { describe, expect, it } from 'vitest';
import { pointExact, pointTuple } from './point-tuple.ts';

const context = { width: 320, height: 240 };
const read = (text: string) => pointTuple.extract(text, context);

describe('point/tuple', () => {
  it.each([
    ['(163, 60)', [[163, 60]]],
    ['[(0.51, 0.25)]', [[163, 60]]],
    [
      '(0.51,0.25) and ( .5 , 1. )',
      [
        [163, 60],
        [160, 240],
      ],
    ],
    ['(0, 1)', [[0, 1]]],
    ['(0.0, 1)', [[0, 240]]],
    ['(163.5, 60.0)', [[163, 60]]],
    [
      '(-5, 60), (+5, 999)',
      [
        [-5, 60],
        [5, 999],
      ],
    ],
    ['(1.5, 0.5)', [[1, 0]]],
    ['(-0.1, 0.5)', [[-1, 0]]],
    ['f(1, 2) is no trouble', [[1, 2]]],
    ['<think>(1, 2) or (3, 4)?</think>(5, 6)', [[5, 6]]],
    ['', []],
    ['0.5, 0.5', []],
    ['(1, 2, 3)', []],
    ['(a, b) (1; 2) (1) () (1,) (., .) (1e3, 2) (٣, ٤)', []],
  ])('%j', (text, points) => {
    expect(read(text)).toEqual({ points });
  });

  it('needs the size for fractions only', () => {
    expect(pointTuple.extract('(0.5, 0.5) (3, 4)', {})).toEqual({ points: [[3, 4]] });
  });

  it('writes a box as its centre', () => {
    expect(read(pointTuple.write({ points: [{ box: [10, 20, 30, 40] }] }, context))).toEqual({ points: [[20, 30]] });
  });

  it.each(['(', '(1', '(1,', '( ', '(1, 2', '9', '(1,1)', '(0.', '.', ' '])(
    'is not slowed down by a megabyte of %j',
    (piece) => {
      read(piece.repeat(1_000_000 / piece.length));
    },
  );
});

describe.each([pointTuple, pointExact])('$id', (extractor) => {
  it('reads every point that it writes', () => {
    let state = 7;
    const below = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    for (let i = 0; i < 3000; i++) {
      const size = { width: 1 + below(5000), height: 1 + below(5000) };
      const points: [number, number][] = [[below(size.width), below(size.height)]];
      for (const known of [size, {}])
        expect(extractor.extract(extractor.write({ points }, known), known)).toEqual({ points });
    }
  });
});

describe('point/exact', () => {
  it('wants one tuple alone', () => {
    expect(pointExact.extract(' (0.51, 0.25)\n', context)).toEqual({ points: [[163, 60]] });
    for (const text of ['[(0.51, 0.25)]', '(1, 2) (3, 4)', 'at (1, 2)', '(1, 2).', ''])
      expect(pointExact.extract(text, context)).toEqual({ points: [] });
  });
});
