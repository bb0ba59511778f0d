import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { attemptsOf } from '../../../cli/testing/journal.ts';
import { begin, newFolder, sextant } from '../../../cli/testing/sextant.ts';
import { bareEnv, hasNumpy, isAlive } from '../../../host/python/testing/python.ts';
import { decodeActions } from '../../../sim/index.ts';

const cwd = newFolder();
const place = { cwd, env: { SEXTANT_PYTHON: bareEnv.SEXTANT_PYTHON } };
const run = (...args: string[]) => ['run', 'rsb-math-4', '--workers', '1', '--json', ...args];

/** A repository with one policy in it, and how it is called. */
function repository(name: string, code: string): string {
  mkdirSync(join(cwd, 'policy', name), { recursive: true });
  const file = join('policy', name, 'deploy_policy.py');
  writeFileSync(join(cwd, file), `import json, os, time\ndef reset_model(model): pass\n${code}`);
  return `python:${file}`;
}

describe.runIf(hasNumpy)('a policy in Python, in a run', () => {
  test('that does what the expert did succeeds, to the last bit', async () => {
    await sextant(place, ...run('--policy', 'policy/expert', '--limit', '1', '--out', 'expert'));
    const [expert] = attemptsOf(join(cwd, 'expert'));
    const sha = expert?.reply?.episode?.actions.sha256 ?? '';
    const { actions } = decodeActions(readFileSync(join(cwd, 'expert/blobs', sha.slice(0, 2), sha)));
    writeFileSync(join(cwd, 'commands.json'), JSON.stringify(actions.map((command) => [...command])));
    const copy = repository(
      'Copy_Cat',
      `
def get_model(usr_args): return json.load(open("commands.json"))
def eval(TASK_ENV, model, observation):
    assert observation["observation"]["head_camera"]["rgb"].shape == (240, 320, 3)
    assert "answer" in TASK_ENV.get_instruction()
    for action in model: TASK_ENV.take_action(action)
`,
    );
    const { json, code } = await sextant(place, ...run('--policy', copy, '--limit', '1', '--out', 'copy'));
    expect(code).toBe(0);
    expect(json[1].summary).toMatchObject({ policy: 'python/Copy_Cat', outcomes: { answered: 1 } });
    expect(json[1].summary.metrics[0]).toMatchObject({ name: 'first-choice success', value: 1 });
    expect(attemptsOf(join(cwd, 'copy'))[0]?.reply?.episode).toEqual(expert?.reply?.episode);
  });

  test('that fails once spoils one episode', async () => {
    const policy = repository(
      'Unlucky',
      `
def get_model(usr_args):
    assert usr_args["ckpt_setting"] == "my best" and usr_args["seed"] == -1, usr_args
def eval(TASK_ENV, model, observation):
    if TASK_ENV.get_eval_metadata()["episode"] == "test-00000": raise ValueError("out of luck")
    TASK_ENV.take_action_cnt = TASK_ENV.step_lim
`,
    );
    const upstream = ['--overrides', '--ckpt_setting', 'my best', '--seed', '-1'];
    const { json } = await sextant(place, ...run('--policy', policy, '--limit', '2', '--out', 'unlucky', ...upstream));
    expect(json[1].summary.outcomes).toEqual({ sim_error: 1, answered: 1 });
    expect(json[1].summary.reasons[0].example).toContain('eval: ValueError: out of luck');
  });

  test('that hangs ends when Sextant is killed', async () => {
    const policy = repository(
      'Hanging',
      `
def get_model(usr_args):
    with open("pid.part", "w") as file: file.write(str(os.getpid()))
    os.rename("pid.part", "pid.txt")
    time.sleep(1000)
def eval(TASK_ENV, model, observation): pass
`,
    );
    const { child, ended } = begin(place, ...run('--policy', policy, '--limit', '1', '--out', 'hanging'));
    const pid = await vi.waitFor(() => Number(readFileSync(join(cwd, 'pid.txt'), 'utf8')), 300_000);
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
