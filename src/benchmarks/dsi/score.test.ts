import { describe, expect, it } from 'vitest';
import type { Metric, UnitResult } from '../../contracts/index.ts';
import { aggregate, chanceOf } from './score.ts';
import { patternOf } from './testing/results.ts';

const byName = (results: readonly UnitResult[]) =>
  new Map<string, Metric>(aggregate(results).map((metric) => [metric.name, metric]));

describe('the metrics', () => {
  const results = ['1111', '1101', '1010', '0001', '0u00'].flatMap((pattern, i) => patternOf(i, pattern));

  it('count questions by how many views are right; three of four is the headline', () => {
    expect(aggregate(results).map(({ name, value, n }) => [name, value, n])).toEqual([
      ['group-wise (≥3 of 4)', 2 / 5, 5],
      ['sample-wise', 10 / 20, 20],
      ['group-wise (≥1 of 4)', 4 / 5, 5],
      ['group-wise (≥2 of 4)', 3 / 5, 5],
      ['group-wise (all-4-consistent)', 1 / 5, 5],
    ]);
  });

  it('take the four views of a clip as one observation', () => {
    expect(byName(results).get('group-wise (≥3 of 4)')?.method).toBe('wilson');
    expect(byName(results).get('sample-wise')?.method).toBe('cluster-beta');
    const sameClip = results.map((unit) => ({ ...unit, cluster: 'one.mp4' }));
    expect(byName(sameClip).get('group-wise (≥3 of 4)')).toMatchObject({ method: 'wilson-clusters' });
  });

  it('have only sample-wise where views are missing, and leave incomplete questions out of groups', () => {
    const std = results.filter(({ groups }) => groups.view === 'std');
    expect(aggregate(std).map(({ name }) => name)).toEqual(['sample-wise']);
    const some = [...patternOf(0, '1111'), ...patternOf(1, '00')];
    expect(
      aggregate(some)
        .map(({ name, value, n }) => [name, value, n])
        .slice(0, 2),
    ).toEqual([
      ['group-wise (≥3 of 4)', 1, 1],
      ['sample-wise', 4 / 6, 6],
    ]);
    expect(aggregate([])).toMatchObject([{ name: 'sample-wise', value: null, n: 0 }]);
  });

  it('keep epochs apart', () => {
    const twice = [...patternOf(0, '1110'), ...patternOf(0, '1000').map((unit) => ({ ...unit, epoch: 1 }))];
    const metrics = byName(twice);
    expect(metrics.get('group-wise (≥3 of 4)')).toMatchObject({ value: 0.5, n: 2 });
    expect([...metrics.keys()].slice(-2)).toEqual(['pass@1', 'pass@2']);
  });
});

describe('errors', () => {
  it('leave a question open only where they could turn it', () => {
    // Right already; wrong already; open; open.
    const results = ['111e', 'e000', '110e', '1ee0'].flatMap((pattern, i) => patternOf(i, pattern));
    const metrics = byName(results);
    expect(metrics.get('group-wise (≥3 of 4)')).toMatchObject({ value: 0.5, n: 2, errors: 2, worst: 0.25, best: 0.75 });
    expect(metrics.get('group-wise (≥1 of 4)')).toMatchObject({ value: 1, n: 3, errors: 1, worst: 0.75, best: 1 });
    expect(metrics.get('group-wise (all-4-consistent)')).toMatchObject({ value: 0, errors: 1, worst: 0, best: 0.25 });
    expect(metrics.get('sample-wise')).toMatchObject({ n: 11, errors: 5, worst: 6 / 16, best: 11 / 16 });
  });

  it('give a bracket that is true: every way they could have ended lies in it, and both ends are reached', () => {
    const patterns = ['1e0e', 'ee11', '10e1', 'e000', '1111', '0110'];
    const metric = byName(patterns.flatMap((pattern, i) => patternOf(i, pattern))).get('group-wise (≥3 of 4)');
    const errors = patterns.join('').split('e').length - 1;
    const values = Array.from({ length: 2 ** errors }, (_, bits) => {
      let next = 0;
      const closed = patterns.map((pattern) => pattern.replaceAll('e', () => String((bits >> next++) & 1)));
      const right = closed.filter((pattern) => pattern.split('1').length > 3).length;
      return right / patterns.length;
    });
    expect([metric?.worst, metric?.best]).toEqual([Math.min(...values), Math.max(...values)]);
  });
});

describe('what the first replies alone would have scored', () => {
  it('stands beside, where questions were asked again', () => {
    const again = patternOf(0, '1110').map((unit, i) =>
      i === 0 ? { ...unit, first: { outcome: 'unparsed' as const, score: 0 } } : unit,
    );
    const metrics = byName([...again, ...patternOf(1, '1111')]);
    expect(metrics.get('group-wise (≥3 of 4)')?.value).toBe(1);
    expect(metrics.get('group-wise (≥3 of 4, first attempt)')).toMatchObject({ value: 0.5, chance: 13 / 256 });
    expect(metrics.get('sample-wise (first attempt)')).toMatchObject({ value: 6 / 8, chance: 0.25 });
    expect(byName(patternOf(1, '1111')).has('sample-wise (first attempt)')).toBe(false);
  });
});

describe('chance', () => {
  it('is what going through all guesses gives', () => {
    const guesses = Array.from({ length: 256 }, (_, i) => [i & 3, (i >> 2) & 3, (i >> 4) & 3, i >> 6]);
    for (const least of [1, 2, 3, 4]) {
      const right = guesses.filter((letters) => letters.filter((letter) => letter === 0).length >= least);
      expect(chanceOf(least)).toBe(right.length / 256);
    }
    expect(chanceOf(3)).toBe(13 / 256);
    expect(aggregate(patternOf(0, '1111')).map(({ chance }) => chance)).toEqual([
      13 / 256,
      0.25,
      175 / 256,
      67 / 256,
      1 / 256,
    ]);
  });
});
