import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInPolicy } from '../../contestants/policies/built-in.ts';
import type { UnitResult, World } from '../../contracts/index.ts';
import { diagnose } from './diagnose.ts';
import { firstChoiceMetrics } from './first-choice.ts';
import { rsbSuites } from './index.ts';
import { caution } from './reading.ts';
import type { RsbSample } from './sample.ts';
import { cheats } from './testing/cheats.ts';
import { playAll } from './testing/play.ts';
import { handsOf, scripted, truthOf } from './testing/scripted.ts';

let world: World<RsbSample>;
let samples: RsbSample[];
beforeAll(async () => {
  const suite = rsbSuites.find(({ id }) => id === 'rsb-math-4') ?? expect.fail();
  const dataset = await suite.load({ args: {} });
  // Each letter is right once, whatever the questions are: who knows no answer is right as often as blind choice.
  samples = await Promise.all([...'DABC'].map(async (answer, index) => ({ ...(await dataset.sample(index)), answer })));
  world = (await suite.openWorld?.()) ?? expect.fail();
});
afterAll(() => world.close());

/** As if so many other questions had gone the same way: what four episodes show, intervals tell only of more. */
function manyTimes(results: readonly UnitResult[]): UnitResult[] {
  return Array.from({ length: 25 }, (_, n) =>
    results.map((unit) => ({ ...unit, id: `${unit.id} ${n}`, cluster: `${unit.cluster} ${n}` })),
  ).flat();
}

function readingOf(results: readonly UnitResult[]): string {
  return diagnose(results).find(({ name }) => name === 'reading')?.about ?? '';
}

const play = (name: string, epochs = 1) =>
  playAll(world, builtInPolicy(name) ?? cheats[name]?.policy() ?? expect.fail(), { samples, epochs });

/** What is not said of whoever did not read. */
const PRAISE = 'can both manipulate and ground';
const BLIND = 'Its choices are not told apart from blind ones.';
const NO_PICK = 'It cannot pick up blocks reliably yet: control fails before meaning matters.';
const NOT_SELECTING = 'It can pick up blocks, but does not reliably select the right one.';
const CONTRADICTION = 'Officially it mostly solves the task, which its first choices do not bear out.';

/** Of four episodes: official successes, episodes with a choice, first-choice successes. */
const zoo: [name: string, counts: [official: number, chosen: number, ours: number], says: string[]][] = [
  ['expert', [4, 4, 4], [PRAISE]],
  ['retry', [4, 4, 4], [PRAISE]],
  [
    'brute-force',
    [4, 4, 1],
    [
      ...[NOT_SELECTING, BLIND, CONTRADICTION],
      '75 of 100 episodes: it picked up or placed several blocks in turn.',
      '75 of 100 official successes came after another block had been picked up or placed first.',
    ],
  ],
  ['broom', [2, 2, 0], ['25 of 50 official successes came without picking a block up', NO_PICK]],
  ['drag', [4, 0, 0], ['100 of 100 official successes came without picking a block up', CONTRADICTION]],
  [
    'eliminate',
    [3, 3, 0],
    ['75 of 100 episodes: it picked up or placed several blocks in turn', NO_PICK, CONTRADICTION],
  ],
  [
    'swap',
    [4, 4, 0],
    ['100 of 100 official successes came after another block', 'less often than a blind choice would'],
  ],
  [
    'knock-out',
    [4, 4, 0],
    ['100 of 100 episodes: it picked up or placed several blocks in turn', 'less often than a blind choice would'],
  ],
  ['push-with-block', [1, 4, 0], ['25 of 25 official successes came after another block', NOT_SELECTING]],
  [
    'two-blocks',
    [2, 4, 1],
    ['75 of 100 episodes: it picked up or placed several blocks in turn', NOT_SELECTING, BLIND],
  ],
  ['two-hands', [1, 4, 0], ['100 of 100 episodes: it picked up or placed several blocks in turn', NOT_SELECTING]],
  [
    'all-at-once',
    [2, 3, 0],
    ['25 of 50 official successes came without picking a block up', NO_PICK, 'several blocks in turn'],
  ],
  [
    'silent-trial',
    [2, 2, 0],
    ['50 of 50 official successes came without picking a block up', 'several blocks in turn'],
  ],
  ['yellow', [1, 4, 1], [NOT_SELECTING, BLIND, 'Its wrong choices favour']],
  ['toss', [3, 4, 3], [PRAISE]],
  ['drop', [4, 4, 4], [PRAISE]],
  ['hold', [0, 4, 0], ['mostly picks up the right block first, but does not leave it at rest in the zone']],
  ['always-a', [1, 4, 1], [NOT_SELECTING, BLIND, 'Its wrong choices favour letter A']],
  ['nearest', [1, 4, 1], [NOT_SELECTING, BLIND, 'Its wrong choices favour', 'rank by distance 1']],
  ['most-similar', [1, 4, 1], [NOT_SELECTING, BLIND]],
  ['always-wrong', [0, 4, 0], [NOT_SELECTING, 'less often than a blind choice would']],
  [
    'abstain-unless-sure',
    [1, 1, 1],
    ['Where it picks up a block it chooses better than blindly; what that is worth, only all episodes tell.'],
  ],
];

test.each(zoo)('%s: official, chosen, first choice %o', async (name, counts, says) => {
  const results = await play(name);
  const count = (is: (facts: NonNullable<UnitResult['facts']>) => boolean) =>
    results.filter(({ facts }) => facts && is(facts)).length;
  const ours = results.filter(({ score }) => score === 1).length;
  expect([count(({ success }) => success === 1), count(({ firstChoice }) => firstChoice !== 'none'), ours]).toEqual(
    counts,
  );
  const text = readingOf(manyTimes(results));
  for (const phrase of says) expect(text).toContain(phrase);
  if (!says.includes(PRAISE)) expect(text).not.toContain(PRAISE);
});

test('who fails on purpose unless sure has a bracket, not a score, and no praise', async () => {
  const sure = scripted('fails-unless-sure', 'truth', function* (first, { start }) {
    if (start.unit.id !== samples[0]?.id) throw new Error('not sure');
    yield handsOf(first).fetch(truthOf(first));
  });
  const results = await playAll(world, sure, { samples });
  const [success, , nsg] = firstChoiceMetrics(results);
  expect(success).toMatchObject({ value: 1, errors: 3, worst: 0.25, best: 1 });
  expect(nsg).toMatchObject({ value: 1, errors: 3, worst: expect.closeTo(0, 12), best: 1 });
  expect(readingOf(manyTimes(results))).toContain('The intervals do not tell yet.');
});

test('question-memory: a question that comes back on another table is called out within one epoch', async () => {
  const again = await Promise.all(
    samples.map(async (sample, n) => {
      const { layout } = samples[(n + 1) % samples.length] ?? expect.fail();
      return { ...sample, id: `${sample.id} again`, layout };
    }),
  );
  const results = await playAll(world, cheats['question-memory']?.policy() ?? expect.fail(), {
    samples: [...samples, ...again],
  });
  expect(results.map(({ score }) => score)).toEqual([0, 1, 0, 0, 1, 1, 1, 1]);
  const many = manyTimes(results);
  expect(caution(many)).toContain('it remembers past ones. The first ones alone: 25.0 %.');
  expect(readingOf(many)).not.toContain(PRAISE);
});

test('memory: later repetitions are told from the first, and only the first are read', async () => {
  const results = await play('memory', 3);
  const byEpoch = [0, 1, 2].map((n) => results.filter(({ epoch, score }) => epoch === n && score === 1).length);
  expect(byEpoch).toEqual([1, 4, 4]);
  const [success] = firstChoiceMetrics(results);
  expect(success?.value).toBeCloseTo(9 / 12, 12);
  const text = readingOf(manyTimes(results));
  expect(text).toContain('Later episodes with a question go better than the first: it remembers past ones.');
  // Beside every score, not only where somebody asks for diagnostics.
  expect(caution(manyTimes(results))).toContain('it remembers past ones. The first ones alone: 25.0 %.');
  expect(caution(manyTimes(await play('expert', 3)))).not.toContain('remembers');
  expect(text).toContain(NOT_SELECTING);
  expect(text).not.toContain(PRAISE);
});
