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
  expect(step).toMatchObject({ terminated: true, truncated: false, info: { success: true, commands: taken } });
  expect(step.info.episode).toMatchObject({ end: 'success', actions: { count: taken } });
  await expect(robot.step(commands[0] ?? [])).rejects.toMatchObject({ fix: 'call reset first' });

  const args = ['--limit', '1', '--workers', '1', '--out', `${cwd}/run`];
  await sextant({ cwd }, 'run', 'rsb-math-4', '--policy', 'policy/expert', ...args);
  const events = await Array.fromAsync((await readRun(`${cwd}/run`)).events());
  const attempt = events.find((event) => event.event === 'attempt');
  expect(attempt?.reply?.episode).toEqual(step.info.episode);
  robot.close();
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
  robot.close();
});

test('events are told with the command in which they happen, and the last observation shows the end', async () => {
  const robot = await openRobot('rsb-math-4', { peeks: 'truth' });
  const { peek, state } = await robot.reset(0);
  const happened: string[] = [];
  let last = { observation: { state } };
  for (const command of peek?.fetch(peek.truth ?? '') ?? []) {
    const step = await robot.step(command);
    happened.push(...step.info.events.map(({ what }) => what));
    last = step;
    if (!step.done) continue;
    const all = step.info.episode?.events.map(({ what }) => what);
    expect(all?.slice(0, happened.length)).toEqual(happened);
    break;
  }
  expect(happened).toEqual(expect.arrayContaining(['touch', 'grasp', 'lift', 'placed']));
  // The hand has opened: seen before the last command it would still be closed.
  expect(Math.min(...[6, 13].map((gripper) => last.observation.state[gripper] ?? 0))).toBeGreaterThan(0.8);
  robot.close();
});

test('whoever uses up the commands is cut off, not done', async () => {
  const robot = await openRobot('rsb-math-4');
  const { state } = await robot.reset(0);
  let step = await robot.step(state);
  while (!step.done) step = await robot.step(state);
  expect(step).toMatchObject({ terminated: false, truncated: true, info: { success: false, commands: 400 } });
  expect(step.info.episode).toMatchObject({ end: 'step_limit', placed: null });
  robot.close();
});

test('a task of another seed or split, for one episode', async () => {
  const robot = await openRobot('rsb-math-4:check=none');
  const hands = async (...args: Parameters<typeof robot.reset>) => (await robot.reset(...args)).instruction;
  const plain = await hands(0);
  const train = await hands(0, { split: 'train', episodes: 3 });
  expect([train === plain, robot.tasks]).toEqual([false, 3]);
  expect([await hands(0), robot.tasks]).toEqual([plain, 500]);
  const other = await openRobot('rsb-math-4:check=none,split=train,episodes=3');
  expect((await other.reset(0)).instruction).toBe(train);
  await expect(robot.reset(0, { colour: 'red' })).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(robot.reset(0, { seed: -1 })).rejects.toMatchObject({ code: 'bad_argument' });
  robot.close();
});

test('two robots at one table do not disturb each other in silence', async () => {
  const [a, b] = [await openRobot('rsb-math-4:check=none'), await openRobot('rsb-math-4:check=none')];
  const { state } = await a.reset(0);
  await b.reset(1);
  await expect(a.step(state)).rejects.toMatchObject({ kind: 'simulation' });
  await b.step(state);
  b.close();
});

test('any camera can be looked through, and what cannot be wanted is refused', async () => {
  const robot = await openRobot('rsb-math-4:check=none');
  expect(() => robot.look('head_camera')).toThrow('there is nothing to see yet');
  await robot.reset(0);
  const small = robot.look('left_camera', { width: 16, height: 12 });
  expect([small.width, small.rgb.length, robot.look('head_camera').width]).toEqual([16, 16 * 12 * 3, 320]);
  expect(() => robot.look('tail_camera')).toThrow('no robot has');
  robot.close();
  await expect(openRobot('rsb-math-4', { cameras: ['head'] })).rejects.toMatchObject({ code: 'bad_config' });
  for (const needs of [{ every: 0 }, { size: { width: 0.5, height: 1 } }]) {
    await expect(openRobot('rsb-math-4', needs)).rejects.toMatchObject({ code: 'bad_argument' });
  }
});

test('a benchmark without a robot says so', async () => {
  await expect(openRobot('tiny')).rejects.toMatchObject({ code: 'bad_argument' });
});
