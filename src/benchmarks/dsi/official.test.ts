import { describe, expect, it } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { printGroupWise, printOfficial, printSampleWise, printSingle } from './official.ts';
import { type DsiView, views } from './sample.ts';
import { finalAnswer, scoredLetter } from './score.ts';
import { patternOf, resultOf, sampleOf } from './testing/results.ts';

// Recorded from evaluate.py: 5 questions, the truths and the column final_answer as it stands in the files.
const cates = [0, 0, 1, 2, 5];
const golds: Record<DsiView, string> = { std: 'ABCDA', reverse: 'BACDA', hflip: 'ABCDB', reverse_hflip: 'BACDB' };
const finals: Record<DsiView, string[]> = {
  std: ['A', 'B', 'D', 'D', 'E'],
  reverse: ['B', 'A', 'C', 'D', 'A'],
  hflip: ['A. x', 'a', 'C', 'nan', ' B'],
  reverse_hflip: ['Answer: B', 'A', 'None', 'D', 'B'],
};
const units = views.flatMap((view) =>
  cates.map((cate, question) => {
    const sample = sampleOf({ question, view, cate, gold: golds[view][question] ?? '' });
    return resultOf(sample, finals[view][question] ?? '');
  }),
);

const block = (title: string, [a, b, c, d, all]: string[]) => `=== ${title} ===
category = 0 Obj:static cam        Acc = ${a}
category = 1 Obj:moving cam        Acc = ${b}
category = 2 Cam:static scene      Acc = ${c}
category = 5 Obj-Cam orientation   Acc = ${d}

Overall Acc = ${all}

`;
const samples = block('Method 1: Independent Samples', ['75.00%', '50.00%', '75.00%', '75.00%', '70.00%']);
const groups = (n: number, numbers: string[]) => block(`Method 2: Ensemble Voting (n>=${n})`, numbers);
const three = groups(3, ['100.00%', '0.00%', '100.00%', '100.00%', '80.00%']);
const hflip = block('Method 3: Single View Evaluation (hflip)', ['50.00%', '100.00%', '0.00%', '100.00%', '60.00%']);

describe('what evaluate.py prints', () => {
  it('comes out the same, section by section', () => {
    const all = ['100.00%', '100.00%', '100.00%', '100.00%', '100.00%'];
    expect(printSampleWise(units)).toBe(samples);
    expect(printGroupWise(units, 1)).toBe(groups(1, all));
    expect(printGroupWise(units, 2)).toBe(groups(2, all));
    expect(printGroupWise(units, 3)).toBe(three);
    expect(printGroupWise(units, 4)).toBe(groups(4, ['0.00%', '0.00%', '0.00%', '0.00%', '0.00%']));
    expect(printSingle(units, 'hflip')).toBe(hflip);
  });

  it('is samples, groups of three, and the views in the order of the evaluation, however units come', () => {
    const printed = printOfficial(units.toReversed());
    expect(printed.startsWith(samples + three)).toBe(true);
    expect(printed).toContain(hflip);
    expect([...printed.matchAll(/View Evaluation \((\w+)\)/g)].map(([, view]) => view)).toEqual([
      'std',
      'reverse',
      'hflip',
      'reverse_hflip',
    ]);
  });

  it('takes the category of a question from std', () => {
    const [std, ...others] = patternOf(0, '1111', 3);
    const units = [
      ...(std ? [std] : []),
      ...others.map((unit) => ({ ...unit, groups: { ...unit.groups, category: 'Category 12' } })),
    ];
    expect(printGroupWise(units, 3)).toContain('category = 3 Cam:dynamic scene     Acc = 100.00%\n\nOverall');
    expect(printSampleWise(units)).toContain('category = 12 Category 12           Acc = 100.00%\n');
  });

  it('rounds as Python does and takes errors as the E that the script records', () => {
    const one = (i: number) => patternOf(i, i === 0 ? '1000' : '0e0u');
    const units = Array.from({ length: 8 }, (_, i) => one(i)).flat();
    // 1 of 32 is 3.125 %: ties go to even.
    expect(printSampleWise(units)).toContain('Overall Acc = 3.12%\n');
  });

  it('leaves out what the script could not print: groups of a single view', () => {
    const std = units.filter(({ groups }) => groups.view === 'std');
    expect(printOfficial(std)).toBe(printSingle(units, 'std'));
    const again: UnitResult[] = units.map((unit) => ({ ...unit, epoch: 1 }));
    expect(printOfficial([...again, ...units])).toBe(printOfficial(units).repeat(2));
    expect(printOfficial([])).toBe('');
  });
});

describe('the letter that counts', () => {
  it('is the first character of final_answer', () => {
    expect(['A. x', 'Answer: B', ' B', 'a', 'nan', '', '\x1c\u3000C'].map(scoredLetter)).toEqual([
      'A',
      'A',
      'B',
      'a',
      'n',
      '',
      'C',
    ]);
    expect(
      [null, { answer: null }, { error: 'x', effect: 'dropped' as const }, { points: [] }].map(finalAnswer),
    ).toEqual(['E', 'E', 'E', 'E']);
  });
});
