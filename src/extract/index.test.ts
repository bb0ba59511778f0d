import { describe, expect, it } from 'vitest';
import { nearest } from '../util/index.ts';
import { extractors, findExtractor } from './index.ts';

describe('findExtractor', () => {
  it('finds every extractor by its id, and ids are unique', () => {
    for (const extractor of extractors) expect(findExtractor(extractor.id)).toBe(extractor);
  });

  it('lists what there is and guesses what was meant', () => {
    expect(() => findExtractor('choice/leter')).toThrow(
      expect.objectContaining({ code: 'unknown_extractor', fix: 'did you mean choice/letter?' }),
    );
    expect(() => findExtractor('zzzzzzzz')).toThrow('point/tuple');
  });
});

describe('auto/choice-or-point', () => {
  it('asks the question which kind of answer it takes', () => {
    const auto = findExtractor('auto/choice-or-point');
    expect(auto.extract('(B)', { choices: { A: 'x', B: 'y' } })).toEqual({ answer: 'B' });
    expect(auto.extract('(1, 2)', { width: 9, height: 9 })).toEqual({ points: [[1, 2]] });
  });
});

describe('nearest', () => {
  it('is silent when nothing is near', () => {
    expect(nearest('tinny', ['mmsi', 'tiny'])).toBe('tiny');
    expect(nearest('TINY', ['tiny'])).toBe('tiny');
    expect(nearest('refspatial', ['mmsi', 'tiny'])).toBeUndefined();
    expect(nearest('x'.repeat(1e6), ['tiny'])).toBeUndefined();
  });
});
