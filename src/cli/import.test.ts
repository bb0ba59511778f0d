import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

function evaluated(
  cwd: string,
  task: string,
  rates: [success: number, grasp: number],
  episodes: object[] = [],
): string {
  const folder = join('eval_result', task, 'pi05', `${task}_train_500`, 'demo', '2026-05-31 14:05:09');
  mkdirSync(join(cwd, folder), { recursive: true });
  const [success, grasp] = rates;
  const text = `Timestamp: now\n\nInstruction Type: unseen\n\nTask Success Rate: ${success}\nGrasp Success Rate: ${grasp}\n`;
  writeFileSync(join(cwd, folder, '_result.txt'), text);
  for (const [k, file] of episodes.entries())
    writeFileSync(join(cwd, folder, `episode${k}.json`), JSON.stringify(file));
  return folder;
}

test('results of the authors’ evaluation become runs of another world', async () => {
  const cwd = newFolder();
  evaluated(cwd, 'rsb_math', [0.218, 0.83]);
  evaluated(
    cwd,
    'rsb_math_10blocks',
    [0.5, 0.75],
    [
      { success: true, any_block_grasp_success: true },
      { success: true, any_block_grasp_success: false },
      { success: false, any_block_grasp_success: true },
      { success: false, any_block_grasp_success: true },
    ],
  );
  const { json, code } = await sextant({ cwd }, 'import', 'rsb', 'eval_result', '--json');
  expect(code).toBe(0);
  const [four, ten] = json;
  expect(four).toMatchObject({ episodes: 500, perEpisode: false });
  expect(four.summary).toMatchObject({
    benchmark: 'rsb-math-4',
    policy: 'foreign/pi05/demo',
    units: 500,
    caution: expect.stringContaining('another simulator'),
    problems: [],
  });
  expect(four.summary.metrics.map(({ name }: { name: string }) => name)).toEqual(['TSR', 'GSR', 'nSG']);
  expect(ten).toMatchObject({ episodes: 4, perEpisode: true });
  expect(ten.summary.metrics[2].value).toBeCloseTo((0.5 / 0.75 - 0.1) / 0.9, 12);
  // Again: the same runs. And they are runs as others are.
  await sextant({ cwd }, 'import', 'rsb', 'eval_result');
  expect(readdirSync(join(cwd, 'runs'))).toHaveLength(2);
  const official = await sextant({ cwd }, 'score', four.run, '--format', 'official');
  expect(official.stdout).toBe('Task Success Rate: 0.218\nGrasp Success Rate: 0.83\n');
  expect(readFileSync(join(cwd, four.run, 'events.ndjson'), 'utf8')).not.toContain(cwd);
  // Nobody can do them again, and nobody says that they were.
  const verified = await sextant({ cwd }, 'verify', ten.run);
  expect(verified.stderr).toContain(
    '4 episodes came without commands, from another simulator: they cannot be done again',
  );
  expect(verified.code).toBe(1);
});

test('what contradicts itself or says too little is refused', async () => {
  const cwd = newFolder();
  const folder = evaluated(cwd, 'rsb_math', [0.5, 1], [{ success: true, any_block_grasp_success: true }]);
  const refused = async (...args: string[]) => (await sextant({ cwd }, 'import', 'rsb', ...args, '--json')).json[0];
  expect(await refused(folder)).toMatchObject({ code: 'bad_data', message: expect.stringContaining('success rate') });
  expect(await refused('nowhere')).toMatchObject({ code: 'bad_argument' });
  // One file that tells nothing: one episode, of which half cannot have succeeded.
  writeFileSync(join(cwd, folder, 'episode0.json'), '{"seed": 100000}');
  expect(await refused(folder)).toMatchObject({ message: expect.stringContaining('whole number') });
  writeFileSync(join(cwd, folder, 'episode1.json'), '{"seed": 100001}');
  const rates = await sextant({ cwd }, 'import', 'rsb', folder, '--json');
  expect(rates.json[0]).toMatchObject({ episodes: 2, perEpisode: false });
  expect(rates.stderr).toContain('2 of 2 files of episodes do not tell success and grasp (they have seed)');
  expect(await refused(folder, '--task', 'rsb_maths')).toMatchObject({
    message: expect.stringContaining('not a task'),
  });
});
