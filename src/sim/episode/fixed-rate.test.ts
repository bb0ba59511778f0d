import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action, Hands, Needs, Observation, Policy } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { timeSteady } from '../planner/time-parameterise.ts';
import { drawLayout, type Layout, scattered } from '../scene/layout.ts';
import { decodeActions } from './action-log.ts';
import { Tabletop } from './tabletop.ts';
import { takeAction } from './take-action.ts';
import { TabletopWorld } from './world.ts';

let world: TabletopWorld;
let layout: Layout;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
  const drawn = drawLayout({ seed: 100_000, labels: [...'ABCD'], arrangement: scattered });
  if ('why' in drawn) throw new Error(drawn.why);
  layout = drawn.layout;
});
afterAll(() => world.close());

const task = { instruction: '', target: 'B', stepLimit: 400, world: 'test' };
const opts = { unit: { id: 'a', epoch: 0 }, seed: 0, timeoutMs: 600_000 };
const needs: Needs = { cameras: [], action: 'qpos', peeks: 'truth' };

test('a joint goes to its target at a steady speed, or as far as it can in the time', () => {
  const { steps, positions, velocities } = timeSteady([0, 0], [0.01, -5], 5);
  expect([steps, positions?.length]).toEqual([5, 10]);
  expect(Array.from(positions ?? [], (value) => Math.round(1000 * value))).toEqual(
    [1, 2, 3, 4, 5].flatMap((k) => [2 * k, -12 * k]),
  );
  expect([at(positions ?? [], 8), velocities?.[1]]).toEqual([0.01, -3]);
});

test.each([1, 10, 15])('a command of %i steps lasts just so long, wherever it leads', async (every) => {
  const { steps: without } = (await world.begin(layout, task, needs).finish()).episode;
  const playing = world.begin(layout, task, { ...needs, every });
  const far = playing.observe().state;
  far[0] = 2;
  for (const target of [far, far, new Float64Array(14)]) await playing.step(target);
  const { state, step } = playing.observe();
  // Two commands there and one back, at 3 rad/s.
  expect([step, Math.round(1e6 * at(state, 0))]).toEqual([3, Math.round((1e6 * 3 * every) / 250)]);
  const { episode } = await playing.finish();
  expect(episode).toMatchObject({ steps: without + 3 * every, end: 'done', actions: { count: 3 } });
});

test('those who command often have as much time as others', async () => {
  for (const [every, most] of [
    [2, 10],
    [10, 2],
    [50, 0],
    [100, 0],
  ] as const) {
    const playing = world.begin(layout, { ...task, stepLimit: 0.4 }, { ...needs, every });
    while (playing.end === undefined) await playing.step(playing.observe().state);
    expect([every, playing.commands, playing.end]).toEqual([every, most, 'step_limit']);
  }
});

/** Goes from command to command of the planner at 2 rad/s, as a learned policy would: a small step further each time it is asked. */
function atRate(every: number): Policy {
  let commands: Action[] = [];
  const act = ({ step, state, peek }: Observation) => {
    if (step === 0) commands = planned(peek);
    const isThere = (target: Action) => target.every((value, i) => Math.abs(value - at(state, i)) < 1e-6);
    while (commands[0] && isThere(commands[0])) commands.shift();
    const [target] = commands;
    if (!target) return 'done';
    const most = (2 * every) / 250;
    return [state.map((value, i) => value + Math.min(Math.max(at(target, i) - value, -most), most))];
  };
  return { id: 'test', settings: {}, needs: { ...needs, every }, reset() {}, act };
}

function planned(peek: Hands | undefined): Action[] {
  return peek?.fetch(peek.truth ?? '') ?? [];
}

test('a block is fetched at 25 and 50 Hz, faster than by single commands, and again from the log alone', async () => {
  const straight = { id: 'test', settings: {}, needs, reset() {}, act: ({ peek }: Observation) => planned(peek) };
  const { episode: slow } = await world.play(layout, task, straight, opts);
  for (const every of [5, 10]) {
    const { episode, actions } = await world.play(layout, task, atRate(every), opts);
    expect(episode).toMatchObject({ end: 'success', placed: 'B' });
    expect(episode.steps).toBeLessThan(slow.steps);
    const { actions: stored, ...timing } = decodeActions(actions);
    const replay = { id: 'replay', settings: {}, needs: { ...needs, ...timing }, reset() {}, act: () => stored };
    expect(await world.play(layout, task, replay, opts)).toEqual({ episode, actions });
  }
});

test('a demonstration fed back as commands, at the rate it was recorded at, fetches the block', async () => {
  const states = Array.from(world.demonstrate(layout, 'B', { cameras: [], every: 15 }).frames, ({ state }) => state);
  const playing = world.begin(layout, task, { ...needs, every: 15 });
  for (const state of states.slice(1)) if (playing.end === undefined) await playing.step(state);
  expect(playing.end).toBe('success');
});

test('after the last command the arms hold, however fast they were', async () => {
  const table = await Tabletop.open(4);
  table.lay({ blocks: [] });
  const routes = { joints: (from: Float64Array, to: Float64Array) => timeSteady(from, to, 25), hand: () => undefined };
  takeAction(table, new Float64Array(14).fill(1), { kind: 'qpos', every: 25, routes, afterStep: () => false });
  for (let i = 0; i < 250; i += 1) table.step();
  expect([at(table.commanded, 0), at(table.measured(), 0)].map((value) => Math.round(100 * value))).toEqual([30, 30]);
  table.close();
});

test('what the joints do is measured: it lags behind what they are told, and fingers stop at a block', async () => {
  const playing = world.begin(layout, task, { ...needs, every: 10 });
  const { state, joints } = playing.observe();
  expect(joints).toHaveLength(14);
  for (const [i, value] of joints.entries()) expect(value).toBeCloseTo(at(state, i), 2);
  state[0] = 1;
  await playing.step(state);
  const moving = playing.observe();
  expect(at(moving.joints, 0)).toBeGreaterThan(0);
  expect(at(moving.joints, 0)).toBeLessThan(at(moving.state, 0));
  // Shut on nothing, the pads meet before the drives are where they want to be.
  state[6] = 0;
  for (let i = 0; i < 40; i += 1) await playing.step(state);
  const shut = playing.observe();
  expect([at(shut.state, 6), Math.round(10 * at(shut.joints, 6))]).toEqual([0, 2]);
});

test('cameras have sizes of their own', () => {
  const small = { width: 32, height: 24 };
  const cameras = ['head_camera', 'left_camera'];
  const playing = world.begin(layout, task, {
    ...needs,
    cameras,
    size: small,
    sizes: { left_camera: { width: 16, height: 16 } },
  });
  const sizes = Object.values(playing.observe().images).map(({ width, height, rgb }) => [width, height, rgb.length]);
  expect(sizes).toEqual([
    [32, 24, 32 * 24 * 3],
    [16, 16, 16 * 16 * 3],
  ]);
});
