import { expect, test } from 'vitest';
import { boxAt } from '../../geometry/box.ts';
import { upright, type Vec3 } from '../../geometry/pose.ts';
import { toolLength } from '../robot/arms.ts';
import { tableBox } from '../scene/tabletop.ts';
import { armObstacles, firstHit, type Obstacle } from './collision.ts';

const home = [0, 0, 0, 0, 0, 0];
const half: Vec3 = [0.025, 0.025, 0.025];
const table: Obstacle = { name: 'table', box: tableBox(), gap: 0.001, bearsLoad: true };
const block = (position: Vec3): Obstacle => ({
  name: 'block',
  box: boxAt({ position, rotation: upright }, half),
  gap: 0.003,
});

test('an arm at home touches nothing', () => {
  const others = armObstacles('right', home, 0.02);
  expect(firstHit('left', [home], [table, block([-0.2, 0, 0.765]), ...others])).toBeUndefined();
});

test('a block may be between the open fingers, but not in the way of one', () => {
  expect(firstHit('left', [home], [table, block([-0.3, -0.2, 0.942])])).toBeUndefined();
  expect(firstHit('left', [home], [table, block([-0.33, -0.2, 0.942])])).toBe('block');
});

test('what is between two points is seen', () => {
  // Turning left from the right, the fingers pass straight ahead.
  const path = [
    [-0.6, 0, 0, 0, 0, 0],
    [0.6, 0, 0, 0, 0, 0],
  ];
  expect(firstHit('left', path, [block([-0.3, -0.2, 0.942])])).toBe('block');
  expect(firstHit('left', path, [block([-0.3, -0.2, 1.1])])).toBeUndefined();
});

test('elbows down run into the table', () => {
  expect(firstHit('left', [home, [0, 2.8, 1, 0, 0, 0]], [table])).toBe('table');
});

test('arms that reach across meet each other', () => {
  const across = (side: 1 | -1) => [side * 1.2, 1.8, 2.2, 0, 0, 0];
  expect(firstHit('left', [across(-1)], armObstacles('right', home, 0.02))).toBeUndefined();
  expect(firstHit('left', [across(-1)], armObstacles('right', across(1), 0.02))).toBe('the right arm');
});

test('what is held may rest on the table but not run into blocks', () => {
  const held = boxAt({ position: [toolLength, 0, 0], rotation: upright }, half);
  const aside = block([-0.3, -0.17, 0.895]);
  expect(firstHit('left', [home], [aside])).toBeUndefined();
  expect(firstHit('left', [home], [aside], held)).toBe('block');
  expect(firstHit('left', [home], [{ ...aside, bearsLoad: true }], held)).toBeUndefined();
});
