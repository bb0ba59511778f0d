import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import { z } from 'zod';
import { SextantError } from '../../contracts/index.ts';

/** What one of the authors' `task_config/*.yml` asks of a collection. */
export interface TaskConfig {
  episodes?: number;
  /** Physics steps between two frames. */
  saveFreq?: number;
  /** Instructions per episode and split. */
  language?: number;
  /** Where `<task>/<setting>` begins. */
  out?: string;
  /** What is recorded beside pictures, joints and hands. */
  dataTypes: string[];
  points?: number;
  hasWristCameras: boolean;
  /** The suites' argument of this name. */
  randomise: string;
}

const flag = z.boolean().default(false);
const count = z.number().int().min(1).exactOptional();
/** Metres. */
const distance = z.number().min(0).max(1).default(0);
const rate = z.number().min(0).max(1);
const always = (what: string) => z.literal(true, `${what} always recorded here`).default(true);
const camera = z.literal('D435', 'all cameras are of the type D435 here, 320×240').default('D435');
/** The screen, memory and evaluation: nothing that could change a recording. */
const meaningless = z.union([z.number(), z.boolean()]).exactOptional();

/** Every key of the authors' schema, and what can be done about it; defaults are those of their plain preset. */
const Keys = z.strictObject({
  render_freq: meaningless,
  clear_cache_freq: meaningless,
  eval_video_log: meaningless,
  episode_num: count,
  save_freq: count,
  language_num: count,
  pcd_down_sample_num: count,
  use_seed: z
    .literal(false, 'seeds follow from the numbers of episodes here; false gives the same each time')
    .default(false),
  collect_data: z.literal(true, 'tables are searched and recorded in one go here').default(true),
  save_path: z.string().min(1).exactOptional(),
  embodiment: z.tuple([z.literal('aloha-agilex')], 'the only robot here is [aloha-agilex]').exactOptional(),
  'domain_randomization.random_background': flag,
  'domain_randomization.cluttered_table': flag,
  'domain_randomization.clean_background_rate': rate.default(1),
  'domain_randomization.random_head_camera_dis': distance,
  'domain_randomization.random_table_height': distance,
  'domain_randomization.random_light': flag,
  'domain_randomization.crazy_random_light_rate': rate.default(0),
  'camera.head_camera_type': camera,
  'camera.wrist_camera_type': camera,
  'camera.collect_head_camera': always('the head camera, which videos show, is'),
  'camera.collect_wrist_camera': z.boolean().default(true),
  'data_type.rgb': always('pictures are'),
  'data_type.endpose': always('hands are'),
  'data_type.qpos': always('joints are'),
  'data_type.third_view': flag,
  'data_type.depth': flag,
  'data_type.pointcloud': flag,
  'data_type.mesh_segmentation': flag,
  'data_type.actor_segmentation': flag,
  'data_type.observer': z.literal(false, 'third_view is the observer’s camera here').default(false),
  pcd_crop: z.boolean().default(true),
});
type Keys = z.infer<typeof Keys>;

/** Reads such a file. What cannot be done is an error that names its line, never left out. */
export function parseTaskConfig(text: string, file: string): TaskConfig {
  const { values, lines } = flatten(text, file);
  const fail = (key: string, why: string, fix = 'change this line; docs/rsb.md says what is understood') =>
    new SextantError('bad_config', `${key}: ${why}`, { where: `${file}:${lines.get(key) ?? 1}`, fix });
  const { success, data: keys, error } = Keys.safeParse(values);
  if (!success) {
    const [issue] = error.issues;
    const isUnknown = issue?.code === 'unrecognized_keys';
    const key = String((isUnknown ? issue.keys[0] : issue?.path[0]) ?? '');
    throw fail(key, isUnknown ? 'there is no such setting' : (issue?.message ?? 'not understood'));
  }
  if (keys['data_type.pointcloud'] && !keys.pcd_crop)
    throw fail('pcd_crop', 'points are always cropped to what lies above the table', 'write true');
  return asConfig(keys);
}

function asConfig(keys: Keys): TaskConfig {
  const { episode_num, save_freq, language_num, pcd_down_sample_num, save_path } = keys;
  const kinds = ['third_view', 'depth', 'pointcloud', 'mesh_segmentation', 'actor_segmentation'] as const;
  return {
    ...(episode_num === undefined ? {} : { episodes: episode_num }),
    ...(save_freq === undefined ? {} : { saveFreq: save_freq }),
    ...(language_num === undefined ? {} : { language: language_num }),
    ...(pcd_down_sample_num === undefined ? {} : { points: pcd_down_sample_num }),
    ...(save_path === undefined ? {} : { out: save_path }),
    dataTypes: kinds.filter((kind) => keys[`data_type.${kind}`]),
    hasWristCameras: keys['camera.collect_wrist_camera'],
    randomise: randomiseOf(keys),
  };
}

function randomiseOf(keys: Keys): string {
  const height = keys['domain_randomization.random_table_height'];
  const shift = keys['domain_randomization.random_head_camera_dis'];
  const crazy = keys['domain_randomization.crazy_random_light_rate'];
  return [
    ...(height > 0 ? [`table-height=${height}`] : []),
    ...(shift > 0 ? [`head-camera=${shift}`] : []),
    ...(keys['domain_randomization.random_light'] ? ['light', ...(crazy > 0 ? [`crazy-light=${crazy}`] : [])] : []),
    ...(keys['domain_randomization.random_background']
      ? ['background', `clean-background=${keys['domain_randomization.clean_background_rate']}`]
      : []),
    ...(keys['domain_randomization.cluttered_table'] ? ['clutter'] : []),
  ].join('+');
}

/** Values by the path of their keys, and the line on which each stands. YAML as PyYAML reads it, where `yes` is true. */
function flatten(text: string, file: string): { values: Record<string, unknown>; lines: Map<string, number> } {
  const counter = new LineCounter();
  const document = parseDocument(text, { version: '1.1', lineCounter: counter });
  const [error] = document.errors;
  if (error) {
    const where = `${file}:${error.linePos?.[0].line ?? 1}`;
    throw new SextantError('bad_config', error.message.split('\n')[0] ?? 'no YAML', { where });
  }
  const values: [string, unknown][] = [];
  const lines = new Map<string, number>();
  // An alias takes no room in the file, and nested ones any amount in memory.
  const plain = (node: Node, name: string): unknown => {
    try {
      return node.toJS(document, { maxAliasCount: 0 });
    } catch (cause) {
      const [where, fix] = [`${file}:${lines.get(name) ?? 1}`, 'write the value itself instead of `*name`'];
      throw new SextantError('bad_config', `${name}: aliases are not read`, { where, fix, cause });
    }
  };
  const walk = (node: unknown, path: string) => {
    if (!isMap(node)) throw new SextantError('bad_config', 'this is not a list of `name: value`', { where: file });
    for (const { key, value } of node.items) {
      const name = `${path}${isScalar(key) ? String(key.value) : '?'}`;
      lines.set(name, counter.linePos(isScalar(key) ? (key.range?.[0] ?? 0) : 0).line);
      if (isMap(value)) walk(value, `${name}.`);
      else values.push([name, isNode(value) ? plain(value, name) : null]);
    }
  };
  walk(document.contents, '');
  return { values: Object.fromEntries(values), lines };
}
