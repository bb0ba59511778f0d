import { expect, test } from 'vitest';
import { shapeOf, ticksOf } from './interval-plot.tsx';

test('ticks are round numbers within the domain', () => {
  expect(ticksOf([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf([-0.3, 0.3], 6)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(ticksOf([0, 0.07], 4)).toEqual([0, 0.02, 0.04, 0.06]);
});

test('a name that does not fit beside its numbers has a line of its own, and is not cut', () => {
  const row = { value: 0.5, low: 0, high: 1, text: '50.0 [9.5, 90.5]', detail: '2' };
  const [short, long] = ['indoor', 'Obj-Cam orientation×reverse_hflip'].map((key) => ({ ...row, key }));
  if (!short || !long) throw new Error('there are two rows');
  const [phone, screen] = [320, 900];
  expect(shapeOf([short], screen, 39)).toMatchObject({ name: 15, numbers: 15, plot: 15 });
  expect(shapeOf([short], phone, 39)).toMatchObject({ name: 12, numbers: 12 });
  expect(shapeOf([short, long], phone, 39)).toMatchObject({ name: 12, numbers: 30 });
  // What errors leave open takes more words: names move above, before the plot becomes too small.
  const open = { ...short, key: 'A module/lab/spatial-7b', text: '18.8 … 33.3 [12.4, 40.6]' };
  expect(shapeOf([open], 600, 18 + 7 * '82, 14 errors'.length)).toMatchObject({ name: 12, plot: 31 });
});
