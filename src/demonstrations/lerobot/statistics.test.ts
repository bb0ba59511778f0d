import { expect, test } from 'vitest';
import { random } from '../../stats/index.ts';
import { PictureStatistics, sampledFrames } from './camera.ts';
import { STATISTICS, summarise } from './statistics.ts';
import { RunningSummary } from './vector-statistics.ts';

test('an episode: as numpy computes it', () => {
  expect(summarise([3, 1, 2, 5])).toEqual({
    min: 1,
    max: 5,
    mean: 2.75,
    std: Math.sqrt(2.1875),
    count: 4,
    q01: 1.03,
    q10: expect.closeTo(1.3, 12),
    q50: 2.5,
    q90: expect.closeTo(4.4, 12),
    q99: expect.closeTo(4.94, 12),
  });
  expect(summarise([7])).toMatchObject({ min: 7, max: 7, mean: 7, std: 0, count: 1, q01: 7, q99: 7 });
});

test('a dataset: what all its values together would give, however the range grows', () => {
  const source = random('running summary');
  const running = new RunningSummary();
  const all: number[] = [];
  for (let episode = 0; episode < 60; episode += 1) {
    const values = Array.from({ length: 50 }, () => (source.next() ** 3 - 0.4) * 1.2 ** (episode % 30) + episode);
    running.add(values, summarise(values));
    all.push(...values);
  }
  const [exact, found] = [summarise(all), running.summary()];
  const range = exact.max - exact.min;
  for (const name of STATISTICS) expect(Math.abs(found[name] - exact[name]) / range, name).toBeLessThan(1e-3);
  expect(found.count).toBe(3000);
});

test('a dataset of one value', () => {
  const running = new RunningSummary();
  for (let i = 0; i < 3; i += 1) running.add([2.5, 2.5], summarise([2.5, 2.5]));
  expect(running.summary()).toMatchObject({
    min: 2.5,
    max: 2.5,
    mean: 2.5,
    std: 0,
    count: 6,
    q01: 2.5,
    q50: 2.5,
    q99: 2.5,
  });
});

test('pictures: values from 0 to 1 for each channel, counted in pictures', () => {
  const [dark, bright] = [new PictureStatistics(), new PictureStatistics()];
  dark.add({ rgb: Uint8Array.of(0, 51, 255, 0, 51, 255), width: 2, height: 1 });
  bright.add({ rgb: Uint8Array.of(255, 51, 255, 255, 51, 255), width: 2, height: 1 });
  dark.merge(bright);
  const expected = { min: [0, 0.2, 1], max: [1, 0.2, 1], mean: [0.5, 0.2, 1], std: [0.5, 0, 0], count: [2] };
  expect(dark.stats()).toMatchObject({ ...expected, q01: [0, 0.2, 1], q99: [1, 0.2, 1] });
});

test('large pictures are thinned out', () => {
  const whole = new PictureStatistics();
  const rgb = new Uint8Array(3 * 320 * 240);
  rgb.fill(255, 3, 6); // the second pixel is between those that are looked at
  whole.add({ rgb, width: 320, height: 240 });
  expect(whole.stats().max).toEqual([0, 0, 0]);
});

test('frames that stand for the others', () => {
  expect([...sampledFrames(1)]).toEqual([0]);
  expect(sampledFrames(100).size).toBe(100);
  const some = [...sampledFrames(1000)];
  expect([some.length, some[0], some.at(-1)]).toEqual([177, 0, 999]);
});
