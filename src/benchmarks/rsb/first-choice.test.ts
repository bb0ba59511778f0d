import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { firstChoiceMetrics } from './first-choice.ts';
import { asEpisode } from './foreign.ts';
import { scoreFirstChoice } from './score.ts';
import { suites } from './suites.ts';
import { episodeOf, fetching, fetchingAtRest, repeatedChoices, resultOf, sampleOf } from './testing/episodes.ts';

/** The right block is A. */
const fates = {
  right: fetchingAtRest(sampleOf(), 'A'),
  wrong: fetchingAtRest(sampleOf(), 'B'),
  dropped: episodeOf('touch A left', 'pinch A left', 'pick A left', 'end'),
  bounced: episodeOf('pick A left', 'placed A', 'success', 'end'),
  second: episodeOf('pick B left', 'placed B', 'pick A left', 'placed A', 'success', 'end', 'rest A'),
  pushed: episodeOf('touch A left', 'grasp A left', 'placed A', 'success', 'end', 'rest A'),
  tried: episodeOf('touch B left', 'placed B', 'pick A left', 'placed A', 'success', 'end', 'rest A'),
  nothing: episodeOf('end'),
  error: null,
};

function resultsOf(counts: Partial<Record<keyof typeof fates, number>>, choices = 4): UnitResult[] {
  const kinds = ['right', 'wrong', 'dropped', 'bounced', 'second', 'pushed', 'tried', 'nothing', 'error'] as const;
  return kinds.flatMap((kind) => repeatedChoices(counts[kind] ?? 0, kind, fates[kind], choices));
}

const values = (results: readonly UnitResult[]) =>
  Object.fromEntries(firstChoiceMetrics(results).map(({ name, value }) => [name, value]));

test.each([
  ['right', 1, 'right_at_rest'],
  ['wrong', 0, 'wrong'],
  ['dropped', 0, 'right_not_at_rest'],
  ['bounced', 0, 'right_not_at_rest'],
  ['second', 0, 'wrong'],
  ['pushed', 0, 'none'],
  ['tried', 0, 'wrong'],
  ['nothing', 0, 'none'],
] as const)('%s scores %d: %s', (kind, value, firstChoice) => {
  expect(scoreFirstChoice(sampleOf(), fates[kind])).toMatchObject({ value, facts: { firstChoice } });
});

test('what happens while the world runs on is no choice and no grasp', () => {
  const late = episodeOf('placed A', 'success', 'end', 'touch A left', 'grasp A left', 'pick A left', 'rest A');
  const { value, facts } = scoreFirstChoice(sampleOf(), late);
  expect(value).toBe(0);
  expect(facts).toMatchObject({ firstChoice: 'none', grasped: 0, success: 1 });
});

test('a second grasp of the same block is the same choice', () => {
  const again = episodeOf('pick A left', 'lift A', 'placed A', 'success', 'end', 'rest A');
  expect(scoreFirstChoice(sampleOf(), again).value).toBe(1);
});

test('ours and the official numbers stand side by side under names of their own', () => {
  const results = resultsOf({ right: 3, wrong: 2, second: 2, pushed: 2, nothing: 1 });
  expect(values(results)).toEqual({
    'first-choice success': 0.3,
    'first-choice grasp': 0.7,
    'first-choice nSG': expect.closeTo((3 / 7 - 1 / 4) / (3 / 4), 12),
    'first-choice nSG, all episodes': expect.closeTo((0.3 - 1 / 4) / (3 / 4), 12),
    'official TSR': 0.7,
    'official GSR': 0.7,
    'official nSG': expect.closeTo((7 / 7 - 1 / 4) / (3 / 4), 12),
  });
  const [success, , nsg, all] = firstChoiceMetrics(results);
  expect([success?.chance, nsg?.chance, all?.chance]).toEqual([0.25, 0, 0]);
  expect(all?.low).toBeCloseTo(((success?.low ?? 0) - 0.25) / 0.75, 12);
});

test('who abstains unless sure has nSG 1 among picked blocks, and less than nothing over all episodes', () => {
  const { 'first-choice nSG': picked, 'first-choice nSG, all episodes': all } = values(
    resultsOf({ right: 10, nothing: 90 }),
  );
  expect(picked).toBe(1);
  expect(all).toBeCloseTo(-0.2, 12);
});

test('blocks tried in the zone without picking them up, until one is left, earn no nSG', () => {
  // Which of four is right is found out one after the other; only where the last one is, nothing ends before it is picked up.
  const found = episodeOf('placed B', 'placed A', 'success', 'end', 'rest A');
  const results = [...resultsOf({ pushed: 25, tried: 25 }), ...repeatedChoices(50, 'found', found)];
  const { 'first-choice success': success, 'first-choice grasp': grasp, 'first-choice nSG': nsg } = values(results);
  expect([success, grasp]).toEqual([0, 0.25]);
  expect(nsg).toBeCloseTo(-1 / 3, 12);
});

test.each([4, 10])('with %i blocks nSG lies between −1/(N − 1) and 1, whatever happens', (choices) => {
  for (const kind of ['wrong', 'dropped', 'second', 'tried', 'right'] as const) {
    const { 'first-choice nSG': nsg } = values(resultsOf({ [kind]: 5, pushed: 5 }, choices));
    expect(nsg).toBeCloseTo(kind === 'right' ? 1 : -1 / (choices - 1), 12);
  }
});

test('whatever an error would have been, it lies in the bracket', () => {
  const counts = { right: 3, wrong: 4, pushed: 1, nothing: 2 };
  const open = firstChoiceMetrics(resultsOf({ ...counts, error: 2 }));
  expect(open.map(({ errors }) => errors)).toEqual(Array(7).fill(2));
  const kinds = ['right', 'wrong', 'dropped', 'bounced', 'second', 'pushed', 'tried', 'nothing'] as const;
  const reached = kinds.flatMap((one) =>
    kinds.map((other) => {
      const two = [...repeatedChoices(1, 'one', fates[one]), ...repeatedChoices(1, 'other', fates[other])];
      return firstChoiceMetrics([...resultsOf(counts), ...two]);
    }),
  );
  for (const [i, { worst = Number.NaN, best = Number.NaN, lowest = 1, highest = 0, name }] of open.entries()) {
    const found = reached.map((known) => known[i]?.value ?? Number.NaN);
    // Ours are as narrow as can be: some fate reaches either end. A success without an official grasp is not among the fates.
    if (name.startsWith('first')) expect(worst).toBeCloseTo(Math.min(...found), 12);
    if (name.startsWith('first')) expect(best).toBeCloseTo(Math.max(...found), 12);
    expect(worst).toBeLessThanOrEqual(Math.min(...found) + 1e-12);
    expect(best).toBeGreaterThanOrEqual(Math.max(...found) - 1e-12);
    expect(lowest).toBeLessThanOrEqual(worst);
    expect(highest).toBeGreaterThanOrEqual(best);
  }
  // Here nSG cannot exceed 1.
  expect(open[2]?.highest).toBeLessThanOrEqual(1);
});

test('a world that did not run on, and another simulator, have official numbers only, by name', () => {
  const old = { ...fetching(sampleOf(), 'A'), world: 'rsb-world-1 mujoco-3.14.0' };
  const [suite] = suites;
  if (!suite) throw new Error('no suite');
  const foreign = asEpisode(suite, { success: true, grasp: true }, 0);
  const cases = [
    { results: repeatedChoices(5, 'old', old), why: 'undefined: rest unknown (rsb-world-1 mujoco-3.14.0)' },
    {
      results: [resultOf(foreign.sample, foreign.episode, { score: scoreFirstChoice })],
      why: 'undefined: rest unknown (another simulator)',
    },
  ];
  for (const { results, why } of cases) {
    expect(results.map(({ score }) => score)).toEqual(results.map(() => null));
    const all = firstChoiceMetrics(results);
    expect(all.slice(0, 4).map(({ value, method }) => [value, method])).toEqual(Array(4).fill([null, why]));
    expect(all.slice(4).map(({ name, value }) => [name, value])).toEqual([
      ['official TSR', 1],
      ['official GSR', 1],
      ['official nSG', 1],
    ]);
  }
  // One such episode among others is enough.
  const [mixed] = firstChoiceMetrics([...resultsOf({ right: 5 }), ...repeatedChoices(1, 'old', old)]);
  expect(mixed).toMatchObject({ value: null, method: expect.stringContaining('rsb-world-1') });
});
