import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const run = (out: string, ...args: string[]) =>
  sextant({ cwd }, 'run', 'tiny:count=600', '--model', 'baseline/random', '--out', out, ...args);

beforeAll(async () => {
  await run('whole');
});

test('a run stops when its score is known well enough, says so, and can be finished later', async () => {
  const early = await run('early', '--until', '8', '--json');
  expect(early.code).toBe(0);
  const { summary, reason } = early.json.at(-1);
  expect(reason).toBe('decided');
  expect(summary.missing).toBeGreaterThan(100);
  expect(summary.caution).toMatch(/^Stopped early, after \d+ of \d+ clusters in random order: with 95 % confidence/);
  const { until } = JSON.parse(readFileSync(join(cwd, 'early/run.json'), 'utf8'));
  const whole = (await sextant({ cwd }, 'report', 'whole', '--json')).json[0].runs[0].summary;
  expect(until.low).toBeLessThanOrEqual(whole.metrics[0].value);
  expect(until.high).toBeGreaterThanOrEqual(whole.metrics[0].value);
  expect(until.order).toEqual({ rule: 'clusters-shuffled-1', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });

  // Every table shows the interval that allows for stopping early.
  const [headline] = summary.metrics;
  expect(headline).toMatchObject({ low: until.low, high: until.high, method: 'anytime' });
  expect(headline).not.toHaveProperty('exact');
  const { stdout: told } = await sextant({ cwd }, 'report', 'early');
  expect(told).toContain(`[${(until.low * 100).toFixed(1)}, ${(until.high * 100).toFixed(1)}]`);
  const { stdout: csv } = await sextant({ cwd }, 'report', 'early', '--format', 'csv');
  expect(csv).toMatch(/,anytime,/);

  const again = await run('early', '--until', '8', '--json');
  expect(again.json.at(-1).summary.missing).toBe(summary.missing);
  expect(JSON.parse(readFileSync(join(cwd, 'early/run.json'), 'utf8')).until).toEqual(until);

  const strict = await sextant({ cwd }, 'score', 'early', '--protocol', 'tiny/strict', '--json');
  expect(strict.json[0].caution).toMatch(/by its score under the protocol that it was asked under\.$/);

  const finished = (await run('early', '--json')).json.at(-1).summary;
  expect(finished.digest).toBe(whole.digest);
  expect(finished.caution).toBeUndefined();
});

test('what an error left open is known once it was asked again', async () => {
  const model = `export const model = { id: 'flaky', capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }, settings: {},
    async answer(request) {
      if (!process.env.MENDED && request.parts.some(({ text }) => text?.includes('D. '))) throw new Error('down');
      return { text: 'A', finish: 'stop' };
    } };`;
  writeFileSync(join(cwd, 'flaky.mjs'), model);
  const ask = (env: Record<string, string>) =>
    sextant(
      { cwd, env },
      'run',
      'tiny:count=200',
      '--model',
      './flaky.mjs',
      '--retries',
      '0',
      '--until',
      '10',
      '--out',
      'flaky',
      '--json',
    );
  expect((await ask({})).json.at(-1).event).toBe('done');
  const { reason, summary } = (await ask({ MENDED: '1' })).json.at(-1);
  expect(reason).toBe('decided');
  expect(summary.outcomes.provider_error).toBeGreaterThan(0);
});

test('a run stops when it is known to be better than another', async () => {
  const args = [
    'run',
    'tiny:count=600',
    '--model',
    'baseline/oracle',
    '--until-vs',
    'whole',
    '--out',
    'versus',
    '--json',
  ];
  const { json, code } = await sextant({ cwd }, ...args);
  expect(code).toBe(0);
  expect(json.at(-1).reason).toBe('decided');
  const { caution, metrics } = json.at(-1).summary;
  expect(caution).toContain('its score minus that of whole on all units lies between');
  const { until } = JSON.parse(readFileSync(join(cwd, 'versus/run.json'), 'utf8'));
  expect(metrics[0]).toMatchObject({ ...until.score, method: 'anytime' });
  expect(until.score.low).toBeLessThan(1);
});

test('a stored order that is not the seed’s is refused', async () => {
  await run('order', '--until', '8');
  const file = join(cwd, 'order/run.json');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/"sha256": "[0-9a-f]{64}"(?=\s*}\s*}\s*}\s*$)/, `"sha256": "${'0'.repeat(64)}"`),
  );
  expect((await run('order', '--until', '8')).stderr).toContain('is not the one that its seed gives');
});

test('other questions, a headline that is no mean, and both goals at once are refused', async () => {
  const other = ['run', 'tiny:count=20,seed=9', '--model', 'baseline/random', '--until-vs', 'whole'];
  expect((await sextant({ cwd }, ...other)).stderr).toContain('that run is about other questions');
  const robot = ['run', 'rsb-math-4', '--policy', 'policy/still', '--limit', '2', '--until', '5'];
  expect((await sextant({ cwd }, ...robot)).stderr).toContain('is not the mean of its units’ scores');
  expect((await run('both', '--until', '5', '--until-vs', 'whole')).stderr).toContain('not both');
  expect((await run('shard', '--until', '5', '--shard', '1/2')).stderr).toContain('--shard');
});

test('a run.json that claims an early stop does not keep units from being counted as missing', async () => {
  await run('claims', '--limit', '50');
  const file = join(cwd, 'claims/run.json');
  const claim = { rule: 'score', within: 0.05, low: 0.9, high: 1, clusters: 10, of: 10 };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), units: 80, until: claim }));
  const { summary } = (await sextant({ cwd }, 'report', 'claims', '--json')).json[0].runs[0];
  expect(summary.missing).toBe(30);
});
