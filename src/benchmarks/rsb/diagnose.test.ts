import { expect, test } from 'vitest';
import type { Sheet, UnitResult } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { diagnose } from './diagnose.ts';
import type { RsbSample } from './sample.ts';
import { choiceFacts, placeOf } from './score.ts';
import { episodeOf, fetching, repeated, resultOf, sampleOf } from './testing/episodes.ts';

function sheet(results: readonly UnitResult[], name: string): Sheet {
  const found = diagnose(results).find((one) => one.name === name);
  if (!found) throw new Error(`no sheet ${name}`);
  return found;
}

/** Runs of a robot that chooses by a rule, on tables with shuffled labels and right answers. */
function runOf(opts: {
  choices: number;
  count: number;
  seed?: string;
  choose(sample: RsbSample): string;
}): UnitResult[] {
  const { choices, count, seed = 'tables', choose } = opts;
  const { shuffle, pick } = random(seed, choices);
  return Array.from({ length: count }, (_, i) => {
    const plain = sampleOf({ id: `q${i}`, choices });
    const labels = shuffle(Object.keys(plain.options));
    const colours = shuffle(plain.layout.blocks.map(({ colour }) => colour));
    const blocks = plain.layout.blocks.map((block, at) => ({
      ...block,
      label: labels[at] ?? '',
      colour: colours[at] ?? '',
    }));
    const sample = { ...plain, answer: pick(labels), layout: { blocks } };
    return resultOf(sample, fetching(sample, choose(sample)));
  });
}

const verdicts = (results: readonly UnitResult[]) =>
  Object.fromEntries(sheet(results, 'preferences').rows.map((row) => [row[0], row.at(-1)]));

test('how episodes ended, and what errors leave open', () => {
  const results = [
    ...repeated(2, 'success', episodeOf('grasp A', 'placed A', 'success')),
    ...repeated(1, 'second try', episodeOf('placed B', 'placed A', 'success')),
    ...repeated(1, 'dropped', episodeOf('grasp A', 'pinch A')),
    ...repeated(3, 'wrong', episodeOf('grasp B', 'placed B')),
    ...repeated(1, 'pushed', episodeOf('grasp C')),
    ...repeated(2, 'nothing', episodeOf()),
    ...repeated(1, 'error', null),
  ];
  const { rows, about } = sheet(results, 'endings');
  expect(rows).toEqual([
    ['success', 3, 0.3],
    ['right block not placed', 1, 0.1],
    ['wrong block placed', 3, 0.3],
    ['wrong block grasped', 1, 0.1],
    ['no grasp', 2, 0.2],
    ['(success, but after placing a wrong block)', 1, 0.1],
    ['(left open by errors)', 1, null],
  ]);
  expect(about).toContain('Of 5 failed episodes with a grasp by the official rule, 4 went for a wrong block');
});

test('where the grasp rules differ', () => {
  const results = [
    ...repeated(4, 'both', episodeOf('grasp A', 'pinch A', 'success')),
    ...repeated(3, 'pushed', episodeOf('grasp B')),
    ...repeated(2, 'half open', episodeOf('pinch A', 'success')),
    ...repeated(1, 'shoved', episodeOf('success')),
  ];
  expect(sheet(results, 'grasp rules').rows).toEqual([
    ['both', 4, 0.4, 4],
    ['official rule only', 3, 0.3, 0],
    ['pinch only', 2, 0.2, 2],
    ['neither', 1, 0.1, 1],
  ]);
});

test('which arm was used', () => {
  const results = [
    ...repeated(3, 'left', episodeOf('pinch A left', 'success')),
    ...repeated(1, 'right', episodeOf('pinch B right')),
    ...repeated(1, 'unknown', episodeOf('success')),
  ];
  expect(sheet(results, 'arms').rows).toEqual([
    ['left', 3, 0.75, 3, 3],
    ['right', 1, 0.25, 0, 0],
  ]);
});

test('a robot that always takes the nearest block is found out, and its letters are not blamed', () => {
  const nearest = ({ layout: { blocks } }: RsbSample) =>
    blocks.find((block) => placeOf(blocks, block).rank === 1)?.label ?? '';
  const found = verdicts(runOf({ choices: 10, count: 100, choose: nearest }));
  expect(found).toMatchObject({ letter: 'no preference shown', 'rank by distance': 'favours 1' });
  expect(found).not.toHaveProperty('colour');
});

test('a favourite colour and a favourite letter are found in few episodes', () => {
  const red = ({ layout }: RsbSample) => layout.blocks.find(({ colour }) => colour === 'red')?.label ?? '';
  expect(verdicts(runOf({ choices: 4, count: 40, choose: red }))).toMatchObject({ colour: 'favours red' });
  expect(verdicts(runOf({ choices: 4, count: 40, choose: () => 'C' }))).toMatchObject({ letter: 'favours C' });
});

test('the expert has no preferences, since it makes no wrong choice', () => {
  const results = runOf({ choices: 4, count: 40, choose: ({ answer }) => answer });
  expect(diagnose(results).map(({ name }) => name)).toEqual([
    'reading',
    'endings',
    'grasp rules',
    'arms',
    'control',
    'choices',
  ]);
  for (const [, , there, chosen, rightly, wrongly, blind] of sheet(results, 'choices').rows)
    expect([chosen, rightly, wrongly, blind]).toEqual([there, there, 0, 0]);
});

test('what went where is a matrix: every episode once, right choices from corner to corner', () => {
  const results = runOf({ choices: 4, count: 40, choose: () => 'C' });
  const [matrix, bars] = sheet(results, 'choices').charts ?? [];
  if (matrix?.kind !== 'matrix' || bars?.kind !== 'bars') throw new Error('a matrix and bars were expected');
  expect([matrix.title, bars.title]).toEqual(['Confusion by letter', 'Choices by letter']);
  const chosen = matrix.keys.map((_, column) => matrix.cells.reduce((sum, row) => sum + Number(row[column]), 0));
  expect(chosen).toEqual([0, 0, 40, 0]);
  expect(matrix.cells[2]?.[2]).toBe(results.filter(({ score }) => score === 1).length);
  expect(bars.series[0]?.values).toEqual(chosen);
});

test('what is expected of blind choices adds up to the wrong ones', () => {
  const { pick } = random('blind');
  const results = runOf({ choices: 10, count: 80, choose: ({ options }) => pick(Object.keys(options)) });
  const wrong = results.filter(({ score }) => score === 0).length;
  const byAxis = Map.groupBy(sheet(results, 'choices').rows, ([axis]) => axis);
  expect([...byAxis.keys()]).toEqual(['letter', 'column from the left', 'row', 'rank by distance']);
  for (const rows of byAxis.values()) {
    const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
    expect([sum(2), sum(3), sum(5)]).toEqual([80, 80, wrong]);
    expect(sum(6)).toBeCloseTo(wrong, 9);
  }
});

test('a blind robot is accused of a preference in about one run of twenty, whatever the axis', () => {
  const { pick } = random('blind runs');
  const accused = Array.from({ length: 40 }, (_, run) => {
    const choose = ({ options }: RsbSample) => pick(Object.keys(options));
    const results = runOf({ choices: 4, count: 30, seed: `run ${run}`, choose });
    return Object.values(verdicts(results)).some((verdict) => verdict !== 'no preference shown');
  });
  expect(accused.filter(Boolean).length).toBeLessThan(7);
});

test('repetitions of a question count once', () => {
  const once = runOf({ choices: 4, count: 30, choose: () => 'C' });
  const often = [0, 1, 2].flatMap((epoch) => once.map((unit) => ({ ...unit, epoch })));
  expect(sheet(often, 'preferences').rows).toEqual(sheet(once, 'preferences').rows);
});

test('where blocks were only named, there are preferences but no episodes', () => {
  const { pick } = random('named');
  const results = Array.from({ length: 60 }, (_, i): UnitResult => {
    const sample = sampleOf({ id: `q${i}`, answer: pick([...'ABCD']) });
    const facts = choiceFacts(sample, 'C');
    return { ...resultOf(sample, null), outcome: 'answered', score: facts.gold === 'C' ? 1 : 0, facts };
  });
  expect(diagnose(results).map(({ name }) => name)).toEqual(['preferences', 'choices']);
  expect(verdicts(results)).toMatchObject({ letter: 'favours C' });
});

test('nothing but errors, nothing to explain', () => {
  expect(diagnose(repeated(3, 'error', null))).toEqual([]);
});
