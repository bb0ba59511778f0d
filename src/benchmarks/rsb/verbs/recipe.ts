import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Verb } from '../../../contracts/index.ts';
import { mergeShards } from '../../../demonstrations/index.ts';
import { collectOne } from './collect.ts';
import { reuseOne } from './reuse.ts';

interface Recipe {
  task: string;
  config: string;
  episodes: number;
  /** The setting that reuse makes of it. */
  reusedAs?: string;
}

/** What the authors' convenience scripts make, each under its own short name. */
const recipes: Readonly<Record<string, Recipe>> = {
  'hardmath-10': { task: 'rsb_hardmath_10blocks', config: 'rsb_hardmath_10blocks_train_7473', episodes: 7473 },
  'general-10k': {
    task: 'rsb_general',
    config: 'rsb_general_train_2500',
    episodes: 2500,
    reusedAs: 'rsb_general_train_10k',
  },
  'general-10-10k': {
    task: 'rsb_general_10blocks',
    config: 'rsb_general_10blocks_train_2500',
    episodes: 2500,
    reusedAs: 'rsb_general_10blocks_train_10k',
  },
  'general-test': { task: 'rsb_general', config: 'rsb_general_test_500', episodes: 500 },
  'general-10-test': { task: 'rsb_general_10blocks', config: 'rsb_general_10blocks_test_500', episodes: 500 },
};

type Flags = {
  shards: number;
  workers: number;
  episodes?: number;
  source?: string;
  out: string;
};

export const recipe: Verb<Flags> = {
  name: 'recipe',
  about: 'What the authors’ scripts do in one command: collect in shards, merge, and reuse. Run again, it continues.',
  examples: ['sextant rsb recipe general-10k --source mmlu'],
  arguments: [{ name: '<name>', choices: Object.keys(recipes) }],
  options: [
    { flags: '--shards <n>', about: 'into how many parts', wholeFrom: 1, default: 4 },
    {
      flags: '--workers <n>',
      about: 'threads; as many as there are cores',
      wholeFrom: 1,
      default: availableParallelism(),
    },
    { flags: '--episodes <n>', about: 'fewer than the recipe says, to try it', wholeFrom: 1 },
    { flags: '--source <path>', about: 'where questions come from' },
    { flags: '--out <dir>', about: 'where data/<task>/<setting> begins', default: 'data' },
  ],
  async run([name = ''], flags, tools) {
    const made = recipes[name];
    if (!made) return;
    const { task, config, reusedAs } = made;
    const episodes = flags.episodes ?? made.episodes;
    const { out, workers, source } = flags;
    const files = source === undefined ? {} : { source };
    const target = join(out, task, config);
    if (!existsSync(target)) {
      const folders: string[] = [];
      for (const { from, to, setting } of shardsOf(config, episodes, flags.shards)) {
        const range = { config, episode_start: from, episode_end: to, output_setting: setting };
        const shard = await collectOne(task, { ...range, ...files, workers, out, rgbOrder: 'upstream' }, tools);
        if (!shard.whole) {
          tools.say('stopped; run the same command again to continue');
          process.exitCode = 130;
          return;
        }
        folders.push(shard.dir);
      }
      const merged = await mergeShards(target, folders);
      tools.say(`${merged.episodes} episodes in ${target}`);
    }
    if (reusedAs === undefined || existsSync(join(out, task, reusedAs))) return;
    await reuseOne(
      { task_name: task, source_setting: config, target_setting: reusedAs, copies: 4, out, ...files },
      tools,
    );
  },
};

/** As equal as can be, in order. */
function shardsOf(config: string, episodes: number, count: number) {
  const edge = (shard: number) => Math.round((episodes * shard) / count);
  return Array.from({ length: Math.min(count, episodes) }, (_, shard) => ({
    from: edge(shard),
    to: edge(shard + 1),
    setting: `${config}_shard${shard}`,
  })).filter(({ from, to }) => from < to);
}
