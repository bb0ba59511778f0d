import { expect, test } from 'vitest';
import { pairing } from './testing/samples.ts';
import { couldHaveShown, equivalenceVerdict, verdict } from './verdict.ts';

const estimate = (value: number, low: number, high: number) => ({ value, low, high, method: 'paired-cluster-t' });

test.each([
  ['A better', {}, 'A is 12.0 points better, 95 % interval 4.1 to 19.8; exact McNemar p = 0.003.'],
  [
    'B better',
    { difference: estimate(-0.12, -0.198, -0.041), p: 0.0001 },
    'B is 12.0 points better, 95 % interval 4.1 to 19.8; exact McNemar p < 0.001.',
  ],
  [
    'an interval around zero',
    { difference: estimate(0.03, -0.012, 0.072), p: 0.21 },
    'No difference can be claimed: A is 3.0 points better on 480 shared units, 95 % interval -1.2 to 7.2; exact McNemar p = 0.210.',
  ],
  [
    'the test disagrees with the interval',
    { p: 0.06 },
    'No difference can be claimed: A is 12.0 points better on 480 shared units, 95 % interval 4.1 to 19.8; exact McNemar p = 0.060.',
  ],
  [
    'nothing to test',
    { difference: estimate(0, 0, 0), p: null },
    'No difference can be claimed: they are level on 480 shared units, 95 % interval 0.0 to 0.0.',
  ],
  [
    'errors could undo it',
    { errors: 30, worst: 0.02, best: 0.18, lowest: -0.06, highest: 0.25 },
    'No difference can be claimed: A is 2.0 to 18.0 points better on 480 shared units, 95 % interval -6.0 to 25.0 whatever the 30 pairs with errors would have been; exact McNemar p = 0.003.',
  ],
  ['nothing shared', { difference: null, p: null }, 'No difference can be claimed: no unit has a score in both runs.'],
])('%s', (_name, changes, sentence) => {
  expect(verdict(pairing(changes))).toBe(sentence);
});

test('equivalence is in points', () => {
  expect(equivalenceVerdict({ margin: 3, low: -1, high: 2.04, equivalent: true })).toBe(
    'Equivalent within 3.0 points: the 90 % interval of the difference, -1.0 to 2.0, is inside.',
  );
  expect(equivalenceVerdict({ margin: 3, low: -1, high: 4, equivalent: false })).toContain(
    'Not shown to be equivalent',
  );
});

test.each([
  [
    'undecided',
    { difference: estimate(0.03, -0.012, 0.072), p: 0.21 },
    /^Runs like these find a difference of 6\.0 points/,
  ],
  ['six units', { difference: estimate(0, -0.9, 0.9), p: 1 }, /^So few units would not find even the largest/],
])('what an undecided comparison could have shown: %s', (_name, change, said) => {
  expect(couldHaveShown(pairing(change))).toEqual([expect.stringMatching(said)]);
});

test('a comparison that is decided, or held open by errors, says nothing of what it could have shown', () => {
  expect(couldHaveShown(pairing({}))).toEqual([]);
  const open = { difference: estimate(0, -0.1, 0.1), p: 1, errors: 6, lowest: -0.6, highest: 1 };
  expect(couldHaveShown(pairing(open))).toEqual([]);
});
