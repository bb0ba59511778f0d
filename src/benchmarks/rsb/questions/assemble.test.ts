import { describe, expect, it } from 'vitest';
import { suites } from '../suites.ts';
import { arithmetic } from './arithmetic.ts';
import { assemble } from './assemble.ts';
import { openQuestions } from './open.ts';
import { questionStatistics } from './statistics.ts';

const source = arithmetic('test');

describe.each(suites.filter((suite) => suite.source === 'arithmetic'))('$id', (suite) => {
  const asked = Array.from({ length: 500 }, (_, index) => assemble({ suite, source, index }));

  it('has every option under a label, the answer under the right one', () => {
    for (const [index, { text, options, answer }] of asked.entries()) {
      const raw = source.question(index, suite.blocks);
      expect(Object.keys(options)).toEqual(suite.labels);
      expect(text).toBe(raw.text);
      expect(options[answer]).toBe(raw.answer);
      expect(Object.values(options).sort()).toEqual([raw.answer, ...raw.distractors].sort());
    }
  });

  it('has each label right equally often', () => {
    const [labels] = questionStatistics(asked);
    expect(labels?.rows).toEqual(suite.labels.map((label) => [label, 500 / suite.blocks]));
  });

  it('is the same again', async () => {
    const again = await openQuestions({ kind: suite.source, split: 'test' });
    expect(assemble({ suite, source: again, index: 77 })).toEqual(asked[77]);
    const train = await openQuestions({ kind: suite.source, split: 'train' });
    expect(assemble({ suite, source: train, index: 77 })).not.toEqual(asked[77]);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses question %d', (index) => {
    expect(() => assemble({ suite, source, index })).toThrow(expect.objectContaining({ code: 'bad_argument' }));
  });
});
