import { expect, test } from 'vitest';
import { binaryKeys } from '../array-forms.ts';
import { observation, start } from '../testing/episode.ts';
import { policyAt, serveForm } from '../testing/policy.ts';
import { commands } from '../testing/servers.ts';

const config = {
  image_resolution: [224, 224],
  needs_wrist_camera: true,
  n_external_cameras: 1,
  needs_stereo_camera: false,
  needs_session_id: true,
  action_space: 'joint_position',
};

test('resets by endpoint, names the session, and takes a bare array', async () => {
  const server = await serveForm(
    binaryKeys,
    ({ endpoint }) => (endpoint === 'reset' ? 'reset successful' : commands(2)),
    config,
  );
  const policy = await policyAt(`${server.url}?dialect=roboarena`);
  expect(policy.atOnce).toBe(1);
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(2);
  const [reset, infer] = server.heard;
  expect(reset).toEqual({ endpoint: 'reset', session_id: 'unit-1#0' });
  expect(Object.keys(infer).sort()).toEqual([
    'endpoint',
    'observation/exterior_image_0_left',
    'observation/gripper_position',
    'observation/joint_position',
    'observation/wrist_image_left',
    'prompt',
    'session_id',
  ]);
  expect(String(infer['observation/exterior_image_0_left'])).toBe('|u1 (224, 224, 3)');
  expect(String(infer['observation/joint_position'])).toBe('<f8 (12)');
});

test('another text after a reset is an error', async () => {
  const server = await serveForm(binaryKeys, () => 'Traceback: no such endpoint', config);
  const policy = await policyAt(`${server.url}?dialect=roboarena`);
  await expect(policy.reset(start)).rejects.toMatchObject({
    kind: 'policy_failed',
    message: expect.stringContaining('no such endpoint'),
  });
});

test('what it wants is compared with what there is', async () => {
  const wish = {
    ...config,
    image_resolution: [180, 320],
    n_external_cameras: 2,
    needs_stereo_camera: true,
    action_space: 'joint_velocity',
  };
  const server = await serveForm(binaryKeys, () => undefined, wish);
  const refused = await policyAt(`${server.url}?dialect=roboarena`).catch((error: Error) => error.message);
  expect(
    String(refused)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ['server', 'here'],
    ['action space', 'joint_velocity', 'joint_position'],
    ['external cameras', '2', '1'],
    ['stereo camera', 'needed', 'there is none'],
    ['size of pictures', '320×180', '224×224'],
  ]);
  const sized = await serveForm(binaryKeys, () => undefined, { ...config, image_resolution: [180, 320] });
  await policyAt(`${sized.url}?dialect=roboarena&size=320x180`);
});
