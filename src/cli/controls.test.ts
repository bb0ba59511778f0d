import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

test('--controls runs the same tables under every condition and tells where it fails', async () => {
  const cwd = newFolder();
  const args = ['--model', 'baseline/oracle', '--protocol', 'rsb/answer', '--limit', '3', '--out', 'runs'];
  const { json, code } = await sextant({ cwd }, 'run', 'rsb-math-4', '--controls', ...args, '--json');
  expect(code).toBe(0);
  const done = json.filter(({ event }: { event: string }) => event === 'done');
  expect(done).toHaveLength(6);
  const controls = json.at(-1);
  expect(controls).toMatchObject({ event: 'controls', title: 'baseline/oracle on rsb-math-4' });
  expect(controls.reading.links.map(({ name }: { name: string }) => name)).toEqual([
    'acting',
    'finding',
    'binding',
    'reading',
  ]);
  const direct = done.find(({ summary }: { summary: { caution?: string } }) => summary.caution?.includes('direct'));
  expect(direct.summary.caution).toMatch(/^A control under the condition “direct”/);
  // The same from what is stored.
  const folders = done.map(({ run }: { run: string }) => run);
  const { stdout } = await sextant({ cwd }, 'report', ...folders);
  expect(stdout).toContain('Where it fails');
  const alone = await sextant({ cwd }, 'report', direct.run);
  expect(alone.stdout).not.toContain('Where it fails');
});

test('a benchmark without controls says so before anything is asked', async () => {
  const { code, stderr } = await sextant(
    { cwd: newFolder() },
    'run',
    'tiny',
    '--model',
    'baseline/first',
    '--controls',
  );
  expect(code).toBe(2);
  expect(stderr).toContain('tiny has no controls');
});
