import { describe, expect, it } from 'vitest';
import { at } from '../../util/index.ts';
import { allDirectInstructions, directInstruction, type TellingOptions } from './instructions-direct.ts';
import { suites } from './suites.ts';

function optionsFor(id: string): TellingOptions {
  const suite = at(
    suites.filter((each) => each.id === id),
    0,
  );
  const colours = ['red', 'green', 'blue', 'yellow'];
  return {
    kind: 'direct',
    answer: 'C',
    suite,
    question: 'What is {A}, the capital of {B}?',
    options: Object.fromEntries(suite.labels.map((label, n) => [label, `{K} ${70 + n}`])),
    ...(suite.blocks === 4
      ? { colours: Object.fromEntries(suite.labels.map((label, n) => [label, at(colours, n)])) }
      : {}),
    seed: 100_000,
    split: 'unseen',
  };
}

describe.each(['rsb-math-4', 'rsb-general-10'])('%s', (id) => {
  const opts = optionsFor(id);

  it.each(['direct', 'named'] as const)('%s has ten seen and five unseen wordings, none with the question', (kind) => {
    const all = (['seen', 'unseen'] as const).map((split) => allDirectInstructions({ ...opts, kind, split }));
    const wordings = all.map((texts) => new Set(texts).size);
    expect([...wordings, new Set(all.flat()).size]).toEqual([10, 5, 15]);
    for (const text of all.flat()) expect(text).not.toContain('capital');
  });

  it('direct tells the block and no option', () => {
    const block = id === 'rsb-math-4' ? 'the blue block C' : 'block C';
    for (const text of allDirectInstructions(opts)) {
      expect(text).toContain(block);
      expect(text).not.toMatch(/7\d/);
    }
  });

  it('named tells the answer, and the block only by what all blocks mean', () => {
    for (const text of allDirectInstructions({ ...opts, kind: 'named', split: 'seen' })) {
      expect(text).toContain('A: {K} 70, B: {K} 71, C: {K} 72');
      expect(text.split('{K} 72')).toHaveLength(3);
      expect(text).not.toContain('block C');
      expect(text.includes('A is the red block, B is the green block')).toBe(id === 'rsb-math-4');
    }
  });

  it('depends on the seed alone', () => {
    expect(directInstruction(opts)).toBe(directInstruction({ ...opts }));
    const texts = Array.from({ length: 200 }, (_, seed) => directInstruction({ ...opts, seed }));
    expect(new Set(texts).size).toBe(5);
  });
});

it('an answer that no option has is refused', () => {
  expect(() => directInstruction({ ...optionsFor('rsb-math-4'), answer: 'E' })).toThrow(
    expect.objectContaining({ code: 'bad_argument' }),
  );
});
