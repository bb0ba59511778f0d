import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { newFolder, sextant } from './cli/testing/sextant.ts';
import { readRun } from './index.ts';
import { openRobot } from './robot.ts';

const cwd = newFolder();
afterAll(() => rmSync(cwd, { recursive: true }));

test('step by step the episode is that of `sextant run`, to the last bit', async () => {
  const robot = await openRobot('rsb-math-4', { peeks: 'truth' });
  const { instruction, peek } = await robot.reset(0);
  expect(instruction).toContain('?');
  const commands = peek?.fetch(peek.truth ?? '') ?? [];
  let taken = 0;
  let step = await robot.step(commands[taken++] ?? []);
  while (!step.done) step = await robot.step(Array.from(commands[taken++] ?? []));
  expect(step.info.episode).toMatchObject({ end: 'success', actions: { count: taken } });

  const args = ['--limit', '1', '--workers', '1', '--out', `${cwd}/run`];
  await sextant({ cwd }, 'run', 'rsb-math-4', '--policy', 'policy/expert', ...args);
  const events = await Array.fromAsync((await readRun(`${cwd}/run`)).events());
  const attempt = events.find((event) => event.event === 'attempt');
  expect(attempt?.reply?.episode).toEqual(step.info.episode);
  await robot.close();
});

test('what is seen, what is refused, and how an episode is given up', async () => {
  const robot = await openRobot('rsb-math-4', { cameras: ['head_camera'], size: { width: 32, height: 24 } });
  await expect(robot.step([])).rejects.toMatchObject({ code: 'bad_argument', fix: 'call reset first' });
  await expect(robot.reset(robot.tasks)).rejects.toMatchObject({ code: 'bad_argument' });
  const { images, state, peek } = await robot.reset(1);
  expect([images.head_camera?.rgb.length, state.length, peek]).toEqual([32 * 24 * 3, 14, undefined]);
  const { done, observation } = await robot.step(state);
  expect([done, observation.step]).toEqual([false, 1]);
  await expect(robot.step([1, 2, 3])).rejects.toMatchObject({ kind: 'bad_action' });
  await expect(robot.step(state)).rejects.toMatchObject({ fix: 'call reset first' });
  // In the middle of an episode: another one begins, or none.
  await robot.reset(0);
  await robot.step(state);
  expect((await robot.reset(1)).images.head_camera?.rgb).toEqual(images.head_camera?.rgb);
  await robot.close();
});

test('a benchmark without a robot says so', async () => {
  await expect(openRobot('tiny')).rejects.toMatchObject({ code: 'bad_argument' });
});
