import { expect, test } from 'vitest';
import { timePath, timeStraight } from './time-parameterise.ts';

test('a straight line takes 500·√d steps up to one radian, and 250 more per radian after that', () => {
  expect(timeStraight([0], [0.01]).steps).toBe(50);
  expect(timeStraight([0], [0.25]).steps).toBe(250);
  expect(timeStraight([0], [1]).steps).toBe(500);
  expect(timeStraight([0], [-2]).steps).toBe(750);
});

test('a straight line goes from rest at the start to rest at the target, no joint too fast', () => {
  const { steps, positions = [], velocities = [] } = timeStraight([0, 1], [1.5, 0]);
  expect([positions[0], positions[1]]).toEqual([0, 1]);
  expect([positions[2 * steps - 2], positions[2 * steps - 1]]).toEqual([1.5, 0]);
  expect(Math.max(...velocities.map(Math.abs))).toBe(1);
  expect([velocities[0], velocities[2 * steps - 2]]).toEqual([0, 0]);
  for (let k = 1; k < steps; k += 1) {
    const gone = (positions[2 * k] ?? 0) - (positions[2 * k - 2] ?? 0);
    const mean = ((velocities[2 * k] ?? 0) + (velocities[2 * k - 2] ?? 0)) / 2;
    expect(gone).toBeCloseTo(mean / 250, 4);
    // Both joints are equally far on their way.
    expect((positions[2 * k] ?? 0) / 1.5).toBeCloseTo(1 - (positions[2 * k + 1] ?? 0), 12);
  }
});

test('nowhere to go takes no steps', () => {
  expect(timeStraight([1, 2], [1, 2])).toEqual({ steps: 0 });
  expect(timeStraight([1], [1 + 1e-9])).toEqual({ steps: 0 });
  expect(timePath([[1, 2]], { speed: 2, gain: 4 })).toEqual({ steps: 0 });
});

test('a path passes its points without a stop and ends at the last one', () => {
  const points = [
    [0, 0],
    [1, 0],
    [1, 0.5],
    [1, 0.5],
    [0, 2],
  ];
  const { steps, positions = [], velocities = [] } = timePath(points, { speed: 2, gain: 4 });
  // 1 + 0.5 + 1.5 rad at 2 rad/s, and half a second for the ramps.
  expect(steps).toBe(500);
  expect([positions[2 * steps - 2], positions[2 * steps - 1]]).toEqual([0, 2]);
  const nearest = (point: readonly number[]) =>
    Math.min(
      ...Array.from({ length: steps }, (_, k) =>
        Math.max(...point.map((value, i) => Math.abs((positions[2 * k + i] ?? 0) - value))),
      ),
    );
  for (const point of points) expect(nearest(point)).toBeLessThan(0.009);
  const speeds = Array.from({ length: steps }, (_, k) =>
    Math.max(Math.abs(velocities[2 * k] ?? 0), Math.abs(velocities[2 * k + 1] ?? 0)),
  );
  expect(Math.max(...speeds)).toBe(2);
  expect(Math.min(...speeds.slice(125, 375))).toBe(2);
});
