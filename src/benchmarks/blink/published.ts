import type { Published } from '../../contracts/index.ts';

/** The authors' table: the model as printed, its number on `val`, and the name of its file among their saved predictions. */
export const readmeTable: readonly [model: string, percent: number, file: string | null][] = [
  ['Human', 95.7, null],
  ['GPT-4o', 60.0, 'GPT4o'],
  ['GPT-4 Turbo', 54.6, 'GPT4Turbo'],
  ['GPT-4 (vision preview)', 51.1, 'GPT4V'],
  ['Gemini Pro 1.0', 45.2, 'GeminiProVision'],
  ['LLaVA-1.6-34B', 46.8, 'llava-v1.6-34b'],
  ['Claude 3 Opus', 44.1, 'OPUS'],
  ['Yi-VL-34B', 41.7, 'Yi_VL_34B'],
  ['Qwen-VL-MAX', 40.3, 'QwenVLMax'],
  ['LLaVA-v1.5-13B-xtuner', 42.0, 'llava-v1.5-13b-xtuner'],
  ['Yi-VL-6B', 38.7, 'Yi_VL_6B'],
  ['LLaVA-v1.5-7B-xtuner', 39.4, 'llava-v1.5-7b-xtuner'],
  ['LLaVA-1.5-13B', 42.7, 'llava_v1.5_13b'],
  ['InstructBLIP-13B', 42.2, 'instructblip_13b'],
  ['CogVLM', 41.5, 'cogvlm-chat'],
  ['InstructBLIP-7B', 39.7, 'instructblip_7b'],
  ['OpenFlamingo2-9B', 39.2, 'flamingov2'],
  ['Random Choice', 38.1, null],
  ['LLaVA-1.5-7B', 37.1, 'llava_v1.5_7b'],
  ['LLaVA-internLM2-7B', 37.7, 'llava-internlm2-7b'],
  ['MiniGPT-4-v2-7B', 34.2, 'MiniGPT-4-v2'],
];

const source = 'BLINK README, mini-leaderboard, column Val (github.com/zeyofu/BLINK_Benchmark, 2d6a779)';

export const leaderboard: readonly Published[] = readmeTable.map(([model, percent, file]) => ({
  model,
  metric: 'mean over subtasks',
  percent,
  source,
  ...(file !== null && { aliases: [file], note: 'read with the help of GPT-3.5' }),
}));
