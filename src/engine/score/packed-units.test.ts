import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { PackedTexts } from '../../util/index.ts';
import { unitKey } from '../run/plan.ts';
import { PackedUnits } from './packed-units.ts';

const plain: UnitResult = {
  id: 'a',
  epoch: 0,
  cluster: 'c',
  groups: { kind: 'choice' },
  outcome: 'answered',
  score: 0.1,
  extraction: { answer: 'B' },
};

function packed(units: UnitResult[]) {
  const keys = new PackedTexts();
  const kept = new PackedUnits(keys);
  for (const unit of units) kept.keep(keys.add(unitKey(unit)), unit);
  return kept;
}

const kinds: UnitResult[] = [
  plain,
  { ...plain, note: '', extraction: { points: [[0.1 + 0.2, 1e-300], { box: [0, 1, 2, 3] }] } },
  { ...plain, outcome: 'sim_error', score: null, extraction: null, reason: 'http 500', recorded: 'Ω' },
  {
    ...plain,
    damaged: true,
    score: null,
    facts: { gold: 'B', distance: 12.5 },
    first: { outcome: 'unparsed', score: 0 },
  },
];

test.each(kinds)('a packed result is the result: read, spread, cloned, written as JSON', (unit) => {
  const kept = packed([unit]).at(0);
  expect({ ...kept }).toStrictEqual(unit);
  expect(structuredClone({ ...kept })).toStrictEqual(unit);
  expect(JSON.parse(JSON.stringify(kept))).toStrictEqual(unit);
  expect(structuredClone(kept)).toStrictEqual(unit);
});

test('numbers that JSON does not know stay what they are', () => {
  const unit: UnitResult = { ...plain, extraction: { points: [[Number.NaN, -0]] }, facts: { off: Infinity } };
  expect({ ...packed([unit]).at(0) }).toStrictEqual(unit);
});

test('they stand in the order of ids and epochs, and the last result of a unit counts', () => {
  const units = Array.from({ length: 300 }, (_, i) => ({ ...plain, id: `${(i * 7) % 100}`, epoch: i % 3 }));
  const kept = packed([...units, { ...plain, id: '5', epoch: 1, score: 1 }]).inOrder();
  const sorted = units.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.epoch - b.epoch));
  expect(kept.map(unitKey)).toEqual(sorted.map(unitKey));
  expect(kept.filter(({ score }) => score === 1).map(unitKey)).toEqual(['1:5']);
});

test('answers that were forgotten are not made up: scores stay, reading the rest fails', () => {
  const kept = packed([{ ...plain, note: 'beside it' }]);
  const unit = kept.at(0);
  const { outcome, score, cluster, groups } = { ...unit };
  kept.forgetAnswers();
  expect(unit).toMatchObject({ outcome, score, cluster, groups });
  expect(() => unit.extraction).toThrow('forgotten');
  expect(() => unit.note).toThrow('forgotten');
});

test('a packed result takes no objects of its own: its fields are getters that all results share', () => {
  const [a, b] = packed([plain, { ...plain, id: 'b' }]).inOrder();
  const getters = (unit: UnitResult | undefined) =>
    Object.values(Object.getOwnPropertyDescriptors({ unit }.unit ?? {}));
  expect(getters(a).map(({ get }) => get)).toEqual(getters(b).map(({ get }) => get));
  expect(getters(a).every(({ get }) => get !== undefined)).toBe(true);
});
