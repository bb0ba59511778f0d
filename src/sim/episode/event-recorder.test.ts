import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../../util/index.ts';
import { planFetch } from '../planner/fetch.ts';
import { driveSamples } from '../planner/plan.ts';
import { type ArmSide, fingers, prefix, sides } from '../robot/arms.ts';
import type { Layout } from '../scene/layout.ts';
import { blockHalf, zone } from '../scene/tabletop.ts';
import { EventRecorder } from './event-recorder.ts';
import { armWidth, Tabletop } from './tabletop.ts';

const labels = [...'ABCD'];

/** B lies there, the others far from the zone. */
function layoutWith(b: { x: number; y: number }): Layout {
  const others = (i: number) => ({ x: -0.25 + 0.15 * i, y: 0.05 });
  const blocks = labels.map((label, i) => ({ label, colour: 'red', yaw: 0, ...(label === 'B' ? b : others(i)) }));
  return { blocks };
}

/** What the contact sensors of a block say of the two fingers of a hand: how hard each presses, and from where. */
function press(block: number, side: ArmSide, fingersOf: readonly { force: number; normal: readonly number[] }[]): void {
  const { physics } = table;
  for (const [i, { joint }] of fingers.entries()) {
    const { force, normal } = fingersOf[i] ?? { force: 0, normal: [0, 0, 0] };
    const from = physics.sensor(`${prefix[side]}_link${joint}_block${block}`);
    physics.sensors.set([force > 0 ? 1 : 0, force, 0, 0, ...normal], from);
  }
}

let table: Tabletop;
beforeAll(async () => {
  table = await Tabletop.open(labels.length);
});
afterAll(() => table.close());

test.each<ArmSide>(['left', 'right'])('a block in the zone is placed only while the %s gripper is open too', (side) => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  table.driveGripper(side, 0.8);
  expect(recorder.placed()).toEqual([]);
  expect(recorder.events).toEqual([]);
  table.driveGripper(side, 0.81);
  expect(recorder.placed()).toEqual([1]);
  expect(recorder.events).toEqual([{ step: 0, what: 'placed', block: 'B' }]);
});

test('a block rests in the zone after fifty steps in which it stays put, and not while it moves', () => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  const steps = (count: number) => {
    for (let step = 0; step < count; step += 1) {
      table.step();
      recorder.record();
    }
    recorder.rest();
  };
  steps(60);
  expect(recorder.events).toEqual([]);
  recorder.end();
  // In the first step it is seen where it lies.
  steps(50);
  table.blockPose(1)[0] = zone.x + 0.002;
  steps(50);
  expect(recorder.events).toEqual([{ step: 60, what: 'end' }]);
  steps(1);
  expect(recorder.events.slice(1)).toEqual([{ step: 161, what: 'rest', block: 'B' }]);
});

test('a block that rests beside the zone is not noted', () => {
  expect(table.lay(layoutWith({ x: zone.x + 0.045, y: zone.y }))).toBeUndefined();
  const recorder = new EventRecorder(table);
  recorder.end();
  for (let step = 0; step < 60; step += 1) {
    table.step();
    recorder.record();
  }
  recorder.rest();
  expect(recorder.events).toEqual([{ step: 0, what: 'end' }]);
});

test('a block that a finger touches does not rest, however still it lies', () => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  recorder.end();
  for (let step = 0; step < 120; step += 1) {
    table.step();
    press(1, 'right', [{ force: 0.1, normal: [1, 0, 0] }]);
    recorder.record();
  }
  recorder.rest();
  expect(recorder.events.map(({ what }) => what)).toEqual(['end', 'touch']);
});

test.each([
  { at: 'one centimetre within its edge', x: 0.041, z: 0, what: [] },
  { at: 'farther inside', x: 0.039, z: 0, what: ['placed'] },
  { at: 'as high above the table as it may be', x: 0, z: 0.011, what: ['placed'] },
  { at: 'on something', x: 0, z: 0.013, what: [] },
])('whether a block lies in the zone: $at', ({ x, z, what }) => {
  expect(table.lay(layoutWith({ x: zone.x + x, y: zone.y }))).toBeUndefined();
  const recorder = new EventRecorder(table);
  table.blockPose(1)[2] = table.surface + blockHalf + z;
  recorder.placed();
  expect(recorder.events.map((event) => event.what)).toEqual(what);
});

test.each([
  { rule: 'both fingers press from opposing sides', force: 0.51, cosine: -0.81, what: ['touch', 'pinch'] },
  { rule: 'one presses too lightly', force: 0.49, cosine: -1, what: ['touch'] },
  { rule: 'they press at an angle', force: 2, cosine: -0.79, what: ['touch'] },
])('a pinch: $rule', ({ force, cosine, what }) => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  const second = [cosine, Math.sqrt(1 - cosine ** 2), 0];
  press(2, 'left', [
    { force: 2, normal: [1, 0, 0] },
    { force, normal: second },
  ]);
  for (let step = 0; step < 9; step += 1) recorder.record();
  expect(recorder.events.map((event) => [event.what, event.block, event.arm])).toEqual(
    what.map((each) => [each, 'C', 'left']),
  );
  press(2, 'left', []);
});

test('a block is lifted more than two centimetres above where it lay', () => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  const { physics } = table;
  const height = 3 * physics.id('body', 'block3') + 2;
  const lay = at(table.blockPose(3), 2);
  for (const [lift, events] of [
    [0.019, []],
    [0.021, ['lift']],
  ] as const) {
    physics.xpos[height] = lay + lift;
    recorder.record();
    expect(recorder.events.map(({ what }) => what)).toEqual(events);
  }
});

test('a touch of a lifted block is a grasp at once, if a gripper is shut', () => {
  expect(table.lay(layoutWith(zone))).toBeUndefined();
  const recorder = new EventRecorder(table);
  const height = 3 * table.physics.id('body', 'block2') + 2;
  table.physics.xpos[height] = at(table.blockPose(2), 2) + 0.021;
  press(2, 'left', [{ force: 0.1, normal: [1, 0, 0] }]);
  const after = (opening: number) => {
    table.driveGripper('right', opening);
    recorder.record();
    return recorder.events.map(({ what }) => what);
  };
  expect(after(0.2)).toEqual(['lift', 'touch']);
  expect(after(0.19)).toEqual(['lift', 'touch', 'grasp']);
  press(2, 'left', []);
});

test('contact is a grasp in its eighth step in a row, not before, and a pinch of a lifted block is a pick', () => {
  expect(table.lay(layoutWith({ x: -0.1, y: 0.05 }))).toBeUndefined();
  const recorder = new EventRecorder(table);
  const blocks = labels.map((_, i) => table.blockPose(i).slice());
  const fetch = planFetch({ blocks, target: 0, state: table.commanded, surface: table.surface, clutter: [] });
  if ('why' in fetch) throw new Error(fetch.why);
  const { steps, positions, velocities } = driveSamples(fetch.plan);
  for (let step = 0; step < steps && recorder.events.length < 5; step += 1) {
    for (const [i, side] of sides.entries()) {
      const arm = armWidth * (2 * step + i);
      table.driveArm(side, positions, velocities, arm);
      // The other gripper is shut all the time: it counts as well as the one that touches.
      table.driveGripper(side, side === fetch.plan.arm ? (positions[arm + 6] ?? 0) : 0);
    }
    table.step();
    recorder.record();
  }
  const [touch, ...others] = recorder.events.slice(0, 3);
  const held = { step: (touch?.step ?? 0) + 7, block: 'A', arm: fetch.plan.arm };
  expect(touch).toMatchObject({ what: 'touch', block: 'A' });
  expect(others).toEqual([
    { ...held, what: 'grasp' },
    { ...held, what: 'pinch' },
  ]);
  // Two centimetres above where it lay, and not before, it is picked up.
  const [lift, pick] = recorder.events.slice(3);
  expect([lift?.what, pick]).toEqual(['lift', { ...held, step: lift?.step, what: 'pick' }]);
});
