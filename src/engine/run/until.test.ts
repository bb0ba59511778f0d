import { expect, test } from 'vitest';
import { random } from '../../stats/index.ts';
import { UntilRule } from './until.ts';

const pairs = (count: number) => Array.from({ length: count }, (_, c) => [`${c}a`, `${c}b`]);

test('answers that overtake others do not count before their turn', () => {
  const rule = new UntilRule(pairs(100), { within: 0.2 });
  for (let c = 1; c < 100; c += 1) for (const unit of [`${c}a`, `${c}b`]) rule.finish(unit, 1);
  expect(rule.look()).toMatchObject({ clusters: 0, low: 0, high: 1, enough: false });
  rule.finish('0a', 1);
  expect(rule.look().clusters).toBe(0);
  rule.finish('0b', 0);
  expect(rule.look()).toMatchObject({ clusters: 100, of: 100, enough: true });
});

test('when all is asked, the limits are the score itself', () => {
  const rule = new UntilRule(pairs(3), { within: 0.01 });
  for (const [unit, score] of Object.entries({ '0a': 1, '0b': 0, '1a': 1, '1b': 1, '2a': 0, '2b': 0 }))
    rule.finish(unit, score);
  const { low, high } = rule.look();
  expect(low).toBeCloseTo(0.5, 9);
  expect(high).toBeCloseTo(0.5, 9);
});

test('an open unit counts as wrong below and as right above', () => {
  const rule = new UntilRule([['a'], ['b'], ['c'], ['d']], { within: 0.01 });
  for (const [unit, score] of Object.entries({ a: 1, b: null, c: 0, d: 1 })) rule.finish(unit, score);
  const { low, high, enough } = rule.look();
  expect([low, high]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(0.75, 9)]);
  expect(enough).toBe(false);
});

test('a unit that is finished twice, or that nobody planned, changes nothing', () => {
  const rule = new UntilRule([['a'], ['b']], { within: 0.01 });
  rule.finish('a', 1);
  rule.finish('a', 0);
  rule.finish('x', 0);
  expect(rule.look()).toMatchObject({ clusters: 1, low: 0.5, high: 1 });
});

test('what is known depends on the scores alone, not on how often or in which order somebody looked', () => {
  const clusters = Array.from({ length: 1000 }, (_, c) => [`${c}`]);
  const scoreOf = (unit: string) => (Number(unit) % 3 === 0 ? 1 : 0);
  const [often, once] = [new UntilRule(clusters, { within: 0.05 }), new UntilRule(clusters, { within: 0.05 })];
  const asked = clusters.flat().slice(0, 702);
  for (const unit of asked) {
    often.finish(unit, scoreOf(unit));
    often.look();
  }
  for (const unit of asked.toReversed()) once.finish(unit, scoreOf(unit));
  expect(once.look()).toEqual(often.look());
  expect(once.look().clusters).toBe(700);
});

/** Worlds in which two models are equal by construction: B has A's scores, dealt to other clusters. */
function falseDecisions(worlds: number, size: number, goal: 'clusters' | 'units'): number {
  let wrong = 0;
  for (let n = 0; n < worlds; n += 1) {
    const stream = random('equal', size, n);
    const clusters = Array.from({ length: 60 }, (_, c) => Array.from({ length: size }, (_, u) => `${c}:${u}`));
    const deal = () => stream.shuffle(clusters.map((_, c) => c % 2));
    const [a, b] = [deal(), deal()];
    const scoreOf = (side: number[], unit: string) => side[Number.parseInt(unit, 10)] ?? 0;
    const versus = new Map(clusters.flat().map((unit) => [unit, scoreOf(b, unit)]));
    const rule = new UntilRule(goal === 'clusters' ? clusters : clusters.flat().map((unit) => [unit]), { versus });
    for (const unit of clusters.flat()) {
      rule.finish(unit, scoreOf(a, unit));
      if (!rule.look().enough) continue;
      wrong += 1;
      break;
    }
  }
  return wrong / worlds;
}

test('equal models are told apart in few worlds when units of a cluster agree, and in most by a rule that takes units apart', () => {
  expect(falseDecisions(60, 10, 'clusters')).toBeLessThan(0.12);
  expect(falseDecisions(60, 10, 'units')).toBeGreaterThan(0.5);
});
