import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { bareEnv, hasModule, hasNumpy, isAlive } from '../host/python/testing/python.ts';
import { openRobot } from '../robot.ts';

const root = join(import.meta.dirname, '../..');
const cwd = mkdtempSync(join(tmpdir(), 'sextant-env-'));

const PRELUDE = `
import json, os, signal, sys
import numpy as np
from sextant_env import SextantEnv, SextantError
TRAIN = "rsb-math-4:split=train,check=none"
def refused(call, *args, **named):
    try: call(*args, **named)
    except (SextantError, ValueError, RuntimeError) as error: return str(error)
    raise AssertionError("nothing was refused")
def same(a, b): return np.array_equal(a, b) if not isinstance(a, dict) else a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
`;

function start(code: string, before = ''): ChildProcess {
  const env = { ...bareEnv, PYTHONPATH: join(root, 'python') };
  return spawn(bareEnv.SEXTANT_PYTHON, ['-c', before + PRELUDE + code], { cwd, env, stdio: 'pipe' });
}

/** What a script of this code prints; its exceptions are the test's. */
async function python(code: string, before = ''): Promise<string> {
  const child = start(code, before);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const [exit] = await once(child, 'close');
  if (exit !== 0) throw new Error(err);
  return out;
}

const CHECKS = `
env = SextantEnv(TRAIN, size=(32, 24), depth=True, render_mode="rgb_array", every=10)
observation, info = env.reset(seed=3)
assert env.observation_space.contains(observation), observation
assert env.action_space.shape == (14,) and "?" in info["instruction"]
assert observation["pixels"]["head_camera"].shape == (24, 32, 3) and env.render().shape == (24, 32, 3)
assert np.array_equal(env.render(), observation["pixels"]["head_camera"])
assert observation["depth"]["head_camera"].dtype == np.float32
first = env.step(env.action_space.sample() * 0 + observation["agent_pos"])
assert first[1:4] == (0.0, False, False) and first[4]["commands"] == 1 and first[4]["events"] == []
again, told = env.reset(seed=3)
assert told == info and same(again, observation)
print(info["task"])
env.close()
env.close()
assert "closed" in refused(env.step, observation["agent_pos"])
`;

describe.runIf(hasNumpy)('SextantEnv', () => {
  test('plays the episodes of `openRobot`, to the last bit', async () => {
    const robot = await openRobot('rsb-math-4', { peeks: 'truth' });
    const { peek, instruction } = await robot.reset(2);
    const commands = peek?.fetch(peek.truth ?? '') ?? [];
    let step = await robot.step(commands[0] ?? []);
    for (const command of commands.slice(1)) if (!step.done) step = await robot.step(command);
    robot.close();
    expect(step.terminated).toBe(true);
    writeFileSync(join(cwd, 'commands.json'), JSON.stringify(commands.map((command) => [...command])));
    const said = await python(`
env = SextantEnv("rsb-math-4", cameras=())
_, info = env.reset(options={"task": 2})
rewards, commands = [], iter(json.load(open("commands.json")))
terminated = False
while not terminated:
    observation, reward, terminated, truncated, last = env.step(next(commands))
    rewards.append(reward)
assert rewards[-1] == 1.0 and not any(rewards[:-1]) and not truncated
assert "call reset first" in refused(env.step, [0.0] * 14)
print(json.dumps(dict(instruction=info["instruction"], state=observation["agent_pos"].tolist(), episode=last["episode"])))
`);
    const state = [...step.observation.state];
    expect(JSON.parse(said)).toEqual({ instruction, state, episode: step.info.episode });
  });

  test('has the shape of Gymnasium without it, and draws the same tasks', async () => {
    const without = await python(CHECKS, 'import sys\nsys.modules["gymnasium"] = None\n');
    if (hasModule('gymnasium')) expect(await python(CHECKS)).toBe(without);
  });

  test.runIf(hasModule('gymnasium'))('passes Gymnasium’s own check, and works in its vectors', async () => {
    await python(`
import warnings
warnings.simplefilter("ignore")
import gymnasium
from gymnasium.utils.env_checker import check_env
for env in (SextantEnv(TRAIN, size=(32, 24), every=10, segmentation=True), SextantEnv(TRAIN, cameras=(), action="ee")):
    assert isinstance(env, gymnasium.Env)
    check_env(env)
    env.close()
options = dict(benchmark=TRAIN, size=(32, 24), every=10, render_mode="rgb_array")
envs = gymnasium.make_vec("sextant_env:sextant/Robot-v0", 2, **options)
observations, infos = envs.reset(seed=1)
assert observations["pixels"]["head_camera"].shape == (2, 24, 32, 3) and infos["task"][0] != infos["task"][1]
assert envs.step(observations["agent_pos"])[1].tolist() == [0.0, 0.0]
envs.close()
`);
  });

  test('several at once, each with a world of its own', async () => {
    await python(`
both = [SextantEnv(TRAIN, cameras=(), every=10) for _ in range(2)]
def ends(env, task):
    state = env.reset(options={"task": task})[0]["agent_pos"]
    return [env.step(state + np.linspace(0, 0.1 * k, 14) % 1)[0] for k in range(5)]
expected = [ends(both[1], task) for task in (0, 1)]
states = [env.reset(options={"task": task})[0]["agent_pos"] for task, env in enumerate(both)]
for k in range(5):
    commands = [state + np.linspace(0, 0.1 * k, 14) % 1 for state in states]
    for env, command in zip(both, commands): env.begin_step(command)
    for task, (env, command) in enumerate(zip(both, commands)): assert same(env.step(command)[0], expected[task][k])
both[0].begin_step(commands[0])
assert "begun" in refused(both[0].begin_step, commands[0])
# A step that nobody waited for is no part of the next episode.
assert same(both[0].reset(options={"task": 0})[0], both[1].reset(options={"task": 0})[0])
`);
  });

  test('what is wrong is said, and by whom', async () => {
    await python(`
assert "rsb-math-4" in refused(SextantEnv, "rsb-maths-4")
assert "head_camera" in refused(SextantEnv, TRAIN, cameras=("head",))
assert "every" in refused(SextantEnv, TRAIN, every=0)
assert "qpos" in refused(SextantEnv, TRAIN, action="torque")
assert "cannot be started" in refused(SextantEnv, TRAIN, command=["/nowhere/sextant"])
assert "unknown command" in refused(SextantEnv, TRAIN, command=[sys.executable, "-c", "import sys; sys.exit('unknown command')"])
env = SextantEnv(TRAIN, cameras=())
assert "no task 500" in refused(env.reset, options={"task": 500})
assert "colour" in refused(env.reset, options={"colour": "red"})
env.reset(options={"task": 0, "split": "test", "seed": 1})
assert "14 numbers" in refused(env.step, [0.0] * 13)
try: env.step([100.0] * 14)
except SextantError as error: assert error.code == "bad_action"
assert "call reset first" in refused(env.step, [0.0] * 14)
env.reset()
pid = os.fork()
if pid == 0:
    os._exit(0 if "another process" in refused(env.step, [0.0] * 14) else 1)
assert os.waitpid(pid, 0)[1] == 0
env.step([0.0] * 14)
`);
  });

  test('outlives the death of its process and Ctrl-C: reset starts another', async () => {
    await python(`
env = SextantEnv(TRAIN, cameras=())
expected, info = env.reset(options={"task": 1})
os.kill(env._process._child.pid, signal.SIGKILL)
assert "ended with code -9; reset starts another" in refused(env.step, [0.0] * 14)
assert same(env.reset(options={"task": 1})[0], expected)
def interrupt(*_): signal.raise_signal(signal.SIGINT)
def interrupted():
    try: env.step([0.5] * 14)
    except KeyboardInterrupt: pass
    else: raise AssertionError("it was not interrupted")
    assert "begun" in refused(env.step, [0.5] * 14) or not env._process.alive
    observation, _ = env.reset(options={"task": 1})
    assert same(observation, expected)
    assert same(env.step(observation["agent_pos"])[0]["agent_pos"], observation["agent_pos"])
# As if Ctrl-C were pressed before it waits, when the reply is still to come; then in the middle of the reply.
receive = env._process.receive
env._process.receive = lambda: interrupt(setattr(env._process, "receive", receive))
interrupted()
class Half:
    def __init__(self, stream): self.stream = stream
    def readinto(self, buffer): return interrupt(self.stream.readinto(buffer[:3]))
    def close(self): self.stream.close()
env._process._child.stdout = Half(env._process._child.stdout)
interrupted()
`);
  });

  test('the world ends with Python, however that ends', async () => {
    const child = start(`
env = SextantEnv(TRAIN, cameras=())
env.reset()
with open("pids.part", "w") as file: file.write(str(env._process._child.pid))
os.rename("pids.part", "pids.txt")
signal.pause()
`);
    const pid = await vi.waitFor(() => Number(readFileSync(join(cwd, 'pids.txt'), 'utf8')), 300_000);
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
