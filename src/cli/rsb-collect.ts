import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { rsbTools, type TaskConfig } from '../benchmarks/index.ts';
import { SextantError } from '../contracts/index.ts';
import type { RgbOrder, SetAbout } from '../demonstrations/index.ts';
import { collect, findBenchmark, findData, Stage } from '../engine/index.ts';
import { plural } from '../util/index.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { findTaskConfig } from './rsb-config.ts';
import { openProgress } from './show.ts';
import { verb, whole } from './verb.ts';

export interface CollectFlags {
  config?: string;
  episodes?: string;
  episode_start?: number;
  episode_end?: number;
  output_setting?: string;
  skip_instructions?: true;
  data_type?: string[];
  save_freq?: number;
  pcd_down_sample_num?: number;
  workers: number;
  source?: string;
  rgbOrder: RgbOrder;
  out?: string;
  json?: true;
}

/** Of the authors' videos. */
const FPS = 30;
/** Physics steps between two frames, unless it says otherwise. */
const SAVE_FREQ = 15;
const POINTS = 1024;
const CAMERAS = ['head_camera', 'front_camera'];
const WRISTS = ['left_camera', 'right_camera'];
/** What can be recorded beside pictures, joints and hands, by the names that the authors' configurations have for it. */
const dataTypes = ['third_view', 'depth', 'pointcloud', 'mesh_segmentation', 'actor_segmentation'];

export function collectVerb(): Command {
  return verb('collect', 'Records the expert as demonstrations, in the authors’ format. Again: continues.', [
    'sextant rsb collect rsb-math-4 --episodes 0..50',
    'sextant rsb collect rsb_general --config rsb_general_train_2500 --episode_start 0 --episode_end 625 --output_setting shard0',
    'sextant rsb collect rsb_math --config task_config/mine.yml',
  ])
    .argument('<suite>', 'a suite, or the authors’ name of a task')
    .option(
      '--config <name>',
      'one of the authors’ configurations, or a file of theirs or yours (.yml); by default the one for training',
    )
    .option('--episodes <a..b>', 'from a to before b; by default all of the configuration')
    .option('--episode_start <n>', 'the same in two options', whole(0))
    .option('--episode_end <n>', 'the same in two options', whole(1))
    .option('--output_setting <name>', 'the folder’s name; by default the configuration’s')
    .option('--skip_instructions', 'write no instructions')
    .addOption(
      new Option('--data_type <kind...>', 'record these too, beside pictures, joints and hands').choices(dataTypes),
    )
    .option('--save_freq <n>', `physics steps between two frames; ${SAVE_FREQ} unless the file says`, whole(1))
    .option('--pcd_down_sample_num <n>', `points of a point cloud; ${POINTS} unless the file says`, whole(1))
    .option('--workers <n>', 'threads; as many as there are cores', whole(1), availableParallelism())
    .option('--source <path>', 'where questions come from, for suites that need files')
    .addOption(
      new Option(
        '--rgb-order <order>',
        'of the pictures in HDF5: as cv2 readers of the authors’ files expect, or standard',
      )
        .choices(['upstream', 'standard'])
        .default('upstream'),
    )
    .option('--out <dir>', 'where <task>/<setting> goes; data unless the file says')
    .action(async (suite: string, flags: CollectFlags) => {
      const { dir, whole: isWhole } = await collectOne(suite, flags);
      if (!isWhole) {
        say(`stopped; what is recorded stays in ${dir}. Run the same command again to continue.`);
        process.exitCode = 130;
      }
    });
}

/** Records a range of episodes into its folder. */
export async function collectOne(name: string, flags: CollectFlags) {
  const rsb = await rsbTools();
  const { benchmark } = findBenchmark(name);
  const suite = rsb.suites.find(({ id }) => id === benchmark.id);
  if (!suite) throw new SextantError('bad_argument', `${name} is no robot suite`);
  const {
    name: configName,
    implied,
    file,
    config,
  } = await findTaskConfig(flags.config ?? suite.trainConfig, benchmark);
  if (file !== undefined) say(`collecting as ${file} says`);
  const [from, to] = rangeOf(flags, config?.episodes ?? Number(implied.episodes ?? suite.trainQuestions));
  const split = implied.split ?? 'train';
  const randomise = config?.randomise ?? '';
  const args = { ...benchmark.args, split, episodes: String(to), instructions: 'seen', randomise };
  const found = await findData(benchmark, flags.source);
  const files = found === undefined ? {} : { dir: found };
  const { sha256 } = await benchmark.load({ args: { ...args, episodes: '1' }, ...files });
  const setting = flags.output_setting ?? configName;
  const dir = join(flags.out ?? config?.out ?? 'data', suite.taskName, setting);
  const recording = recordingOf(flags, config);
  const stage = new Stage({ benchmark: benchmark.id, args, cwd: process.cwd(), ...files }, flags.workers);
  const progress = openProgress();
  const interrupts = watchInterrupts('the episodes under way');
  try {
    const result = await collect({
      stage,
      threads: flags.workers,
      dir,
      from,
      to,
      stop: interrupts.stop,
      about: {
        format: 'sextant-robotwin-1',
        task: suite.taskName,
        setting,
        robot: 'aloha-agilex',
        world: rsb.worldVersion,
        fps: FPS,
        rgbOrder: flags.rgbOrder,
        made: { split, questions: sha256, ...recordedAs(recording) },
      },
      recording,
      onEpisode: ({ done, total }) => progress.update({ done, total, outcomes: {} }),
    });
    progress.done();
    if (flags.json) printJson({ folder: dir, from, to, ...result });
    say(`${plural(result.recorded, 'episode')} recorded, ${plural(result.rejected, 'table')} refused: ${dir}`);
    return { dir, ...result };
  } finally {
    progress.done();
    interrupts.release();
    await stage.close();
  }
}

/** Options win over the file; what both ask to record is recorded. */
function recordingOf(flags: CollectFlags, config?: TaskConfig) {
  const kinds = [...(flags.data_type ?? []), ...(config?.dataTypes ?? [])];
  const has = (kind: string) => kinds.includes(kind);
  const every = flags.save_freq ?? config?.saveFreq ?? SAVE_FREQ;
  return {
    every,
    size: { width: 320, height: 240 },
    instructions: flags.skip_instructions !== true,
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
function recordedAs({ instructions: _, language: __, ...recording }: ReturnType<typeof recordingOf>): SetAbout['made'] {
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
