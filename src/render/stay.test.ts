import { expect, test } from 'vitest';
import { StayTracker } from './stay.ts';

const view = (x: number) => Float64Array.of(320, 240, x);

test('one of two cameras that take turns stays, the other moves', () => {
  const tracker = new StayTracker();
  const told = Array.from({ length: 12 }, (_, round) => [tracker.stays(view(-1)), tracker.stays(view(round))]);
  expect(told.map(([idle]) => idle).lastIndexOf(false)).toBe(5);
  expect(told.some(([, busy]) => busy)).toBe(false);
});

test('a camera that left must stay anew', () => {
  const tracker = new StayTracker();
  for (let round = 0; round < 10; round += 1) tracker.stays(view(-1));
  for (let round = 0; round < 10; round += 1) tracker.stays(view(round));
  expect(tracker.stays(view(-1))).toBe(false);
});
