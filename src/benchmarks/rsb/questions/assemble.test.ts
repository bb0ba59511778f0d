import { describe, expect, it } from 'vitest';
import { suites } from '../suites.ts';
import { arithmetic } from './arithmetic.ts';
import { assemble } from './assemble.ts';
import { memoryAudit } from './audit/memory.ts';
import { openQuestions } from './open.ts';

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

  it('tells nothing to who remembers all right answers: labels were once dealt without repetition', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => assemble({ suite, source, index }));
    // 99 % of honest suites; the seed was fixed before anybody looked.
    for (const { rule, hit, chance, standardError } of memoryAudit(many))
      expect([rule, Math.abs(hit - chance) / standardError < 2.576]).toEqual([rule, true]);
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
