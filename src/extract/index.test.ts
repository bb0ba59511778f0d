import { describe, expect, it } from 'vitest';
import { nearest } from '../util/index.ts';
import { extractors, findExtractor } from './index.ts';

describe('findExtractor', () => {
  it('finds every extractor by its id, and ids are unique', () => {
    for (const extractor of extractors) expect(findExtractor(extractor.id)).toBe(extractor);
  });

  it('guesses what was meant, and says where all are listed', () => {
    expect(() => findExtractor('choice/leter')).toThrow(
      expect.objectContaining({ code: 'unknown_extractor', fix: 'did you mean choice/letter?' }),
    );
    expect(() => findExtractor('zzzzzzzz')).toThrow(
      expect.objectContaining({ fix: '`sextant list extractors` shows them all' }),
    );
  });
});

describe('auto/choice-or-point', () => {
  it('asks the question which kind of answer it takes', () => {
    const auto = findExtractor('auto/choice-or-point');
    expect(auto.extract('(B)', { choices: { A: 'x', B: 'y' } })).toEqual({ answer: 'B' });
    expect(auto.extract('(1, 2)', { width: 9, height: 9 })).toEqual({ points: [[1, 2]] });
  });
});

describe.each(['auto/choice-or-number', 'easi/choice-or-number'])('%s', (id) => {
  it('asks the question which kind of answer it takes, and reads what it writes', () => {
    const auto = findExtractor(id);
    const choices = { A: '3', B: '4' };
    expect(auto.extract('It is 3 m. (B)', { choices })).toEqual({ answer: 'B' });
    expect(auto.extract('It is 3 m. (B)', {})).toEqual({ answer: 3 });
    expect(auto.extract(auto.write({ answer: 'A' }, { choices }), { choices })).toEqual({ answer: 'A' });
    expect(auto.extract(auto.write({ answer: 2.5 }, {}), {})).toEqual({ answer: 2.5 });
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
