import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Policy, PolicyError } from '../../../contracts/index.ts';
import { bareEnv, hasNumpy, isAlive } from '../../../host/python/testing/python.ts';
import { newFolder, observation, openPolicyOf, playEpisode, policyOf } from './testing/episode.ts';

const misbehaving = {
  raises: {
    code: 'raise ValueError("out of luck")',
    kind: 'policy_failed',
    says: /^eval: ValueError: out of luck\n.*deploy_policy.py", line \d+, in eval/s,
  },
  'wants to leave': { code: 'sys.exit("bye")', kind: 'policy_failed', says: /SystemExit: bye/ },
  'leaves at once': { code: 'os._exit(3)', kind: 'policy_failed', says: /Python ended with code 3/ },
  'prints and dies': {
    code: 'print("so long"); os.abort()',
    kind: 'policy_failed',
    says: /Python was ended by SIGABRT.*Fatal Python error: Aborted/s,
  },
  'gives the wrong length': {
    code: 'TASK_ENV.take_action([0.0] * 13)',
    kind: 'bad_action',
    says: /BadAction: an action of type 'qpos' is 14 numbers, not shape \(13,\)/,
  },
  'mistakes the type': {
    code: 'TASK_ENV.take_action([0.0] * 14, action_type="ee")',
    kind: 'bad_action',
    says: /is 16 numbers/,
  },
  'invents a type': {
    code: 'TASK_ENV.take_action([0.0] * 14, action_type="delta_ee")',
    kind: 'bad_action',
    says: /'delta_ee'/,
  },
  'never acts': { code: 'pass', kind: 'policy_failed', says: /100 times in a row without taking an action/ },
  'looks behind the scenes': {
    code: 'TASK_ENV.scene.get_contacts()',
    kind: 'policy_failed',
    says: /TASK_ENV.scene does not exist here/,
  },
  hangs: { code: 'time.sleep(1000)', kind: 'policy_timeout', says: /no reply after 9.5 s.*line \d+ in eval/s },
  'prints a key': {
    code: 'print(os.environ["SOME_API_KEY"]); raise ValueError(os.environ["SOME_API_KEY"])',
    kind: 'policy_failed',
    says: /^eval: ValueError: \*\*\*.*printed:\n\*\*\*$/s,
  },
};

const clauses = Object.entries(misbehaving).map(([name, { code }]) => `    if name == "${name}": ${code}\n`);

describe.runIf(hasNumpy)('a policy in Python', () => {
  describe('fails, and the next episode begins in a new process:', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'sextant-python-'));
    let policy: Policy;

    beforeAll(async () => {
      const code = `
open("loads.txt", "a").write("x")
def eval(TASK_ENV, model, observation):
    name = TASK_ENV.get_eval_metadata()["episode"]
${clauses.join('')}
    if name == "good": TASK_ENV.take_action([0.0] * 14)
`;
      policy = await openPolicyOf(code, { cwd, env: { ...bareEnv, SOME_API_KEY: 'sk-123456789' } });
    });
    afterAll(async () => {
      await policy.close?.();
      rmSync(cwd, { recursive: true });
    });

    test.each(Object.entries(misbehaving))('it %s', async (id, { kind, says }) => {
      const failure = await playEpisode(policy, { id, timeoutMs: 10_000 }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PolicyError);
      expect(failure).toMatchObject({ kind, message: expect.stringMatching(says) });
      expect(String(failure)).not.toContain('sk-123456789');
    });

    test('the run goes on', async () => {
      expect((await playEpisode(policy, { id: 'good', stepLimit: 2 })).acts).toHaveLength(2);
      expect(readFileSync(join(cwd, 'loads.txt'), 'utf8')).toHaveLength(Object.keys(misbehaving).length + 1);
    });
  });

  test('that cannot be loaded is not loaded again and again', async () => {
    const cwd = newFolder();
    const policy = await policyOf(
      `
with open("loads.txt", "a") as file: file.write("x")
from nowhere import something
`,
      { cwd },
    );
    for (const id of ['a', 'b', 'c']) {
      await expect(playEpisode(policy, { id })).rejects.toMatchObject({
        message: expect.stringContaining("get_model: ModuleNotFoundError: No module named 'nowhere'"),
      });
    }
    expect(readFileSync(join(cwd, 'loads.txt'), 'utf8')).toBe('x');
  });

  test('that lacks a function says which', async () => {
    const policy = await policyOf('');
    await expect(playEpisode(policy)).rejects.toMatchObject({ message: expect.stringContaining('defines no eval') });
  });

  test('that was given up by the world is gone when the next episode begins', async () => {
    const policy = await policyOf(`
def eval(TASK_ENV, model, observation):
    open("pid.txt", "w").write(str(os.getpid()))
    while TASK_ENV.test_num == 0 and TASK_ENV.get_eval_metadata()["episode"] == "slow": pass
    TASK_ENV.take_action([0.0] * 14)
`);
    await policy.reset({ instruction: '', unit: { id: 'slow', epoch: 0 }, seed: 0 });
    const dropped = expect(policy.act(observation(policy.needs.cameras))).rejects.toThrow('SIGKILL');
    expect((await playEpisode(policy, { stepLimit: 1 })).acts).toHaveLength(1);
    await dropped;
  });

  test('ends when it is closed, with all that it started', async () => {
    const cwd = newFolder();
    const policy = await policyOf(
      `
import atexit, subprocess
atexit.register(lambda: open("bye.txt", "w").write("bye"))
def eval(TASK_ENV, model, observation):
    json.dump([os.getpid(), subprocess.Popen(["sleep", "1000"]).pid], open("pids.json", "w"))
    TASK_ENV.take_action([0.0] * 14)
`,
      { cwd },
    );
    await playEpisode(policy, { stepLimit: 1 });
    const pids: number[] = JSON.parse(readFileSync(join(cwd, 'pids.json'), 'utf8'));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await policy.close?.();
    expect(readFileSync(join(cwd, 'bye.txt'), 'utf8')).toBe('bye');
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  });
});
