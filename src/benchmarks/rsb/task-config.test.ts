import { expect, test } from 'vitest';
import { parseTaskConfig } from './task-config.ts';

const read = (...lines: string[]) => parseTaskConfig(lines.join('\n'), 'task_config/mine.yml');

/** All keys of the authors' schema, with values that can be done. */
const whole = [
  ...['# ours', 'render_freq: 0', 'episode_num: 12', 'use_seed: no', 'save_freq: 30'],
  ...['embodiment:', '- aloha-agilex', 'language_num: 5', 'domain_randomization:'],
  ...['  random_background: true', '  cluttered_table: on', '  clean_background_rate: 0.02'],
  ...['  random_head_camera_dis: 0', '  random_table_height: 0.05', '  random_light: true # coloured'],
  ...['  crazy_random_light_rate: 0.02', 'camera:', '  head_camera_type: D435', '  wrist_camera_type: D435'],
  ...['  collect_head_camera: true', '  collect_wrist_camera: false', 'data_type:', '  rgb: true'],
  ...['  third_view: false', '  depth: true', '  pointcloud: true', '  observer: false', '  endpose: true'],
  ...['  qpos: true', '  mesh_segmentation: false', '  actor_segmentation: true'],
  ...['pcd_down_sample_num: 512', 'pcd_crop: true', 'save_path: ./elsewhere', 'clear_cache_freq: 5'],
  ...['collect_data: true', 'eval_video_log: true', ''],
];

test('every key of the authors’ files is understood', () => {
  expect(read(...whole)).toEqual({
    episodes: 12,
    saveFreq: 30,
    language: 5,
    points: 512,
    out: './elsewhere',
    dataTypes: ['depth', 'pointcloud', 'actor_segmentation'],
    hasWristCameras: false,
    randomise: 'table-height=0.05+light+crazy-light=0.02+background+clean-background=0.02+clutter',
  });
});

test('what is missing is as in the authors’ plain preset', () => {
  expect(read('episode_num: 3')).toEqual({ episodes: 3, dataTypes: [], hasWristCameras: true, randomise: '' });
});

test.each([
  [
    'domain_randomization.crazy_random_light_rate',
    16,
    '  crazy_random_light_rate: 0.02',
    '  crazy_random_light_rate: 2',
  ],
  ['camera.head_camera_type', 18, '  head_camera_type: D435', '  head_camera_type: L515'],
  ['camera.collect_head_camera', 20, '  collect_head_camera: true', '  collect_head_camera: false'],
  ['data_type.rgb', 23, '  rgb: true', '  rgb: false'],
  ['data_type.observer', 27, '  observer: false', '  observer: true'],
  ['data_type.odour', 25, '  depth: true', '  odour: true'],
  ['pcd_crop', 33, 'pcd_crop: true', 'pcd_crop: false'],
  ['use_seed', 4, 'use_seed: no', 'use_seed: yes'],
  ['embodiment', 6, '- aloha-agilex', '- franka-panda'],
  ['collect_data', 36, 'collect_data: true', 'collect_data: false'],
  ['episode_num', 3, 'episode_num: 12', 'episode_num: many'],
  ['__proto__', 2, 'render_freq: 0', '__proto__: 0'],
])('%s that cannot be done is refused, with its line', (key, line, before, after) => {
  expect(() => read(...whole.map((text) => (text === before ? after : text)))).toThrow(
    expect.objectContaining({
      code: 'bad_config',
      where: `task_config/mine.yml:${line}`,
      message: expect.stringMatching(new RegExp(`^${key}: .`)),
    }),
  );
});

test('what is no YAML, or no list of names, is refused', () => {
  const bad = { code: 'bad_config', where: 'task_config/mine.yml:2' };
  expect(() => read('a: 1', 'b: [1')).toThrow(expect.objectContaining(bad));
  expect(() => read('- 1')).toThrow('not a list of');
});

test('aliases in aliases are refused by name and line, not unfolded to a billion values', () => {
  const unfolding = [...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`)}]`);
  expect(() => read('a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]', ...unfolding)).toThrow(
    expect.objectContaining({
      code: 'bad_config',
      where: 'task_config/mine.yml:2',
      message: 'b: aliases are not read',
    }),
  );
});
