import { describe, expect, it } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { diagnose } from './diagnose.ts';
import { patternOf, resultOf, sampleOf } from './testing/results.ts';

const sheet = (results: readonly UnitResult[], name: string) =>
  diagnose(results).find((one) => one.name === name)?.rows;

describe('diagnostics', () => {
  it('show letter bias against the truth', () => {
    const golds = ['A', 'A', 'B', 'C', 'D'];
    const said = ['A', 'B', 'B', 'B', null];
    const results = golds.map((gold, question) =>
      resultOf(sampleOf({ question, view: 'std', gold }), said[question] ?? null),
    );
    expect(sheet(results, 'letter bias')).toEqual([
      ['A', 2, 1, 0.5],
      ['B', 1, 3, 1],
      ['C', 1, 0, 0],
      ['D', 1, 0, 0],
      ['E', 0, 1, null],
    ]);
  });

  it('tell whether views agree', () => {
    const results = ['1100', '1010', '11e0'].flatMap((pattern, i) => patternOf(i, pattern));
    expect(sheet(results, 'consistency')).toEqual([
      ['std & hflip', 3, 2, 1, 0, 0],
      ['std & reverse', 2, 1, 1, 0, 0],
      ['std & reverse_hflip', 3, 0, 3, 0, 0],
      ['hflip & reverse', 2, 0, 1, 1, 0],
      ['hflip & reverse_hflip', 3, 0, 2, 0, 1],
      ['reverse & reverse_hflip', 2, 0, 1, 0, 1],
    ]);
    const [matrix] = diagnose(results).find(({ name }) => name === 'consistency')?.charts ?? [];
    // From corner to corner how many are right in that view, elsewhere in both.
    expect(matrix).toMatchObject({
      keys: ['std', 'hflip', 'reverse', 'reverse_hflip'],
      cells: [
        [1, 2 / 3, 1 / 2, 0],
        [2 / 3, 2 / 3, 0, 0],
        [1 / 2, 0, 1 / 2, 0],
        [0, 0, 0, 0],
      ],
    });
    expect(sheet(results, 'views right')).toEqual([
      ['0 of 4', 0, 0],
      ['1 of 4', 0, 0],
      ['2 of 4', 2, 1],
      ['3 of 4', 0, 0],
      ['4 of 4', 0, 0],
      ['left open by errors', 1, null],
    ]);
  });

  it('tell whether the answer turns round when the video does: by what letters stand for, not by letters', () => {
    const left = { A: 'left', B: 'right', C: 'up', D: 'down' };
    const right = { A: 'right', B: 'left', C: 'up', D: 'down' };
    const pair = (
      question: number,
      gold: string,
      choices: Record<string, string>,
      std: string,
      flipped: string | null,
    ) => [
      resultOf(sampleOf({ question, view: 'std', gold: 'A', choices: left }), std),
      resultOf(sampleOf({ question, view: 'hflip', gold, choices }), flipped),
    ];
    const results = [
      ...pair(0, 'B', left, 'A', 'B'), // turned
      ...pair(1, 'B', left, 'A', 'A'), // stayed: both left
      ...pair(2, 'A', right, 'A', 'A'), // turned, with the same letter
      ...pair(3, 'A', right, 'A', 'B'), // stayed: B is left now
      ...pair(4, 'B', left, 'C', 'D'), // changed otherwise
      ...pair(5, 'B', left, 'A', null),
      ...pair(6, 'B', right, 'A', 'C'), // the truth is left in both
    ];
    expect(sheet(results, 'turning round')).toEqual([['std & hflip', 6, 2, 1, 2, 1, 2 / 6]]);
  });

  it('tell how answers were read', () => {
    const [a, b, c, d] = patternOf(0, '1uue');
    if (!a || !b || !c || !d) throw new Error('there are four views');
    const first = { outcome: 'unparsed' as const, score: 0 };
    expect(sheet([a, { ...a, first }, b, { ...c, first }, d], 'reading')).toEqual([
      ['provider error: http 500', 1, 0.2],
      ['read after asking again', 1, 0.2],
      ['read at once', 1, 0.2],
      ['unparsed: no answer found', 1, 0.2],
      ['unparsed: no answer found, also after asking again', 1, 0.2],
    ]);
    expect(diagnose([])).toEqual([]);
  });
});
