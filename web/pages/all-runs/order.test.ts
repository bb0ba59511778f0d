import { expect, test } from 'vitest';
import type { RunHead } from '../../source/index.ts';
import { searchRuns, sortRuns } from './order.ts';

function head(name: string, score: number | null): RunHead {
  const protocol = {
    id: 'tiny/official',
    about: '',
    prompt: [],
    decoding: {},
    extractor: 'choice/letter',
    scorer: 'hit',
    aggregate: 'accuracy',
    askAgain: 0,
  };
  const metric = { name: 'accuracy', value: score, n: 1, low: null, high: null, method: 'wilson' };
  return {
    id: name,
    name,
    folder: `/runs/${name}`,
    state: 'done',
    changed: `2026-01-01T00:00:0${name.length}Z`,
    run: {
      format: 'sextant-run-1',
      spec: {
        benchmark: 'tiny',
        args: {},
        data: { source: 'made', sha256: 'f' },
        protocol,
        protocolHash: 'abc',
        model: { id: `lab/${name}`, settings: {}, readsTruth: false },
        select: {},
        epochs: 1,
        seed: 0,
      },
      createdAt: '2026-01-01T00:00:00Z',
      versions: {},
      price: null,
      units: 1,
    },
    summary: {
      benchmark: 'tiny',
      data: { source: 'made', sha256: 'f' },
      protocol: { id: 'tiny/official', hash: 'abc' },
      units: 1,
      missing: 0,
      damaged: 0,
      epochs: 1,
      outcomes: {},
      reasons: [],
      metrics: [metric],
      groups: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      cost: null,
      seconds: 1,
      problems: [],
    },
  };
}

const heads = [head('run-10', 0.2), head('run-9', null), head('other', 0.9)];
const names = (list: RunHead[]) => list.map(({ name }) => name);

test('runs are sorted by a column, and what has no number comes last in both directions', () => {
  expect(names(sortRuns(heads, 'score'))).toEqual(['run-10', 'other', 'run-9']);
  expect(names(sortRuns(heads, '-score'))).toEqual(['other', 'run-10', 'run-9']);
  expect(names(sortRuns(heads, 'run'))).toEqual(['other', 'run-9', 'run-10']);
});

test('a search finds runs in which all words occur', () => {
  expect(names(searchRuns(heads, { q: 'TINY run-' }))).toEqual(['run-10', 'run-9']);
  expect(names(searchRuns(heads, { q: 'lab/other' }))).toEqual(['other']);
  expect(searchRuns(heads, { benchmark: 'mmsi' })).toEqual([]);
});
