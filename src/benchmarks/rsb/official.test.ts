import { expect, test } from 'vitest';
import { type OfficialRun, officialFiles, printOfficial } from './official.ts';
import { episodeOf, fetching, repeated, sampleOf } from './testing/episodes.ts';

const run: OfficialRun = {
  task: 'rsb_math',
  policy: 'hub/pi05',
  config: 'rsb_math_train_500',
  checkpoint: 'demo',
  time: '2026-05-31 14:05:09',
  instructionType: 'unseen',
};
const sample = sampleOf();
const episodes = [
  { sample, episode: fetching(sample, 'A') },
  { sample: { ...sample, seed: 100003 }, episode: fetching(sample, 'B') },
  { sample, episode: null },
];

test('_result.txt has unrounded fractions; an error is neither a success nor a grasp', () => {
  const [result, ...others] = officialFiles(run, episodes);
  expect(result).toEqual({
    path: 'eval_result/rsb_math/hub-pi05/rsb_math_train_500/demo/2026-05-31 14:05:09/_result.txt',
    text: [
      'Timestamp: 2026-05-31 14:05:09\n\nInstruction Type: unseen\n\n',
      'Task Success Rate: 0.3333333333333333\nGrasp Success Rate: 0.6666666666666666\n',
    ].join(''),
  });
  expect(others.map(({ path }) => path.slice(path.lastIndexOf('/')))).toEqual(['/episode0.json', '/episode1.json']);
});

test('an episode’s file tells question, table, verdict and events', () => {
  const [, , second] = officialFiles(run, episodes);
  expect(JSON.parse(second?.text ?? '')).toMatchObject({
    seed: 100003,
    question: '1 + 1?',
    answer: 'A',
    success: false,
    any_block_grasp_success: true,
    ending: 'wrong_block_placed',
    chosen: 'B',
    world: 'tabletop@1',
    events: fetching(sample, 'B').events,
  });
});

test('the two rates, of the first repetition', () => {
  const first = [
    ...repeated(1, 'right', episodeOf('grasp A', 'success')),
    ...repeated(7, 'push', episodeOf('grasp B')),
  ];
  const results = [...first, ...first.map((unit) => ({ ...unit, epoch: 1, score: 1 }))];
  expect(printOfficial(results)).toBe('Task Success Rate: 0.125\nGrasp Success Rate: 1.0\n');
  expect(printOfficial(results.map((unit) => ({ ...unit, facts: { gold: 'A' } })))).toBe('');
});
