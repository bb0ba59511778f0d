import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

test('demonstrations: parts, as of two machines, become one set with the bytes of an undivided one; reused, checked and exported', async () => {
  const cwd = newFolder();
  const rsb = (...args: string[]) =>
    sextant({ cwd, env: { SLURM_ARRAY_TASK_ID: '2' } }, 'rsb', ...args, '--json').then(({ code, json }) => ({
      code,
      said: json[0],
    }));
  const collect = (setting: string, ...shard: string[]) =>
    rsb(
      ...['collect', 'rsb_math', '--episodes', '0..2', '--workers', '1', '--save_freq', '200'],
      ...['--output_setting', setting, ...shard],
    );
  const merge = (target: string, ...shards: string[]) => rsb('merge', 'rsb_math', target, ...shards);
  const set = (name: string) => join(cwd, 'data/rsb_math', name);
  expect((await collect('many', '--shard', 'auto/2')).said).toMatchObject({ from: 1, to: 2, recorded: 1, whole: true });
  expect((await merge('many')).said).toMatchObject({
    code: 'parts_missing',
    message: 'shards are missing: many-shard-1-of-2',
  });
  const first = () => collect('many', '--shard', '1/2');
  expect((await first()).said).toMatchObject({ from: 0, to: 1, recorded: 1, whole: true });
  // The same command again finds everything done; without a file, that episode is recorded again.
  expect((await first()).said).toMatchObject({ recorded: 0, whole: true });
  rmSync(join(set('many-shard-1-of-2'), 'video/episode0.mp4'));
  expect((await first()).said).toMatchObject({ recorded: 1, whole: true });
  expect((await merge('many')).said).toMatchObject({ episodes: 2 });
  renameSync(set('many'), set('many-merged'));
  expect((await collect('many')).said).toMatchObject({ recorded: 2 });
  const filesOf = (dir: string) =>
    Object.fromEntries(
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((path) => [path.slice(dir.length), createHash('sha256').update(readFileSync(path)).digest('hex')]),
    );
  expect(filesOf(set('many-merged'))).toEqual(filesOf(set('many')));
  expect((await collect('few', '--shard', '1/3')).said).toMatchObject({
    code: 'bad_argument',
    message: '2 episodes cannot be divided into 3 shards',
  });

  // Parts that are named one by one, wherever they lie.
  mkdirSync(join(cwd, 'from-another-machine'));
  renameSync(set('many-shard-2-of-2'), join(cwd, 'from-another-machine/second'));
  const shards = ['many-shard-1-of-2', './from-another-machine/second'];
  expect((await merge('both', ...shards)).said).toMatchObject({ episodes: 2 });
  expect(readFileSync(join(set('both'), 'seed.txt'), 'utf8')).toBe('0 1 ');
  expect((await merge('both', ...shards)).code).not.toBe(0);
  expect((await merge('gap', ...shards.toReversed())).code).not.toBe(0);

  const reused = await rsb(
    ...['reuse', '--task_name', 'rsb_math', '--source_setting', 'both', '--target_setting', 'more', '--copies', '2'],
  );
  expect(reused.said).toMatchObject({ episodes: 4 });
  const scenes = JSON.parse(readFileSync(join(set('more'), 'scene_info.json'), 'utf8'));
  expect(scenes.episode_2.semantics.answer).toBe(scenes.episode_0.semantics.answer);
  expect(scenes.episode_2.semantics.question).not.toBe(scenes.episode_0.semantics.question);

  for (const name of ['both', 'more']) {
    const { said, code } = await rsb('check', `data/rsb_math/${name}`);
    expect(said.findings).toEqual([]);
    expect(code).toBe(0);
  }
  expect((await rsb('export', 'data/rsb_math/both', '--format', 'lerobot-v3', '--out', 'lerobot')).said).toMatchObject({
    episodes: 2,
  });
  expect((await rsb('check', 'lerobot')).code).toBe(0);
});

test('a disturbed expert is recorded with what was done to it, and told the block itself', async () => {
  const cwd = newFolder();
  const rsb = (...args: string[]) => sextant({ cwd }, 'rsb', ...args, '--json');
  const collected = await rsb(
    ...['collect', 'rsb_math', '--episodes', '0..1', '--workers', '1', '--save_freq', '125', '--output_setting', 'd'],
    ...['--perturb', 'start=0.1+push', '--instructions', 'direct'],
  );
  expect(collected.json[0]).toMatchObject({ recorded: 1, whole: true, failed: expect.any(Number) });
  const { episode_0: scene } = JSON.parse(readFileSync(join(cwd, 'data/rsb_math/d/scene_info.json'), 'utf8'));
  expect(scene.disturbances).toMatchObject([{ what: { kind: 'start' } }, { what: { kind: 'push' } }]);
  const { seen } = JSON.parse(readFileSync(join(cwd, 'data/rsb_math/d/instructions/episode0.json'), 'utf8'));
  expect(seen[0]).toContain(`block ${scene.semantics.answer}`);
  expect(seen[0]).not.toContain(scene.semantics.question);
  const checked = await rsb('check', 'data/rsb_math/d');
  expect(checked.json[0].findings).toEqual([]);
  await rsb('export', 'data/rsb_math/d', '--format', 'lerobot-v2.1', '--out', 'lerobot');
  const [line = ''] = readFileSync(join(cwd, 'lerobot/meta/episodes.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(line)).toMatchObject({ letter: scene.semantics.answer, question: scene.semantics.question });
  const info = JSON.parse(readFileSync(join(cwd, 'lerobot/meta/info.json'), 'utf8'));
  expect(info).toMatchObject({ fps: 30, true_fps: 2, features: { action_is_expert: { dtype: 'int64' } } });
  const again = ['collect', 'rsb_math', '--episodes', '0..1', '--save_freq', '125', '--output_setting', 'd'];
  expect((await rsb(...again)).json[0]).toMatchObject({ code: 'spec_differs' });
});

test('a run becomes demonstrations of what the expert would have done in it', async () => {
  const cwd = newFolder();
  const policy = ['--policy', 'policy/nearest', '--limit', '1', '--workers', '1', '--out', 'run'];
  await sextant({ cwd }, 'run', 'rsb-math-4:check=none', ...policy);
  const { json, stderr } = await sextant({ cwd }, 'rsb', 'relabel', 'run', '--out', 'lerobot', '--json');
  expect(json[0]).toMatchObject({ episodes: 1, skipped: 0 });
  expect(stderr).toContain('do not test on what was trained with them');
  expect((await sextant({ cwd }, 'rsb', 'check', 'lerobot')).code).toBe(0);
  expect(existsSync(join(cwd, 'lerobot.parts'))).toBe(false);
});

test('a configuration or range that is not there is refused', async () => {
  const cwd = newFolder();
  const { json } = await sextant({ cwd }, 'rsb', 'collect', 'rsb-math-4', '--config', 'rsb_maths', '--json');
  expect(json[0]).toMatchObject({ code: 'bad_argument', message: expect.stringContaining('no configuration') });
  const range = await sextant({ cwd }, 'rsb', 'collect', 'rsb-math-4', '--episodes', '5..2', '--json');
  expect(range.json[0]).toMatchObject({ code: 'bad_argument' });
});

test('a configuration as a file says what is recorded, and where', async () => {
  const cwd = newFolder();
  const lines = ['episode_num: 1', 'save_freq: 100', 'language_num: 3', 'save_path: ./sets'];
  const more = ['domain_randomization:', '  random_light: true', 'camera:', '  collect_wrist_camera: false'];
  const write = (name: string, ...text: string[]) => writeFileSync(join(cwd, 'task_config', name), text.join('\n'));
  mkdirSync(join(cwd, 'task_config'));
  write('mine.yml', ...lines, ...more);
  const collect = (config: string) => sextant({ cwd }, 'rsb', 'collect', 'rsb_math', '--config', config, '--json');
  expect((await collect('mine')).json[0]).toMatchObject({ folder: 'sets/rsb_math/mine', recorded: 1, whole: true });
  expect((await sextant({ cwd }, 'rsb', 'check', 'sets/rsb_math/mine')).code).toBe(0);
  const { seen, unseen } = JSON.parse(readFileSync(join(cwd, 'sets/rsb_math/mine/instructions/episode0.json'), 'utf8'));
  expect([seen.length, unseen.length]).toEqual([3, 3]);
  const about = JSON.parse(readFileSync(join(cwd, 'sets/rsb_math/mine/sextant-demos.json'), 'utf8'));
  expect(about.made.recording).toMatchObject({ every: 100, cameras: ['head_camera', 'front_camera'] });

  write('worse.yml', ...lines, ...more, 'data_type:', '  observer: true');
  expect((await collect('task_config/worse.yml')).json[0]).toMatchObject({
    code: 'bad_config',
    where: 'task_config/worse.yml:10',
    message: expect.stringContaining('data_type.observer'),
  });
});

test('a run becomes the authors’ result files', async () => {
  const cwd = newFolder();
  const policy = ['--policy', 'policy/expert', '--limit', '1', '--workers', '1', '--out', 'run'];
  await sextant({ cwd }, 'run', 'rsb-math-4:check=none', ...policy);
  const { json } = await sextant({ cwd }, 'rsb', 'results', 'run', '--out', '.', '--video', '--json');
  expect(json[0]).toMatchObject({ files: 2, videos: 1 });
  const result = readFileSync(join(cwd, json[0].folder, '_result.txt'), 'utf8');
  expect(result).toMatch(/Instruction Type: unseen\n\nTask Success Rate: 1.0\nGrasp Success Rate: 1.0\n$/);
  expect(json[0].folder).toMatch(/^eval_result\/rsb_math\/policy-expert\/rsb_math_train_500\/none\//);
  expect(
    readFileSync(join(cwd, json[0].folder, 'episode0.mp4'))
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');
});
