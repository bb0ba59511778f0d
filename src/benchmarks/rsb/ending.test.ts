import { expect, test } from 'vitest';
import { judge } from './ending.ts';
import { episodeOf } from './testing/episodes.ts';

/** The right block is A. */
const verdict = (...happenings: string[]) => judge('A', episodeOf(...happenings));

test.each([
  ['nothing happened', [], 'no_grasp', undefined],
  ['a touch is no choice', ['touch A left', 'lift A'], 'no_grasp', undefined],
  ['fetched', ['grasp A', 'pinch A', 'placed A', 'success'], 'success', 'A'],
  ['pushed into the zone', ['touch A right', 'success'], 'success', 'A'],
  ['dropped on the way', ['grasp A', 'pinch A', 'lift A', 'drop A'], 'right_block_not_placed', 'A'],
  ['held by a half-open gripper', ['pinch A', 'lift A'], 'right_block_not_placed', 'A'],
  ['the wrong one fetched', ['grasp B', 'pinch B', 'placed B'], 'wrong_block_placed', 'B'],
  ['the wrong one held', ['grasp B', 'pinch B'], 'wrong_block_grasped', 'B'],
  ['the wrong one pushed', ['grasp B'], 'wrong_block_grasped', 'B'],
  ['a pinch outweighs a push before it', ['grasp B', 'grasp A', 'pinch A'], 'right_block_not_placed', 'A'],
  ['the first of two pinches counts', ['pinch B', 'pinch A'], 'wrong_block_grasped', 'B'],
  ['placing outweighs pinching', ['pinch A', 'grasp A', 'placed B'], 'wrong_block_placed', 'B'],
  ['a block tried in the zone outweighs one picked up later', ['placed B', 'pick A', 'success'], 'success', 'B'],
  ['the second try succeeds', ['placed B', 'placed A', 'success'], 'success', 'B'],
])('%s', (_, happenings, ending, chosen) => {
  expect(verdict(...happenings)).toMatchObject({ ending, ...(chosen !== undefined && { chosen }) });
  expect(verdict(...happenings).chosen).toBe(chosen);
});

test('a block that lies in the zone at the end was placed, also when no event says so', () => {
  expect(judge('A', { ...episodeOf('grasp B'), placed: 'C' })).toMatchObject({
    ending: 'wrong_block_placed',
    chosen: 'C',
  });
});

test('both grasp rules are kept apart', () => {
  expect(verdict('grasp B')).toMatchObject({ grasped: true, pinched: false });
  expect(verdict('pinch B')).toMatchObject({ grasped: false, pinched: true });
  expect(verdict('success')).toMatchObject({ grasped: false, pinched: false });
});

test('the arm is the one at the chosen block', () => {
  expect(verdict('grasp B left', 'touch A left', 'pinch A right').arm).toBe('right');
  expect(verdict('touch A left', 'success').arm).toBe('left');
  expect(verdict('grasp B')).not.toHaveProperty('arm');
});
