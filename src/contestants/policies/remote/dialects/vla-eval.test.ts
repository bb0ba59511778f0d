import { expect, test } from 'vitest';
import { textKeys } from '../array-forms.ts';
import type { PackableMap } from '../encode.ts';
import { observation, start } from '../testing/episode.ts';
import { policyAt, serveForm } from '../testing/policy.ts';
import { commands } from '../testing/servers.ts';

const second = { ...start, unit: { id: 'unit-2', epoch: 1 } };

const hello = { harness_version: '0.3.0', protocol_version: 1, model_server: 'Test' };
const answering =
  (payload: PackableMap, about: PackableMap = hello) =>
  ({ type, seq }: { type: string; seq: number }) => {
    if (type === 'hello') return { type, payload: about, seq, timestamp: 1.5 };
    if (type === 'observation') return { type: 'action', payload, seq, timestamp: 1.5 };
    return undefined;
  };

test('hello, episode, observation, action; pictures as PNG', async () => {
  const server = await serveForm(textKeys, answering({ actions: commands(1) }));
  const policy = await policyAt(`${server.url}?dialect=vla-eval`);
  expect(policy.settings.server).toMatchObject({ model_server: 'Test' });
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(1);
  await policy.reset(second);
  await policy.act(observation());
  expect(server.heard.map(({ type, seq }) => [type, seq])).toEqual([
    ['hello', 1],
    ['hello', 1],
    ['episode_start', 2],
    ['observation', 3],
    ['episode_end', 4],
    ['episode_start', 5],
    ['observation', 6],
  ]);
  expect(server.heard[2].payload).toMatchObject({
    task: { name: 'unit-1', instruction: start.instruction },
    seed: 7,
  });
  const { images, joint_state, task_description } = server.heard[3].payload;
  expect([String(joint_state), task_description]).toEqual(['<f8 (14)', start.instruction]);
  const { __image__, format, data, shape } = images.head_camera;
  expect([__image__, format, shape]).toEqual([true, 'png', [240, 320, 3]]);
  const { default: sharp } = await import('sharp');
  expect(new Uint8Array(await sharp(data).raw().toBuffer())).toEqual(observation().images.head_camera?.rgb);
});

test.each([
  ['jpeg', 'jpeg'],
  ['raw', undefined],
])('pictures as %s', async (pictures, format) => {
  const server = await serveForm(textKeys, answering({ actions: commands(1) }));
  const policy = await policyAt(`${server.url}?dialect=vla-eval&pictures=${pictures}`);
  await policy.reset(start);
  await policy.act(observation());
  const { head_camera: sent } = server.heard.at(-1).payload.images;
  expect(sent.format).toBe(format);
  if (format === undefined) expect(String(sent)).toBe('|u1 (240, 320, 3)');
  else expect([...sent.data.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});

test('an episode that cannot begin is told at the first question', async () => {
  const server = await serveForm(textKeys, (message) =>
    message.type === 'episode_start'
      ? { type: 'error', payload: { error: 'episode_start_failed: KeyError' }, seq: message.seq, timestamp: 0 }
      : answering({ actions: commands(1) })(message),
  );
  const policy = await policyAt(`${server.url}?dialect=vla-eval`);
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toMatchObject({
    message: expect.stringContaining('episode_start_failed: KeyError'),
  });
});

test('an answer to another question is none', async () => {
  const server = await serveForm(textKeys, (message) => {
    const reply = answering({ actions: commands(1) })(message);
    return reply && { ...reply, seq: message.type === 'observation' ? 1 : message.seq };
  });
  const policy = await policyAt(`${server.url}?dialect=vla-eval`);
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toMatchObject({
    message: 'expected action 3 of the server, got action 1',
  });
});

test('specs are compared', async () => {
  const about = {
    ...hello,
    protocol_version: 2,
    action_spec: {
      position: { name: 'position', dims: 3, format: 'delta_xyz' },
      gripper: { name: 'gripper', dims: 1, format: 'raw' },
    },
    observation_spec: {
      image: { name: 'image', dims: 0, format: 'rgb_hwc_uint8' },
      state: { name: 'state', dims: 8, format: 'eef_pos3_axisangle3_gripper2' },
    },
  };
  const server = await serveForm(textKeys, answering({}, about));
  const refused = await policyAt(`${server.url}?dialect=vla-eval`).catch((error: Error) => error.message);
  expect(
    String(refused)
      .split('\n')
      .slice(2)
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['protocol', '2', '1'],
    ['numbers in a command', '4', '14'],
    ['command position', 'delta_xyz', 'joint_positions'],
    ['observation state', 'eef_pos3_axisangle3_gripper2', 'not offered'],
  ]);
  const fitting = { ...hello, action_spec: { joints: { name: 'joints', dims: 14, format: 'joint_positions' } } };
  await policyAt(`${(await serveForm(textKeys, answering({}, fitting))).url}?dialect=vla-eval`);
});
