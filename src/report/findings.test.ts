import { expect, test } from 'vitest';
import type { Metric, Pairing } from '../contracts/index.ts';
import { type Contest, findingsOf } from './findings.ts';

const metric = (value: number, low: number, high: number, more: Partial<Metric> = {}): Metric => ({
  name: 'accuracy',
  value,
  low,
  high,
  n: 100,
  method: 'wilson',
  chance: 0.25,
  ...more,
});
const pairing = (value: number, low: number, high: number, p: number): Pairing => ({
  n: 100,
  clusters: 100,
  a: 0.6,
  b: 0.5,
  wins: 20,
  losses: 10,
  ties: 70,
  p,
  difference: { value, low, high, method: 'paired' },
});
const contest = (contenders: [string, Metric][], best?: Contest['best']): Contest => ({
  benchmark: 'views',
  contenders: contenders.map(([name, metric]) => ({ name, metric, told: name === 'oracle' })),
  ...(best && { best }),
});

test('only an interval that lies wholly on one side of chance is called above or below it', () => {
  const [sentence] = findingsOf([
    contest([
      ['good', metric(0.6, 0.5, 0.7)],
      ['touching', metric(0.3, 0.25, 0.35)],
      ['bad', metric(0.1, 0.05, 0.2)],
    ]),
  ]);
  expect(sentence).toBe(
    'On views, where chance is 25.0 %, good (60.0 %) is above it, bad (10.0 %) is below it and touching (30.0 %) cannot be told from it.',
  );
});

test('whoever beats chance has yet to beat what part of the scene alone gives', () => {
  const ablated = { kind: 0.2, boxes: 0.55 };
  const sentences = findingsOf([
    contest([
      ['good', metric(0.7, 0.6, 0.8, { ablated })],
      ['lucky', metric(0.5, 0.4, 0.6, { ablated })],
      ['oracle', metric(1, 0.9, 1, { ablated })],
    ]),
  ]);
  expect(sentences[1]).toBe(
    'Part of the scene alone gives up to 55.0 % on views (boxes): good is above that, nobody else.',
  );
});

test('errors count against a claim: the interval that holds both ends decides', () => {
  const open = metric(0.3, 0.27, 0.4, { errors: 9, worst: 0.2, best: 0.5, lowest: 0.15, highest: 0.6 });
  const sentences = findingsOf([contest([['shaky', open]])]);
  expect(sentences[0]).toContain('shaky (20.0 to 50.0 %) cannot be told from it');
  expect(sentences[1]).toContain('9 answers ended in errors');
});

test('better is claimed only where interval and corrected test agree', () => {
  const best = (p: number, low = 0.02) => ({ a: 'one', b: 'two', pairing: pairing(0.1, low, 0.2, p) });
  const of = (...pairs: Contest['best'][]) => findingsOf(pairs.map((pair) => contest([], pair))).join('\n');
  expect(of(best(0.03))).toBe('one is better than two (by 2.0 to 20.0 points, 95 % interval; p = 0.030).');
  expect(of(best(0.03, -0.01))).toBe('No difference can be claimed between one and two on views.');
  expect(of(best(0.2))).toBe('No difference can be claimed between one and two on views.');
  // Two tests: 0.03 becomes 0.06.
  expect(of(best(0.03), best(0.04))).toBe(
    'No difference can be claimed between one and two on views and one and two on views.',
  );
});

test('who was told the answers is no competitor, and the ceiling is claimed only where it is one', () => {
  const full = contest([['oracle', metric(1, 0.9, 1)]]);
  expect(findingsOf([full])).toEqual([expect.stringContaining('A contestant that was told the answers scored 100 %')]);
  expect(findingsOf([full, contest([['oracle', metric(0.9, 0.8, 0.95)]])])).toEqual([]);
});

test('several chance levels, or none, are no level to claim anything against', () => {
  const { chance: _, ...free } = metric(0.5, 0.4, 0.6);
  const [sentence] = findingsOf([contest([['model', free]])]);
  expect(sentence).toBe('Scores on views: model (50.0 %).');
});
