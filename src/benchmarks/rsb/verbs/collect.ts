import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type CollectOrder,
  SextantError,
  type ShardChoice,
  type Verb,
  type VerbTools,
} from '../../../contracts/index.ts';
import { plural } from '../../../util/index.ts';
import { suites } from '../suites.ts';
import type { TaskConfig } from '../task-config.ts';
import { type Telling, tellings } from '../telling.ts';
import { worldVersion } from '../version.ts';
import { findTaskConfig } from './config.ts';
import { shardSuffix } from './merge.ts';
import { perturbOf } from './perturb.ts';

export type CollectFlags = {
  config?: string;
  episodes?: string;
  episode_start?: number;
  episode_end?: number;
  output_setting?: string;
  skip_instructions?: true;
  instructions?: Telling;
  perturb?: string | true;
  data_type?: string[];
  save_freq?: number;
  pcd_down_sample_num?: number;
  shard?: string;
  takeOver?: true;
  workers: number;
  source?: string;
  rgbOrder: CollectOrder['about']['rgbOrder'];
  out?: string;
  json?: true;
};

/** Of the authors' videos. */
export const FPS = 30;
/** Physics steps between two frames, unless it says otherwise. */
const SAVE_FREQ = 15;
const POINTS = 1024;
export const SIZE = { width: 320, height: 240 };
export const CAMERAS = ['head_camera', 'front_camera'];
export const WRISTS = ['left_camera', 'right_camera'];
/** What can be recorded beside pictures, joints and hands, by the names that the authors' configurations have for it. */
const dataTypes = ['third_view', 'depth', 'pointcloud', 'mesh_segmentation', 'actor_segmentation'];

export const collect: Verb<CollectFlags> = {
  name: 'collect',
  about: 'Records the expert as demonstrations, in the authors’ format. Run again, it continues.',
  examples: [
    'sextant rsb collect rsb-math-4 --episodes 0..50',
    'sextant rsb collect rsb_general --config rsb_general_train_2500 --episode_start 0 --episode_end 625 --output_setting shard0',
    'sextant rsb collect rsb_math --config task_config/mine.yml',
    'sextant rsb collect rsb-math-4 --episodes 0..5000 --output_setting many --shard 3/8',
    'sextant rsb collect rsb-math-4 --episodes 0..50 --instructions direct --perturb --output_setting disturbed',
  ],
  arguments: [{ name: '<suite>', about: 'a suite, or the authors’ name of a task' }],
  options: [
    {
      flags: '--config <name>',
      about: 'one of the authors’ configurations, or a file of theirs or yours (.yml); by default the one for training',
    },
    { flags: '--episodes <a..b>', about: 'from a to before b; by default all of the configuration' },
    { flags: '--episode_start <n>', about: 'the same in two options', wholeFrom: 0 },
    { flags: '--episode_end <n>', about: 'the same in two options', wholeFrom: 1 },
    {
      flags: '--shard <i/n>',
      about:
        'only this part of the episodes, in a folder of its own; auto/n in an array job; `merge` puts them together',
    },
    { flags: '--take-over', about: 'take the lock over that a process of another machine left behind' },
    { flags: '--output_setting <name>', about: 'the folder’s name; by default the configuration’s' },
    { flags: '--skip_instructions', about: 'write no instructions' },
    {
      flags: '--instructions <kind>',
      about: 'what they say: the question, the answer (named), or the block itself (direct)',
      choices: tellings,
      default: 'question',
    },
    {
      flags: '--perturb [what]',
      about: 'disturb the expert: start=0.1+push=1+nudge=1, or some of them; it goes on from where it is',
    },
    {
      flags: '--data_type <kind...>',
      about: 'record these too, beside pictures, joints and hands',
      choices: dataTypes,
    },
    {
      flags: '--save_freq <n>',
      about: `physics steps between two frames; ${SAVE_FREQ} unless the file says`,
      wholeFrom: 1,
    },
    {
      flags: '--pcd_down_sample_num <n>',
      about: `points of a point cloud; ${POINTS} unless the file says`,
      wholeFrom: 1,
    },
    {
      flags: '--workers <n>',
      about: 'threads; as many as there are cores',
      wholeFrom: 1,
      default: availableParallelism(),
    },
    { flags: '--source <path>', about: 'where questions come from, for suites that need files' },
    {
      flags: '--rgb-order <order>',
      about: 'of the pictures in HDF5: as cv2 readers of the authors’ files expect, or standard',
      choices: ['upstream', 'standard'],
      default: 'upstream',
    },
    { flags: '--out <dir>', about: 'where <task>/<setting> goes; data unless the file says' },
  ],
  async run([suite = ''], flags, tools) {
    const { dir, whole } = await collectOne(suite, flags, tools);
    if (whole) return;
    tools.say(`stopped; what is recorded stays in ${dir}. Run the same command again to continue.`);
    process.exitCode = 130;
  },
};

/** Records a range of episodes into its folder. */
export async function collectOne(name: string, flags: CollectFlags, tools: VerbTools) {
  const { say } = tools;
  const benchmark = tools.findBenchmark(name);
  const suite = suites.find(({ id }) => id === benchmark.id);
  if (!suite) throw new SextantError('bad_argument', `${name} is not a robot suite`);
  const { name: configName, implied, file, config } = findTaskConfig(flags.config ?? suite.trainConfig, benchmark);
  if (file !== undefined) say(`collecting as ${file} says`);
  const [from, to] = rangeOf(flags, config?.episodes ?? Number(implied.episodes ?? suite.trainQuestions));
  const split = implied.split ?? 'train';
  const randomise = config?.randomise ?? '';
  const args = { ...benchmark.args, split, episodes: String(to), instructions: 'seen', randomise };
  const data = await tools.findData(benchmark, flags.source);
  const { sha256 } = await benchmark.load({
    args: { ...args, episodes: '1' },
    ...(data === undefined ? {} : { dir: data }),
  });
  const shard = flags.shard === undefined ? undefined : tools.shardChoice(flags.shard);
  const own = shard ? partOf([from, to], shard) : { from, to };
  const setting = `${flags.output_setting ?? configName}${shard ? shardSuffix(shard) : ''}`;
  const dir = join(flags.out ?? config?.out ?? 'data', suite.taskName, setting);
  const recording = recordingOf(flags, config);
  const progress = tools.openProgress();
  const interrupts = tools.watchInterrupts('the episodes under way');
  try {
    const result = await tools.collect({
      benchmark,
      args,
      ...(data === undefined ? {} : { data }),
      threads: flags.workers,
      dir,
      ...own,
      takeOver: flags.takeOver === true,
      stop: interrupts.stop,
      about: {
        task: suite.taskName,
        setting,
        robot: 'aloha-agilex',
        world: worldVersion,
        fps: FPS,
        rgbOrder: flags.rgbOrder,
        made: { split, questions: sha256, ...recordedAs(recording) },
      },
      recording,
      onEpisode: (state) => progress.update(state),
    });
    progress.done();
    if (flags.json) tools.printJson({ folder: dir, ...own, ...result });
    const failed = recording.perturb ? [`${plural(result.failed, 'disturbance')} given up`] : [];
    const told = [`${plural(result.recorded, 'episode')} recorded`, `${plural(result.rejected, 'table')} refused`];
    say(`${[...told, ...failed].join(', ')}: ${dir}`);
    return { dir, ...result };
  } finally {
    progress.done();
    interrupts.release();
  }
}

/** As many episodes as the others, or one more. @example partOf([0, 10], { index: 2, count: 3 }) // { from: 3, to: 6 } */
function partOf([from, to]: [number, number], { index, count }: ShardChoice): { from: number; to: number } {
  const begin = (shard: number) => from + Math.floor(((to - from) * shard) / count);
  if (to - from >= count) return { from: begin(index - 1), to: begin(index) };
  throw new SextantError('bad_argument', `${plural(to - from, 'episode')} cannot be divided into ${count} shards`, {
    where: '--shard',
  });
}

/** Options win over the file; what both ask to record is recorded. */
function recordingOf(flags: CollectFlags, config?: TaskConfig) {
  const kinds = [...(flags.data_type ?? []), ...(config?.dataTypes ?? [])];
  const has = (kind: string) => kinds.includes(kind);
  const every = flags.save_freq ?? config?.saveFreq ?? SAVE_FREQ;
  return {
    every,
    size: SIZE,
    instructions: flags.skip_instructions !== true,
    ...(flags.instructions === undefined || flags.instructions === 'question' ? {} : { telling: flags.instructions }),
    ...(flags.perturb === undefined ? {} : { perturb: perturbOf(flags.perturb) }),
    ...(config?.language === undefined ? {} : { language: config.language }),
    cameras: [
      ...CAMERAS,
      ...(config?.hasWristCameras === false ? [] : WRISTS),
      ...(has('third_view') ? ['observer_camera'] : []),
    ],
    ...(has('depth') || has('pointcloud') ? { depth: true as const } : {}),
    ...(has('actor_segmentation') ? { segmentation: true as const } : {}),
    ...(has('mesh_segmentation') ? { shapes: true as const } : {}),
    ...(has('pointcloud')
      ? { points: flags.pcd_down_sample_num ?? config?.points ?? POINTS, dropDepth: !has('depth') }
      : {}),
  };
}

/** What shards must have in common. */
function recordedAs({ instructions: _, language: __, ...recording }: ReturnType<typeof recordingOf>) {
  return { recording };
}

/** `a..b`, or two options; without a beginning from 0. */
export function rangeOf(
  { episodes, episode_start, episode_end }: Pick<CollectFlags, 'episodes' | 'episode_start' | 'episode_end'>,
  all = Number.NaN,
): [number, number] {
  const [from = episode_start ?? 0, to = episode_end ?? all] = episodes?.split('..').map(Number) ?? [];
  if (Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from < to) return [from, to];
  throw new SextantError('bad_argument', `${episodes ?? `${from}..${to}`} is no range of episodes`, {
    where: '--episodes',
    fix: 'write for example 0..50: from 0 to before 50',
  });
}
