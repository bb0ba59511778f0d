import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bareEnv, hasNumpy } from '../../../host/python/testing/python.ts';
import { openPolicy, withPythonOptions } from '../../index.ts';
import { newFolder, playEpisode, policyOf } from './testing/episode.ts';

describe.runIf(hasNumpy)('a policy in Python', () => {
  test('as people write it for RoboTwin plays unmodified', async () => {
    const id = withPythonOptions('python:Chunk_Policy/deploy_policy.py', {
      overrides: ['chunk_size=3', '--ckpt_setting', 'best & first?'],
    });
    const policy = await openPolicy(id, { env: bareEnv, cwd: join(import.meta.dirname, 'fixtures') });
    onTestFinished(() => policy.close?.());
    expect(policy).toMatchObject({
      id: 'python/Chunk_Policy',
      needs: { cameras: ['head_camera', 'front_camera', 'left_camera', 'right_camera'], action: 'either' },
      settings: {
        args: { chunk_size: 3, reach: 0.1, ckpt_setting: 'best & first?', task_name: null, left_arm_dim: 6 },
      },
    });
    const { acts, end } = await playEpisode(policy, { stepLimit: 7 });
    expect(end).toBe('over');
    // It looks after every command.
    expect(acts.map((chunk) => chunk.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(acts[0]?.[0]?.[0]).toBeCloseTo(0.1 * Math.sin(1), 6);
    const again = await playEpisode(policy, { stepLimit: 7 });
    expect(again.acts).toEqual(acts);
  });

  test('sees what upstream shows, with the same types', async () => {
    const cwd = newFolder();
    const policy = await policyOf(
      `
def show(value):
    if isinstance(value, dict): return {key: show(item) for key, item in value.items()}
    return [str(value.dtype), list(value.shape)] if isinstance(value, np.ndarray) else value
def eval(TASK_ENV, model, observation):
    head = observation["observation"]["head_camera"]
    first = {"shown": show(observation), "gl": (head["cam2world_gl"] + 0.0).tolist(), "pixel": head["rgb"][1, 2].tolist(), "depth": head["depth"][1, 3]}
    head["rgb"][:] = 0
    first["again"] = TASK_ENV.get_obs()["observation"]["head_camera"]["rgb"][1, 2].tolist()
    json.dump(first, open("seen.json", "w"))
    TASK_ENV.take_action_cnt = TASK_ENV.step_lim
`,
      {
        cwd,
        overrides: [
          'data_type={"depth": true, "third_view": true, "pointcloud": true}',
          ...['pcd_down_sample_num=5', 'pcd_crop=false'],
        ],
      },
    );
    expect((await playEpisode(policy)).end).toBe('done');
    const camera = {
      rgb: ['uint8', [2, 4, 3]],
      intrinsic_cv: ['float32', [3, 3]],
      extrinsic_cv: ['float32', [3, 4]],
      cam2world_gl: ['float32', [4, 4]],
      depth: ['float64', [2, 4]],
    };
    expect(JSON.parse(readFileSync(join(cwd, 'seen.json'), 'utf8'))).toEqual({
      shown: {
        observation: { head_camera: camera, front_camera: camera, left_camera: camera, right_camera: camera },
        third_view_rgb: ['uint8', [2, 4, 3]],
        pointcloud: ['float64', [5, 6]],
        joint_action: {
          left_arm: [0, 0, 0, 0, 0, 0],
          left_gripper: 0,
          right_arm: [0, 0, 0, 0, 0, 0],
          right_gripper: 0,
          vector: ['float64', [14]],
        },
        endpose: {
          left_endpose: [1, 2, 3, 1, 0, 0, 0],
          left_gripper: 0,
          right_endpose: [4, 5, 6, 0, 1, 0, 0],
          right_gripper: 0,
        },
      },
      // Right, up, and backwards, as columns; then where the camera is.
      gl: [
        [1, 0, 0, 1],
        [0, 0, -1, 2],
        [0, 1, 0, 3],
        [0, 0, 0, 1],
      ],
      pixel: [18, 19, 20],
      depth: 1007,
      again: [18, 19, 20],
    });
  });

  test('gives a chunk at once when it does not look in between', async () => {
    const policy = await policyOf(`
def eval(TASK_ENV, model, observation):
    for i in range(4): TASK_ENV.take_action(np.full(14, i / 10))
    TASK_ENV.take_action([0.5] * 16, action_type="ee")
    assert TASK_ENV.take_action_cnt % 5 == 0 and TASK_ENV.now_obs["endpose"] == observation["endpose"]
    assert TASK_ENV.robot.get_left_arm_jointState() == [0.0] * 7 and not TASK_ENV.robot.is_left_gripper_open()
    real = TASK_ENV.robot.get_right_arm_real_jointState()
    assert np.allclose(real, [0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.0]), real
`);
    const { acts } = await playEpisode(policy, { stepLimit: 10 });
    expect(acts.map((chunk) => chunk.map((action) => action.length))).toEqual([
      [14, 14, 14, 14, 16],
      [14, 14, 14, 14, 16],
    ]);
    expect(acts[0]?.[3]).toEqual(new Float64Array(14).fill(0.3));
  });

  test('learns how an episode ended, and the rest of its chunk does nothing', async () => {
    const cwd = newFolder();
    const policy = await policyOf(
      `
def eval(TASK_ENV, model, observation):
    for i in range(20):
        TASK_ENV.take_action([0.0] * 14)
        TASK_ENV.get_obs()
    with open("ends.txt", "a") as file: print(TASK_ENV.test_num, TASK_ENV.eval_success, TASK_ENV.get_eval_metadata()["episode"], file=file)
    raise ValueError("too late to matter")
`,
      { cwd },
    );
    await playEpisode(policy, { stepLimit: 5, succeedAfter: 3, id: 'first' });
    await playEpisode(policy, { stepLimit: 5, id: 'second' });
    await playEpisode(policy, { stepLimit: 1, id: 'third' });
    expect(readFileSync(join(cwd, 'ends.txt'), 'utf8')).toBe('0 True first\n1 False second\n');
  });

  test.each(['TASK_ENV.get_obs()', 'pass'])('that does not see the end is led out of its loop (%s)', async (then) => {
    const policy = await policyOf(`
def eval(TASK_ENV, model, observation):
    while True:
        TASK_ENV.take_action([0.0] * 14)
        ${then}
`);
    for (const id of ['a', 'b']) expect((await playEpisode(policy, { stepLimit: 3, id })).acts.flat()).toHaveLength(3);
  });

  test('plays the same dice in the same episode', async () => {
    const policy = await policyOf(`
import random
def eval(TASK_ENV, model, observation):
    TASK_ENV.take_action([random.random()] + [np.random.rand()] * 13)
`);
    const [a, b, again] = [
      await playEpisode(policy, { stepLimit: 2, id: 'a' }),
      await playEpisode(policy, { stepLimit: 3, id: 'b' }),
      await playEpisode(policy, { stepLimit: 2, id: 'a' }),
    ];
    expect(again).toEqual(a);
    expect(b.acts[0]).not.toEqual(a.acts[0]);
  });

  test('may print as much as it likes, wherever it likes', async () => {
    const policy = await policyOf(`
def eval(TASK_ENV, model, observation):
    print("x" * 4_000_000)
    os.write(1, b"y" * 1_000_000)
    os.system("echo to the standard output")
    assert sys.stdin.read() == ""
    TASK_ENV.take_action([0.0] * 14)
`);
    expect((await playEpisode(policy, { stepLimit: 3 })).acts).toHaveLength(3);
  });

  test('may come back twice after a fork', async () => {
    const policy = await policyOf(`
def eval(TASK_ENV, model, observation):
    os.fork()
    TASK_ENV.take_action([0.0] * 14)
`);
    expect((await playEpisode(policy, { stepLimit: 3 })).acts).toHaveLength(3);
  });
});

describe('settings in an id', () => {
  test('are for policies in Python', () => {
    expect(withPythonOptions('policy/expert', {})).toBe('policy/expert');
    expect(() => withPythonOptions('policy/expert', { config: 'a.yml' })).toThrow('are for policies in Python');
  });

  test.runIf(hasNumpy)('may name a config, which must then be there', async () => {
    await expect(policyOf('', { config: 'other.yml' })).rejects.toMatchObject({ code: 'bad_config' });
    await expect(policyOf('', { overrides: ['data_type={"observer": true}'] })).rejects.toMatchObject({
      code: 'bad_config',
      message: 'data_type: there is no observer here',
    });
    await expect(policyOf('', { overrides: ['head_camera_type=L515'] })).rejects.toMatchObject({ code: 'bad_config' });
    await expect(policyOf('', { overrides: ['sextant_every=0'] })).rejects.toMatchObject({ code: 'bad_config' });
    expect((await policyOf('', { overrides: ['sextant_every=10', 'every=3'] })).needs.every).toBe(10);
    const { settings } = await policyOf('', { overrides: ['hf_token=hf_123456', 'map={"api_key": "k", "a": [1]}'] });
    expect(settings.args).toMatchObject({ hf_token: '***', map: { api_key: '***', a: [1] } });
  });
});
