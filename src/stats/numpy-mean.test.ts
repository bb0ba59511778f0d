import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { numpyMean } from './mean.ts';
import { meanMetric } from './metric.ts';
import { units } from './testing/units.ts';

/** Fractions with 31 random bits; `numpy` below draws the same. */
function fractions(count: number, seed: number): number[] {
  let state = BigInt(seed);
  return Array.from({ length: count }, () => {
    state = (state * 1103515245n + 12345n) % 2147483648n;
    return Number(state) / 2 ** 31;
  });
}

// numpy.array(fractions(count, seed)).mean(), NumPy 2.4
const recorded: [count: number, seed: number, mean: number][] = [
  [1, 1, 0.5138700781390071],
  [1, 2, 0.02773440768942237],
  [2, 1, 0.3448056906927377],
  [2, 2, 0.36203148285858333],
  [3, 1, 0.3327542991998295],
  [3, 2, 0.3455172249426444],
  [5, 1, 0.4960849419236183],
  [5, 2, 0.44382923627272247],
  [7, 1, 0.47919888282194734],
  [7, 2, 0.565834333454924],
  [8, 1, 0.4476028576027602],
  [8, 2, 0.6014036873821169],
  [9, 1, 0.4528440341560377],
  [9, 2, 0.6034246260403759],
  [15, 1, 0.4201730839597682],
  [15, 2, 0.6209549910699328],
  [16, 1, 0.4273746374528855],
  [16, 2, 0.5997166170272976],
  [17, 1, 0.4472750648308326],
  [17, 2, 0.5964128465720397],
  [127, 1, 0.51438182099231],
  [127, 2, 0.4915834831836538],
  [128, 1, 0.5150838817935437],
  [128, 2, 0.493871713289991],
  [129, 1, 0.5129662215233196],
  [129, 2, 0.49084936077670416],
  [137, 1, 0.5104383761335137],
  [137, 2, 0.49037670876735645],
  [256, 1, 0.49673688667826355],
  [256, 2, 0.4891974276397377],
  [257, 1, 0.49634419115992257],
  [257, 2, 0.49077569119856923],
  [1000, 1, 0.5093085543643683],
  [1000, 2, 0.500453207815066],
  [4097, 1, 0.5013606171404421],
  [4097, 2, 0.5000355307426289],
  [100003, 1, 0.5015513322712618],
  [100003, 2, 0.49974191417938674],
];

test.each(recorded)('the mean of %d fractions (seed %d) is NumPy’s to the last bit', (count, seed, expected) => {
  expect(numpyMean(fractions(count, seed))).toBe(expected);
});

const cycle = (values: number[], count: number) =>
  Array.from({ length: count }, (_, i) => values[i % values.length] ?? 0);

// numpy.mean, as benchmark scripts call it
test.each([
  [[1 / 3], 241, 0.33333333333333326],
  [[1 / 3, 2 / 3, 1 / 7], 200, 0.38214285714285706],
  [[0.1], 100, 0.09999999999999998],
  [[0.1], 7, 0.09999999999999999],
  [[0.2], 130, 0.19999999999999998],
  [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 441, 0.39999999999999997],
])('of %j, %d of them', (values, count, expected) => {
  expect(numpyMean(cycle(values, count))).toBe(expected);
  const results = units(...cycle(values, count));
  expect(meanMetric({ name: 'accuracy', results }).value).toBe(expected);
});

test('of nothing is NaN', () => {
  expect(numpyMean([])).toBeNaN();
});

function hasNumpy(): boolean {
  try {
    execFileSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.runIf(hasNumpy())('is what NumPy says here, for every length up to 300', () => {
  const lists = Array.from({ length: 300 }, (_, i) => fractions(i + 1, i));
  const script =
    'import json, sys, numpy; print(json.dumps([float(numpy.mean(numpy.array(x))) for x in json.load(sys.stdin)]))';
  const theirs: unknown = JSON.parse(
    execFileSync('python3', ['-c', script], { input: JSON.stringify(lists), encoding: 'utf8' }),
  );
  expect(lists.map(numpyMean)).toEqual(theirs);
});
