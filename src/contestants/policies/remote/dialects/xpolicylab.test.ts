import { expect, test } from 'vitest';
import { lebedov } from '../array-forms.ts';
import type { PackableMap } from '../encode.ts';
import { observation, start } from '../testing/episode.ts';
import { type Message, policyAt, serveForm } from '../testing/policy.ts';

const second = { ...start, unit: { id: 'unit-2', epoch: 1 } };

const arm = (base: number) => Array.from({ length: 6 }, (_, i) => base + i);
const action = {
  left_arm_joint_state: arm(0),
  left_ee_joint_state: [6],
  right_arm_joint_state: arm(7),
  right_ee_joint_state: 13,
};
const answers: Record<string, string> = {
  hello: 'hello_ack',
  prepare_case: 'prepare_case_ack',
  reset: 'reset_result',
  infer: 'infer_result',
  trial_end: 'trial_end_ack',
};
const answering = (payload: PackableMap) => (message: Message) => ({
  ...message,
  message_type: answers[message.message_type] ?? 'error',
  payload:
    message.message_type === 'infer'
      ? payload
      : { ok: true, server: 'xpolicylab_policy_server', server_instance_id: 'a1b2' },
});

test('cases, trials and commands in named parts', async () => {
  const server = await serveForm(lebedov, answering({ actions: [action, action], latency_ms: 3.5 }));
  const policy = await policyAt(`${server.url}?dialect=xpolicylab&replan=1`);
  // Not which process it is: a restart is no other policy.
  expect(policy.settings.server).toEqual({ server: 'xpolicylab_policy_server' });
  await policy.reset(start);
  expect(await policy.act(observation())).toEqual([Float64Array.from({ length: 14 }, (_, i) => i)]);
  expect(policy.report()).toMatchObject({ serverMs: [3.5], commands: [2] });
  await policy.act(observation(1));
  await policy.reset(second);
  expect(server.heard.slice(1).map(({ message_type, trial_id, step }) => [message_type, trial_id, step])).toEqual([
    ['hello', '', 0],
    ['prepare_case', 'unit-1#0', 0],
    ['reset', 'unit-1#0', 0],
    ['infer', 'unit-1#0', 0],
    ['infer', 'unit-1#0', 1],
    ['trial_end', 'unit-1#0', 2],
    ['prepare_case', 'unit-2#1', 0],
    ['reset', 'unit-2#1', 0],
  ]);
  const { vision, state, instruction } = server.heard[4].payload.observation;
  expect([
    instruction,
    String(vision.cam_head.color),
    vision.cam_head.shape,
    String(vision.cam_left_wrist.extrinsics_matrix),
    String(state.left_arm_joint_state),
    String(state.right_ee_pose),
  ]).toEqual([start.instruction, '|u1 (240, 320, 3)', [240, 320], '<f4 (3, 4)', '<f4 (6)', '<f4 (7)']);
});

test('a single command need not be in a list', async () => {
  const server = await serveForm(lebedov, answering({ actions: action }));
  const policy = await policyAt(`${server.url}?dialect=xpolicylab`);
  await policy.reset(start);
  expect(await policy.act(observation())).toEqual([Float64Array.from({ length: 14 }, (_, i) => i)]);
  await policy.close?.();
  expect(server.heard.at(-1)).toMatchObject({ message_type: 'trial_end', trial_id: 'unit-1#0' });
});

test('errors and missing parts', async () => {
  const { right_arm_joint_state: _, ...half } = action;
  const replies: PackableMap[] = [{ actions: [half] }];
  const server = await serveForm(lebedov, (message) => {
    if (message.message_type !== 'infer') return answering({})(message);
    const next = replies.shift();
    return next
      ? answering(next)(message)
      : { ...message, message_type: 'error', payload: { code: 'infer_failed', message: 'out of memory' } };
  });
  const policy = await policyAt(`${server.url}?dialect=xpolicylab`);
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toMatchObject({
    kind: 'bad_action',
    message: expect.stringContaining('no right_arm_joint_state'),
  });
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toMatchObject({
    kind: 'policy_failed',
    message: expect.stringContaining('infer_failed: out of memory'),
  });
});
