import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findExtractor } from '../extract/index.ts';
import { benchmarks, findBenchmark } from './index.ts';

describe('findBenchmark', () => {
  it('fills in what was not set', () => {
    const { benchmark, args } = findBenchmark('tiny:count=20');
    expect([benchmark.id, args]).toEqual(['tiny', { count: '20', seed: '1' }]);
    expect(findBenchmark('tiny').args).toEqual({ count: '100', seed: '1' });
    expect(findBenchmark('tiny:seed=7,count=20').args).toEqual({ count: '20', seed: '7' });
  });

  it.each([
    ['tinny', 'unknown_benchmark', 'did you mean tiny?'],
    ['', 'unknown_benchmark', undefined],
    ['tiny:cuont=3', 'bad_argument', 'did you mean count?'],
    ['tiny:count', 'bad_argument', 'did you mean count=100?'],
    ['tiny:count=1,count=2', 'bad_argument', 'did you mean count=100?'],
    ['tiny:', 'bad_argument', undefined],
    ['tiny:__proto__=1', 'bad_argument', undefined],
  ])('%j: %s', (spec, code, fix) => {
    expect(() => findBenchmark(spec)).toThrow(expect.objectContaining({ code, fix }));
  });

  it('lists what there is', () => {
    expect(() => findBenchmark('nothing-like-it')).toThrow('tiny');
  });
});

describe.each(benchmarks)('$id', (benchmark) => {
  it('has all that its protocols name', () => {
    for (const { id, extractor, scorer, aggregate } of benchmark.protocols) {
      // Editions of one benchmark share their protocols.
      expect(benchmark.id.startsWith(id.slice(0, id.indexOf('/')))).toBe(true);
      expect(findExtractor(extractor).id).toBe(extractor);
      expect(benchmark.scorers).toHaveProperty(scorer);
      expect(benchmark.aggregates).toHaveProperty(aggregate);
    }
  });
});

describe('the browser', () => {
  it('can load extractors and benchmarks: nothing they import at once needs Node', () => {
    const seen = new Set<string>();
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      const code = readFileSync(file, 'utf8');
      for (const [, target = ''] of code.matchAll(/^(?:import|export) (?!type ).*?from '(.+?)'/gms)) {
        expect(`${file}: ${target}`).not.toContain('node:');
        if (target.startsWith('.')) visit(join(dirname(file), target));
      }
    };
    visit(join(import.meta.dirname, 'index.ts'));
    expect(seen.size).toBeGreaterThan(20);
  });
});
