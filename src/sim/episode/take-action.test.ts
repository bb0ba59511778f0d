import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeStraight } from '../planner/time-parameterise.ts';
import { Tabletop } from './tabletop.ts';
import { takeAction } from './take-action.ts';

let table: Tabletop;
beforeAll(async () => {
  table = await Tabletop.open(4);
});
afterAll(() => table.close());

const routes = { joints: timeStraight, hand: () => undefined };

/** Both grippers close while the arms move their first joints so far: how shut they are says how far each arm has come. */
function progress(left: number, right: number): [left: number, right: number][] {
  table.lay({ blocks: [] });
  const action = new Float64Array(14);
  action[0] = left;
  action[7] = right;
  const seen: [number, number][] = [];
  const afterStep = () => void seen.push([1 - table.gripper('left'), 1 - table.gripper('right')]);
  takeAction(table, action, { kind: 'qpos', routes, afterStep });
  return seen;
}

const stepsOf = (way: number) => timeStraight(new Float64Array(6), Float64Array.of(way, 0, 0, 0, 0, 0)).steps;

test.each([
  { left: 0.4, right: 0.1, least: stepsOf(0.1) },
  { left: 0.1, right: 0.4, least: stepsOf(0.1) },
  // One that stays where it is has fifty steps.
  { left: 0.4, right: 0, least: 50 },
])('arms with different ways to go keep in step: %o', ({ left, right, least }) => {
  const seen = progress(left, right);
  expect(seen).toHaveLength(stepsOf(0.4));
  expect(seen.length).toBeGreaterThan(1.5 * least);
  // Never further apart than the one with fewer steps goes in one of them.
  for (const [a, b] of seen) expect(Math.abs(a - b)).toBeLessThanOrEqual(1 / least + 1e-9);
  expect(seen.at(-1)).toEqual([1, 1]);
});
