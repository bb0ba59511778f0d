import { describe, expect, it } from 'vitest';
import { compareWithPython, readLines } from '../python/testing/fixtures.ts';
import { canInfer, canInferV0, canInferV1, canInferV2 } from './can-infer.ts';
import { type GroupScore, prefetchGroup, scoreGroup } from './circular.ts';

const all = [canInferV0, canInferV1, canInferV2];

compareWithPython(all, import.meta.url, { answer: null });

describe.each(all)('$id', (extractor) => {
  const context = { choices: { A: 'Left', B: 'Right', C: 'Front', D: 'Behind' } };

  it.each(['A', 'B', 'C', 'D', 'Z'])('reads the %s that it writes', (answer) => {
    expect(extractor.extract(extractor.write({ answer }, context), context)).toEqual({ answer });
  });

  it('does not write what it cannot read', () => {
    expect(() => extractor.write({ answer: 'E' }, context)).toThrow('"E" is not an answer');
    expect(() => extractor.write({ answer: 'A' }, {})).toThrow('"A" is not an answer');
  });
});

describe('circular groups', () => {
  interface Group {
    options: string[];
    predictions: string[];
    answers: string[];
    prefetch: GroupScore | null;
    score: GroupScore;
  }
  it.each(readLines<Group>(new URL('fixtures/circular.ndjson', import.meta.url)))('$predictions', (group) => {
    const rotations = group.predictions.map((prediction, by) => {
      const moved = [...group.options.slice(by), ...group.options.slice(0, by)];
      const choices = Object.fromEntries(moved.map((option, i) => ['ABCD'.charAt(i), option]));
      return { prediction, inferred: canInfer(prediction, choices, 2), answer: group.answers[by] ?? '' };
    });
    expect(prefetchGroup(rotations)).toEqual(group.prefetch);
    expect(scoreGroup(rotations)).toEqual(group.score);
  });

  it('takes what cannot be read for the letter Z', () => {
    const rotations = [
      { prediction: 'A', inferred: 'A', answer: 'A' },
      { prediction: 'hm', inferred: null, answer: 'Z' },
    ];
    const log = 'Rolling 0 Matched.\nRolling 1: Answer is Z, Prediction is hm, Pre-fetched is Z.\n';
    expect(scoreGroup(rotations)).toEqual({ hit: 1, log });
  });
});
