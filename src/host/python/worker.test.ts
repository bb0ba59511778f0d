import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bareEnv, hasNumpy } from './testing/python.ts';
import { describePython } from './worker.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sextant-python-'));

/** A program of this text that can be called. */
function program(name: string, text: string): string {
  const file = join(cwd, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe.runIf(hasNumpy)('which Python', () => {
  test('python3 is taken unless one is named', async () => {
    const { python } = await describePython({ env: { PATH: bareEnv.PATH, HOME: bareEnv.HOME }, cwd, numpy: true });
    expect(python).toMatch(/^3\.\d+\.\d+/);
  });

  test.each([
    ['none there', { PATH: cwd }, { message: /cannot be started: .*ENOENT/, fix: /SEXTANT_PYTHON/ }],
    ['a wrong name', { SEXTANT_PYTHON: join(cwd, 'nope') }, { message: /cannot be started/, fix: /SEXTANT_PYTHON/ }],
    [
      'no NumPy',
      { SEXTANT_PYTHON: program('bare', `exec "${bareEnv.SEXTANT_PYTHON}" -S "$@"`) },
      { message: /bare has no NumPy/, fix: /pip install numpy/ },
    ],
    [
      'an old one',
      { SEXTANT_PYTHON: program('old', 'echo "Python 3.8 or newer is needed" >&2; exit 1') },
      { message: /Python 3.8 or newer is needed/ },
    ],
    ['no Python', { SEXTANT_PYTHON: program('chatty', 'echo "Welcome to this computer!"') }, { message: /no message/ }],
  ])('says what is wrong with %s', async (_, env, { message, fix = /^$/ }: { message: RegExp; fix?: RegExp }) => {
    const failure = await describePython({ env, cwd, numpy: true }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'bad_config', message: expect.stringMatching(message) });
    expect(failure).toHaveProperty('fix', fix.source === '^$' ? undefined : expect.stringMatching(fix));
  });
});

describe.runIf(hasNumpy)('settings', () => {
  const read = async (overrides: string[], text = '') =>
    (await describePython({ env: bareEnv, cwd, numpy: false, config: { file: 'a.yml', text }, overrides })).args;

  test('overrides are data, in whichever form they are written; the last one counts', async () => {
    const overrides = [
      '--task_name',
      'rsb_math',
      '--seed',
      '-1',
      '--lr=1e-4',
      'on=true',
      'off=False',
      'none=None',
      'nothing=null',
    ]
      .concat(['list=[1, 2.5]', `map={'a': (1,)}`, 'quoted="7"', 'path=a=b', 'big=1_000', 'seed=3'])
      .concat(['code=__import__("os").getpid()', 'sum=1+1', 'nan=NaN']);
    expect(await read(overrides, 'task_name: null\nkept: 1.0')).toEqual({
      task_name: 'rsb_math',
      seed: 3,
      lr: 1e-4,
      on: true,
      off: false,
      none: null,
      nothing: null,
      list: [1, 2.5],
      map: { a: [1] },
      quoted: '7',
      path: 'a=b',
      big: 1000,
      kept: 1,
      code: '__import__("os").getpid()',
      sum: '1+1',
      nan: 'NaN',
      left_arm_dim: 6,
      right_arm_dim: 6,
    });
  });

  test.each([
    [['--seed'], '', "'--seed' is neither key=value nor --key value"],
    [['seed'], '', "'seed' is neither"],
    [[], '- 1', 'not a list of `name: value`'],
    [[], ['a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]', ...unfolding].join('\n'), 'more than 100,000 values'],
    [[], 'a: &a [*a]', 'more than 100,000 values'],
  ])('%j and %j are refused', async (overrides, text, message) => {
    await expect(read(overrides, text)).rejects.toMatchObject({
      code: 'bad_config',
      where: 'a.yml',
      message: expect.stringContaining(message),
    });
  });
});

/** Nine levels of nine: a few hundred characters, and 387 million values when written out. */
const unfolding = [...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`)}]`);

/** What the bridge makes of these where PyYAML is missing: values, or why not. */
function smallYaml(texts: string[]): unknown[] {
  const code = `import json, sys
sys.path.insert(0, "python")
from sextant_bridge.small_yaml import read_small_yaml
def read(text):
    try: return read_small_yaml(text)
    except ValueError as error: return str(error)
print(json.dumps([read(text) for text in json.load(sys.stdin)]))`;
  const root = join(import.meta.dirname, '../../..');
  const opts = { cwd: root, input: JSON.stringify(texts), encoding: 'utf8' } as const;
  return JSON.parse(spawnSync(bareEnv.SEXTANT_PYTHON, ['-B', '-c', code], opts).stdout);
}

describe.runIf(hasNumpy)('configs without PyYAML', () => {
  test('are read as PyYAML reads them', () => {
    const text = `---
# Basic experiment configuration
policy_name: ACT
task_name: null
ckpt_setting: "policy/ACT/it's # here"   # a comment
device: cuda:0
lr: 0.00001
text: 1e-5
big: 1_000
yes_: Yes
empty:
sources: head_camera,left_camera
camera_names:
- cam_high
- 'cam "left"'
domain:
    random: false
    deeper:
        list: [1, -2.5, a b, "c"]
    none: {}
last: x
`;
    const [read] = smallYaml([text]);
    expect(read).toEqual({
      policy_name: 'ACT',
      task_name: null,
      ckpt_setting: "policy/ACT/it's # here",
      device: 'cuda:0',
      lr: 1e-5,
      text: '1e-5',
      big: 1000,
      yes_: true,
      empty: null,
      sources: 'head_camera,left_camera',
      camera_names: ['cam_high', 'cam "left"'],
      domain: { random: false, deeper: { list: [1, -2.5, 'a b', 'c'] }, none: {} },
      last: 'x',
    });
  });

  test('are refused where it is not so simple', () => {
    const texts = ['a: |\n  text', 'a: &b 1', 'a: b\n   c', 'a: 2024-01-01', 'a: 010', 'a:\n- b: 1', 'a: {b: 1}'];
    for (const read of smallYaml([...texts, 'a: "\\n"', 'on: 1', 'a: 1\n---\nb: 2'])) {
      expect(read).toContain('cannot be read without PyYAML');
    }
  });
});
