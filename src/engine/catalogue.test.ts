import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedBenchmarks } from '../benchmarks/index.ts';
import { ownVerbs } from '../benchmarks/pure.ts';
import { findExtractor } from '../extract/index.ts';
import { benchmarks, findBenchmark } from './catalogue.ts';
import { hashOf } from './run/hash.ts';

it('verbs of benchmarks are listed without loading any, and none is forgotten', async () => {
  expect(new Set(benchmarks.flatMap(({ verbs }) => verbs ?? []))).toEqual(new Set(await ownVerbs()));
});

describe('findBenchmark', () => {
  it('fills in what was not set', () => {
    const { benchmark, args } = findBenchmark('tiny:count=20');
    expect([benchmark.id, args]).toEqual(['tiny', { count: '20', seed: '1' }]);
    expect(findBenchmark('tiny').args).toEqual({ count: '100', seed: '1' });
    expect(findBenchmark('tiny:seed=7,count=20').args).toEqual({ count: '20', seed: '7' });
  });

  it.each([
    ['tinny', 'unknown_benchmark', 'did you mean tiny?'],
    ['', 'unknown_benchmark', '`sextant list benchmarks` shows them all'],
    ['tiny:cuont=3', 'bad_argument', 'did you mean count?'],
    ['tiny:count', 'bad_argument', 'for example tiny:count=100'],
    ['tiny:count=1,count=2', 'bad_argument', 'for example tiny:count=100'],
    ['mmsi-bench', 'unknown_benchmark', 'did you mean mmsi?'],
    ['tiny:', 'bad_argument', undefined],
    ['tiny:__proto__=1', 'bad_argument', undefined],
  ])('%j: %s', (spec, code, fix) => {
    expect(() => findBenchmark(spec)).toThrow(expect.objectContaining({ code, fix }));
  });

  it('says where all are listed when no name is close; suites are names too', () => {
    const fixOf = (fix: string) => expect.objectContaining({ fix: expect.stringContaining(fix) });
    expect(() => findBenchmark('nothing-like-it')).toThrow(fixOf('sextant list benchmarks'));
    expect(() => findBenchmark('easi8')).toThrow(fixOf('easi-8'));
  });
});

describe.each(benchmarks)('$id', (benchmark) => {
  it('has all that its protocols name', () => {
    for (const { extractor, scorer, aggregate } of benchmark.protocols) {
      expect(findExtractor(extractor).id).toBe(extractor);
      expect(benchmark.scorers).toHaveProperty(scorer);
      expect(benchmark.aggregates).toHaveProperty(aggregate);
    }
  });
});

it.each(publishedBenchmarks)('$id has protocols of its own name', ({ id: benchmark, protocols }) => {
  // Editions of one benchmark share their protocols.
  for (const { id } of protocols) expect(benchmark.startsWith(id.slice(0, id.indexOf('/')))).toBe(true);
});

it('keeps the hash of every protocol: numbers have been printed beside it', () => {
  const protocols = new Map(benchmarks.flatMap(({ protocols }) => protocols.map((one) => [one.id, one])));
  const hashes = [...protocols].map(([id, protocol]) => [id, hashOf(protocol).slice(0, 8)]);
  expect(Object.fromEntries(hashes)).toMatchObject({
    'refspatial/roborefer': '80068a69',
    'refspatial/gemini': 'fa433a15',
    'refspatial/gemini-card': '816b3f0a',
    'refspatial/molmo': '995c4fd5',
    'refspatial/robobrain': '3a589f58',
    'refspatial/qwen': '3ca9ad7b',
    'refspatial/lmms': '47e0daea',
    'refspatial/lmms-0-999': 'caabb5cd',
    'refspatial/lmms-json': '09f41a75',
    'refspatial/vlmevalkit': '923adae4',
    'refspatial/easi': '491d4994',
    'mmsi/official': '2bebdf30',
    'mmsi/readme': '7b2b3706',
    'mmsi/lmms': '9f046e73',
    'mmsi/lmms-neo-ov': 'b448bce4',
    'mmsi/easi': 'c0a6b7f6',
    'mmsi/official-circular': '2a4b99ea',
    'mmsi/vlmevalkit-circular': '3d3a4734',
    'mmsi/vlmevalkit-circular-qwen2-vl': '959a0044',
    'dsi/official': 'c28b5a5d',
    'dsi/official-once': '23a8b7bd',
    'dsi/uniform-32': 'fb8c24a8',
    'tiny/official': '14bf1d37',
    'tiny/strict': 'f0278e84',
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
    visit(join(import.meta.dirname, 'catalogue.ts'));
    expect(seen.size).toBeGreaterThan(20);
  });
});
