import { describe, expect, it } from 'vitest';
import { compareWithPython, readLines } from '../python/testing/fixtures.ts';
import { joinQuestion, partQuestion } from './circular.ts';
import { mmsiEasi, mmsiFork, mmsiLmms, mmsiReadme } from './letter.ts';
import { rotations } from './testing/rotations.ts';

const all = [mmsiReadme, mmsiFork, mmsiLmms, mmsiEasi];

compareWithPython(all, import.meta.url, { answer: null });

describe.each(all)('$id', (extractor) => {
  it.each(['A', 'B', 'C', 'D'])('reads the %s that it writes', (answer) => {
    expect(extractor.extract(extractor.write({ answer }, {}), {})).toEqual({ answer });
  });

  it('does not write what it cannot read', () => {
    expect(() => extractor.write({ answer: 'G' }, {})).toThrow(`"G" is not an answer that ${extractor.id} can read`);
    expect(() => extractor.write({ points: [] }, {})).toThrow('is not an answer');
  });
});

describe('circular questions', () => {
  interface Question {
    question: string;
    stem: string;
    options: Record<string, string>;
    rebuilt: string;
  }
  it.each(readLines<Question>(new URL('fixtures/options.ndjson', import.meta.url)))('$question', (recorded) => {
    const { question, stem, options, rebuilt } = recorded;
    expect(partQuestion(question)).toEqual({ stem, options });
    expect(joinQuestion({ stem, options })).toBe(rebuilt);
  });

  // Recorded from the official pattern: the space behind a colon is given back when an option would end its line.
  it.each([
    ['Options: A:  B: x\nfoo', { A: '' }],
    ['Options: A:\nB: x', { A: 'B: x' }],
    ['Options: A: left\nright B: x', { B: 'x' }],
    ['Options: A: a A: b', { A: 'b' }],
    ['Options: ABCD : x,D :y', { D: 'y' }],
  ])('%j', (question, options) => {
    expect(partQuestion(question).options).toEqual(options);
  });

  it('rotates options and answer together', () => {
    const question = 'Q\nOptions: A: a, B: b, C: c, D: d';
    expect(rotations(question, 'B').map(({ answer }) => answer)).toEqual(['B', 'A', 'D', 'C']);
    expect(rotations(question, 'B')[3]?.question).toBe('Q\nOptions: A: d, B: a, C: b, D: c');
    expect(rotations('Q', 'A')).toEqual([]);
    expect(rotations(question, 'E')).toEqual([]);
  });

  it('takes linear time on any text', () => {
    for (const piece of [' ', 'A: ', 'A ', ', A', 'A:\n', '\n'])
      partQuestion(`Options: A:${piece.repeat(1_000_000 / piece.length)}`);
  });
});
