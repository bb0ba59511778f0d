import { expect, test } from 'vitest';
import type { Benchmark, UnitResult } from '../../contracts/index.ts';
import { meanMetric } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { findBenchmark } from '../catalogue.ts';
import { auditLabels } from './label-audit.ts';
import { wordShortcut } from './word-shortcut.ts';

/** A run of 40 questions with these answers; all labels are A. */
function runOf(folder: string, answer: (n: number) => string, told = false) {
  const units = Array.from({ length: 40 }, (_, n): UnitResult => {
    const said = answer(n);
    const id = `q${n}`;
    const score = said === 'A' ? 1 : 0;
    return { id, epoch: 0, cluster: id, groups: {}, outcome: 'answered', score, extraction: { answer: said } };
  });
  const metric = { ...meanMetric({ name: 'accuracy', results: units }), chance: 0.25 };
  return { folder, units, summary: { metrics: [metric], ...(told && { readsTruth: true as const }) } };
}

test('a wrong label is found by the good runs that agree against it, and by nobody else', () => {
  const good = (slip: number) => (n: number) => (n === 7 ? 'C' : n === slip ? 'B' : 'A');
  const { doubted, heard, left } = auditLabels([
    runOf('good-1', good(1)),
    runOf('good-2', good(2)),
    runOf('good-3', good(3)),
    runOf('guesser', (n) => at(['A', 'B', 'C', 'D'], n % 4)),
    runOf('oracle', () => 'A', true),
  ]);
  expect(doubted).toEqual([{ id: 'q7', said: 'C', agree: 3, of: 3 }]);
  expect(heard).toEqual(['good-1', 'good-2', 'good-3']);
  expect(left).toEqual([
    { run: 'guesser', why: 'is not clearly above chance' },
    { run: 'oracle', why: 'was told the answers' },
  ]);
});

test('runs that are wrong in different ways doubt no label', () => {
  const runs = ['B', 'C', 'D'].map((wrong) => runOf(wrong, (n) => (n === 7 ? wrong : 'A')));
  expect(auditLabels(runs).doubted).toEqual([]);
});

test('words that give the answer away are noticed, and others are not', async () => {
  const { benchmark: tiny, args } = findBenchmark('tiny:count=200');
  const protocol = at(tiny.protocols, 0);
  const dataset = await tiny.load({ args });
  const reach = async (benchmark: Benchmark) =>
    (await wordShortcut({ benchmark, dataset, protocol, folds: 4 })).metric.value ?? 0;
  const leaking: Benchmark = {
    ...tiny,
    fields: (sample) => {
      const fields = tiny.fields(sample);
      return { ...fields, question: `${fields.question} ${'answer' in sample ? `key${sample.answer}` : ''}` };
    },
  };
  const [plain, leaked] = [await reach(tiny), await reach(leaking)];
  expect(plain).toBeLessThan(0.4);
  expect(leaked).toBeGreaterThan(plain + 0.2);
});
