import { expect, test } from 'vitest';
import { asEpisode, episodesLike, parseRates, verdictOf } from './foreign.ts';
import { metrics } from './metrics.ts';
import { caution } from './reading.ts';
import { scoreEpisode } from './score.ts';
import { suites } from './suites.ts';

const text = [
  'Timestamp: 2026-05-31 14:05:09\n\nInstruction Type: unseen\n\n',
  'Task Success Rate: 0.218\nGrasp Success Rate: 0.83\n',
].join('');

test('rates become episodes, and episodes the same rates', () => {
  const rates = parseRates(text, '_result.txt');
  expect(rates).toEqual({ time: '2026-05-31 14:05:09', instructionType: 'unseen', success: 0.218, grasp: 0.83 });
  const [suite] = suites;
  if (!suite) throw new Error('no suite');
  const results = episodesLike(rates, 500, '').map((seen, index) => {
    const { sample, episode } = asEpisode(suite, seen, index);
    const { value: score, facts = {} } = scoreEpisode(sample, episode);
    const { id, cluster, groups } = sample;
    return { id, epoch: 0, cluster, groups, outcome: 'answered' as const, score, extraction: null, facts };
  });
  const found = Object.fromEntries(metrics(results).map((metric) => [metric.name, metric]));
  expect(Object.keys(found)).toEqual(['TSR', 'GSR', 'nSG']);
  expect(found.TSR).toMatchObject({ value: 0.218, n: 500 });
  expect(found.GSR).toMatchObject({ value: 0.83 });
  expect(found.nSG?.value).toBeCloseTo((0.218 / 0.83 - 0.25) / 0.75, 12);
  expect(found.nSG?.low).toBeLessThan(found.nSG?.value ?? 0);
  expect(caution(results)).toContain('another simulator');
});

test('a rate that so many episodes cannot have is refused', () => {
  expect(() => episodesLike({ success: 0.218, grasp: 0.83 }, 100, 'here')).toThrow('0.218 of 100');
  expect(() => parseRates('0.5\n', 'RoboTwin’s')).toThrow('Task Success Rate');
  expect(() => parseRates(text.replace('0.83', '83'), '')).toThrow('Grasp Success Rate');
});

test('an episode’s own file may say it in several words, or not at all', () => {
  expect(verdictOf({ success: true, any_block_grasp_success: false })).toEqual({ success: true, grasp: false });
  expect(verdictOf({ eval_success: false, grasp_success: true, seed: 7 })).toEqual({ success: false, grasp: true });
  expect(verdictOf({ success: true })).toBeUndefined();
  expect(verdictOf({ success: true, eval_success: false, grasp_success: true })).toBeUndefined();
  expect(verdictOf({ success: 'yes', grasp_success: true })).toBeUndefined();
});
