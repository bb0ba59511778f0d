import { expect, test } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { bias } from './diagnose-bias.ts';
import { reading } from './reading.ts';
import { episodeOf, fetchingAtRest, repeated, repeatedChoices, sampleOf } from './testing/episodes.ts';

const readingOf = (results: readonly UnitResult[]) => reading(results, bias(results).preferences);

test.each([
  [{ right: 90, wrong: 5, nothing: 5 }, 'It can both manipulate and ground the answer.'],
  [{ right: 25, wrong: 70, nothing: 5 }, 'It can pick up blocks, but does not reliably select the right one.'],
  [{ right: 5, dropped: 85, wrong: 5, nothing: 5 }, 'It mostly picks up the right block first, but does not leave it'],
  [{ right: 20, dropped: 30, wrong: 48 }, 'whether by selecting or by placing, the intervals do not tell yet.'],
  [{ right: 2, pushed: 60, nothing: 38 }, 'It cannot pick up blocks reliably yet'],
  [{ right: 8, nothing: 92 }, 'It mostly leaves all blocks alone.'],
  [{ right: 8, nothing: 92 }, 'Where it picks up a block it chooses better than blindly'],
  [{ pushed: 60, nothing: 38 }, 'First-choice nSG is undefined: no block was picked up.'],
  [{ right: 55, wrong: 45 }, 'The intervals do not tell yet.'],
  [{}, 'The intervals do not tell yet.'],
  [{ bounced: 7, right: 3 }, '7 of 10 official successes did not last'],
  [{ late: 1, right: 3 }, '1 of 4 episodes: the block came to rest where the official rule saw no success'],
])('by the first choice, %o reads: %s', (counts: Partial<Record<keyof typeof choices, number>>, text) => {
  const kinds = ['right', 'wrong', 'dropped', 'bounced', 'late', 'pushed', 'nothing'] as const;
  const results = kinds.flatMap((kind) => repeatedChoices(counts[kind] ?? 0, kind, choices[kind]));
  expect(readingOf(results).about).toContain(text);
});

/** The right block is A. */
const choices = {
  right: fetchingAtRest(sampleOf(), 'A'),
  wrong: fetchingAtRest(sampleOf(), 'B'),
  dropped: episodeOf('touch A left', 'pinch A left', 'pick A left', 'end'),
  bounced: episodeOf('touch A left', 'pick A left', 'placed A', 'success', 'end'),
  late: episodeOf('touch A left', 'pick A left', 'end', 'rest A'),
  pushed: episodeOf('touch A left', 'end'),
  nothing: episodeOf('end'),
};

const fates = {
  right: episodeOf('grasp A', 'pinch A', 'placed A', 'success'),
  wrong: episodeOf('grasp B', 'pinch B', 'placed B'),
  dropped: episodeOf('grasp A', 'pinch A', 'lift A'),
  held: episodeOf('pinch A', 'placed A', 'success'),
  second: episodeOf('grasp B', 'placed B', 'grasp A', 'placed A', 'success'),
  nothing: episodeOf(),
  error: null,
};

function resultsOf(counts: Partial<Record<keyof typeof fates, number>>): UnitResult[] {
  const kinds = ['right', 'wrong', 'dropped', 'held', 'second', 'nothing', 'error'] as const;
  return kinds.flatMap((kind) => repeated(counts[kind] ?? 0, kind, fates[kind]));
}

/** Where the world did not run on. */
const read = (counts: Parameters<typeof resultsOf>[0]) => readingOf(resultsOf(counts));
const words = (counts: Parameters<typeof resultsOf>[0]) => read(counts).rows.map((row) => row.at(-1));

test.each([
  [{ right: 90, wrong: 5, nothing: 5 }, 'It can both manipulate and ground the answer, by the official rule.'],
  [{ second: 70, right: 30 }, 'It mostly succeeds after placing other blocks first, which shows no grounding.'],
  [{ right: 90 }, 'First choices: rest unknown (tabletop@1).'],
  [{ right: 25, wrong: 70, nothing: 5 }, 'It can grasp blocks, but does not reliably select the right one.'],
  [{ right: 5, dropped: 85, wrong: 5, nothing: 5 }, 'It mostly grasps the right block, but does not bring it'],
  [{ right: 20, dropped: 30, wrong: 48 }, 'whether by selecting or by placing, the intervals do not tell yet.'],
  [{ right: 2, wrong: 8, nothing: 90 }, 'It cannot grasp reliably yet'],
  [{ held: 90, right: 5, nothing: 5 }, 'It mostly succeeds without a grasp by the official rule'],
  [{ right: 55, wrong: 45 }, 'The intervals do not tell yet.'],
  [{ right: 4, wrong: 0 }, 'The intervals do not tell yet.'],
  [{}, 'The intervals do not tell yet.'],
])('by the official rule alone, %o reads: %s', (counts, text) => {
  expect(read(counts).about).toContain(text);
});

test('words for each measure', () => {
  expect(words({ right: 90, wrong: 10 })).toEqual([
    ...['high', 'high'],
    ...['better than blind choice', 'better than blind choice'],
  ]);
  expect(words({ right: 25, wrong: 75 }).slice(2)).toEqual(Array(2).fill('not told apart from blind choice'));
  // nSG takes a dropped block for a wrong choice; the choice itself does not.
  expect(words({ dropped: 95, right: 5 }).slice(2)).toEqual(['better than blind choice', 'worse than blind choice']);
});

test('errors that could change the reading keep it open', () => {
  expect(read({ right: 90, wrong: 5, error: 5 }).about).toContain('can both manipulate and ground');
  expect(read({ right: 90, wrong: 5, error: 95 }).about).toContain('The intervals do not tell yet.');
  expect(words({ nothing: 50, error: 1 })[3]).toBe('the interval does not tell yet');
});

test('says what is undefined, what exceeds 1, and that the world is another one', () => {
  expect(read({ nothing: 50 }).about).toContain('nSG is undefined: nothing was grasped.');
  expect(read({ right: 10, held: 10 }).about).toContain('nSG exceeds 1');
  expect(read({ right: 1 }).about).toContain(
    'Measured in Sextant’s own world (tabletop@1): not comparable with numbers from the authors’ simulator.',
  );
});
