import { expect, test } from 'vitest';
import { placeOf, scoreEpisode } from './score.ts';
import { episodeOf, fetching, sampleOf } from './testing/episodes.ts';

test('1 for the right block in the zone, with all that explains it', () => {
  const sample = sampleOf({ answer: 'D' });
  expect(scoreEpisode(sample, fetching(sample, 'B'))).toEqual({
    value: 0,
    note: 'right D, chosen B: wrong block placed',
    facts: {
      ending: 'wrong_block_placed',
      success: 0,
      grasped: 1,
      pinched: 1,
      picked: 0,
      choices: 4,
      arm: 'left',
      gold: 'D',
      goldColour: 'yellow',
      goldColumn: 2,
      goldRow: 'far',
      goldRank: 4,
      chosen: 'B',
      chosenColour: 'green',
      chosenColumn: 2,
      chosenRow: 'near',
      chosenRank: 2,
      firstGrasped: 'B',
      placed: 'B',
      handled: 1,
      touched: 1,
      placedWrongly: 1,
      end: 'step_limit',
      steps: 104,
      actions: 7,
      seed: 100000,
      world: 'tabletop@1',
    },
  });
  expect(scoreEpisode(sample, fetching(sample, 'D'))).toMatchObject({ value: 1, facts: { placedWrongly: 0 } });
});

test('nothing chosen, nothing said about it', () => {
  const { note, facts } = scoreEpisode(sampleOf(), episodeOf());
  expect(note).toBe('right A, none chosen: no grasp');
  expect(Object.keys(facts ?? {}).filter((key) => /chosen|arm|placed$|firstGrasped/.test(key))).toEqual([]);
});

test.each([4, 10])('with %i blocks every place is equally frequent, and every rank is there once', (choices) => {
  const { blocks } = sampleOf({ choices }).layout;
  // The grid is laid by hand; a little shaking must not change a place.
  const shaken = blocks.map((block, i) => ({ ...block, x: block.x + 0.003 * (i % 3), y: block.y + 0.003 * (i % 4) }));
  const places = shaken.map((block) => placeOf(shaken, block));
  const grid = shaken.map((_, i) => [1 + (i % (choices / 2)), i < choices / 2 ? 'near' : 'far']);
  expect(places.map(({ column, row }) => [column, row])).toEqual(grid);
  expect(places.map(({ rank }) => rank).sort((a, b) => a - b)).toEqual(blocks.map((_, i) => i + 1));
});
