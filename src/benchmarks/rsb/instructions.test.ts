import { describe, expect, it } from 'vitest';
import { allInstructions, type InstructionOptions, instructionFor, templates } from './instructions.ts';
import { type Suite, suites } from './suites.ts';

function suiteOf(id: string): Suite {
  const found = suites.find((suite) => suite.id === id);
  if (!found) throw new Error(`no suite ${id}`);
  return found;
}

const four: InstructionOptions = {
  suite: suiteOf('rsb-hardmath-4'),
  question: 'How many?',
  options: { A: '85', B: '83', C: '95', D: '75' },
  colours: { A: 'red', B: 'green', C: 'blue', D: 'yellow' },
  seed: 100_000,
  split: 'unseen',
};

describe('templates', () => {
  it.each(suites)('of $id are ten seen and five unseen ones, with the placeholders they need', ({ source, blocks }) => {
    const { seen, unseen } = templates[source][blocks];
    expect([seen.length, unseen.length]).toEqual([10, 5]);
    expect(new Set([...seen, ...unseen]).size).toBe(15);
    const needed = blocks === 4 ? ['{M}', '{O}', '{Q}'] : ['{O}', '{Q}'];
    for (const template of [...seen, ...unseen]) expect(template.match(/\{.*?\}/g)?.sort()).toEqual(needed);
  });
});

describe('an instruction', () => {
  it('names the question, the options and the blocks', () => {
    const text = instructionFor(four);
    expect(text).toContain('How many?');
    expect(text).toContain('A: 85, B: 83, C: 95, D: 75');
    expect(text).toContain('A is the red block, B is the green block, C is the blue block, D is the yellow block');
  });

  it('depends on the seed alone, and uses all templates', () => {
    expect(instructionFor(four)).toBe(instructionFor({ ...four }));
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => instructionFor({ ...four, seed, split: 'seen' })));
    expect(seen.size).toBe(10);
  });

  it.each(['Is 1/2 \\ 3 {O} {Q} {M} {x}? $& $1', 'a\\nb // {}'])(
    'passes %s unharmed, which the authors’ generator does not',
    (question) => {
      const options = { A: '$1/2', B: '{Q}', C: '\\frac', D: '$&' };
      for (const text of allInstructions({ ...four, question, options })) {
        expect(text).toContain(question);
        expect(text).toContain('A: $1/2, B: {Q}, C: \\frac, D: $&');
      }
    },
  );

  it('parts options that have commas by semicolons', () => {
    expect(instructionFor({ ...four, options: { ...four.options, B: '1,200' } })).toContain('A: 85; B: 1,200; C: 95');
  });

  it('needs colours only where blocks are told by them', () => {
    const { colours: _, ...plain } = four;
    expect(() => instructionFor(plain)).toThrow(expect.objectContaining({ code: 'bad_argument' }));
    const suite = suiteOf('rsb-math-10');
    const options = Object.fromEntries(suite.labels.map((label, n) => [label, String(n)]));
    expect(instructionFor({ ...plain, suite, options })).toContain('I: 8, K: 9');
  });
});

it('collections get all templates in mixed order, again and again', () => {
  const all = allInstructions(four, 12);
  expect(new Set(all.slice(0, 5)).size).toBe(5);
  expect(all.slice(5)).toEqual(all.slice(0, 7));
  expect(allInstructions({ ...four, seed: 1 }, 5)).not.toEqual(all.slice(0, 5));
  expect(allInstructions(four)).toHaveLength(100);
});
