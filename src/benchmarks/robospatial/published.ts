import type { Published } from '../../contracts/index.ts';
import { easiVerified } from '../qa/published.ts';

/** 123 of configuration, 105 of compatibility and 122 of context, as the hub's page counts them. */
export const QUESTIONS = 350;

/** The authors' table: configuration, compatibility, context, total; null where it has a dash. */
const rows: readonly [model: string, number | null, number | null, number | null, total: number, note?: string][] = [
  ['GPT-4o', 74.0, 55.2, 6.6, 45.3],
  ['Gemini 1.5 ER', null, null, 79.3, 47.2],
  ['Gemini 2.5 Pro', null, null, 8.3, 50.3],
  ['GPT-5-mini', null, null, 12.5, 51.3],
  ['Gemini 2.5 Flash', null, null, 7.9, 51.6],
  ['GPT-5', null, null, 19.0, 52.5],
  ['RoboPoint-13B', 69.9, 70.5, 19.7, 47.3, 'the three categories beside it have the mean 53.4'],
  ['Qwen3-VL 2B Instruct', null, null, null, 49.1],
  ['RoboBrain2.0-7B', null, null, 44.35, 54.5],
  ['RoboRefer-8B-SFT', null, null, 61.48, 59.4],
  ['SpaceTools-3B', null, null, 52.46, 70.4],
  ['RoboBrain2.5-8B', null, null, null, 73.0],
  ['Qwen3-VL 235B-A22B Thinking', null, null, null, 73.9],
];

const source = 'RoboSpatial-Eval README, leaderboard (github.com/chanhee-luke/RoboSpatial-Eval, 19f04a5)';
const metric = 'mean over categories';

export const published: readonly Published[] = [
  ...rows.flatMap(([model, configuration, compatibility, context, total, note]): Published[] => [
    { model, metric, percent: total, source, ...(note !== undefined && { note }) },
    ...Object.entries({ configuration, compatibility, context }).flatMap(([key, percent]): Published[] =>
      percent === null ? [] : [{ model, metric, group: { by: 'category', key }, percent, source }],
    ),
  ]),
  ...easiVerified({ id: 'robospatial', metric: 'accuracy', vlmevalkit: 'robospatial/vlmevalkit' }, [
    ['Qwen3-VL-8B-Instruct', 'Qwen/Qwen3-VL-8B-Instruct', 66.9, null, 62.0, null, '66.9 is of the Qwen3-VL report'],
  ]),
];
