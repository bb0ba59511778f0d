import type { Published } from '../../contracts/index.ts';

const readme = 'MMSI-Bench README, leaderboard (github.com/OpenRobotLab/MMSI-Bench)';

/** Rows of the authors' leaderboard: the model as printed, its average, and ids of ours that mean the same. */
const leaderboard: [model: string, percent: number, ...aliases: string[]][] = [
  ['Human Level', 97.2],
  ['Gemini-3-pro', 49.2, 'gemini/gemini-3-pro', 'gemini/gemini-3-pro-preview'],
  ['SenseNova-SI-1.2-InternVL3-8B', 42.6],
  ['GPT-5', 41.9, 'openai/gpt-5'],
  ['o3', 41.0, 'openai/o3'],
  ['GPT-4.5', 40.3, 'openai/gpt-4.5-preview'],
  ['SenseNova-SI-1.1-Qwen3-VL-8B', 38.1],
  ['Gemini-2.5-Pro--Thinking', 37.0],
  ['Gemini-2.5-Pro', 36.9, 'gemini/gemini-2.5-pro'],
  ['SenseNova-SI-1.1-BAGEL-7B-MoT', 34.5],
  ['Doubao-1.5-pro', 33.0],
  ['SenseNova-SI-1.1-Qwen2.5-VL-7B', 32.8],
  ['GPT-4.1', 30.9, 'openai/gpt-4.1'],
  ['SenseNova-SI-1.1-Qwen2.5-VL-3B', 30.8],
  ['Qwen2.5-VL-72B', 30.7, 'Qwen/Qwen2.5-VL-72B-Instruct'],
  ['NVILA-15B', 30.5],
  ['GPT-4o', 30.3, 'openai/gpt-4o'],
  ['Claude-3.7-Sonnet--Thinking', 30.2],
  ['Seed1.5-VL', 29.7],
  ['InternVL2.5-2B', 29.0, 'OpenGVLab/InternVL2_5-2B'],
  ['InternVL2.5-8B', 28.7, 'OpenGVLab/InternVL2_5-8B'],
  ['DeepSeek-VL2-Small', 28.6, 'deepseek-ai/deepseek-vl2-small'],
  ['InternVL3-78B', 28.5, 'OpenGVLab/InternVL3-78B'],
  ['InternVL2.5-78B', 28.5, 'OpenGVLab/InternVL2_5-78B'],
  ['LLaVA-OneVision-72B', 28.4],
  ['NVILA-8B', 28.1],
  ['InternVL2.5-26B', 28.0, 'OpenGVLab/InternVL2_5-26B'],
  ['DeepSeek-VL2', 27.1, 'deepseek-ai/deepseek-vl2'],
  ['InternVL3-1B', 27.0, 'OpenGVLab/InternVL3-1B'],
  ['InternVL3-9B', 26.7, 'OpenGVLab/InternVL3-9B'],
  ['Qwen2.5-VL-3B', 26.5, 'Qwen/Qwen2.5-VL-3B-Instruct'],
  ['InternVL2.5-4B', 26.3, 'OpenGVLab/InternVL2_5-4B'],
  ['InternVL2.5-1B', 26.1, 'OpenGVLab/InternVL2_5-1B'],
  ['Qwen2.5-VL-7B', 25.9, 'Qwen/Qwen2.5-VL-7B-Instruct'],
  ['InternVL3-8B', 25.7, 'OpenGVLab/InternVL3-8B'],
  ['Llama-3.2-11B-Vision', 25.4, 'meta-llama/Llama-3.2-11B-Vision-Instruct'],
  ['InternVL3-2B', 25.3, 'OpenGVLab/InternVL3-2B'],
  ['Random Guessing', 25.0],
  ['LLaVA-OneVision-7B', 24.5],
  ['DeepSeek-VL2-Tiny', 24.0, 'deepseek-ai/deepseek-vl2-tiny'],
  ['Blind GPT-4o', 22.7],
];

/** Rows that are no answers to the prompt. */
const withoutProtocol = new Set(['Human Level', 'Random Guessing', 'Blind GPT-4o']);

/** What else the authors say about a row. */
const notes: Readonly<Record<string, string>> = {
  'GPT-5': 'an older version of the README has 37.2',
  'Claude-3.7-Sonnet--Thinking': 'a comment in the authors’ code says that a language model read the answers',
  'Llama-3.2-11B-Vision': 'a comment in the authors’ code says that a language model read the answers',
  'Blind GPT-4o': 'without the pictures',
};

/** EASI's check of its two backends against the authors. */
const verification: [model: string, vlmevalkit: number, lmms: number, alias: string][] = [
  ['Qwen2.5-VL-3B', 28.6, 29.3, 'Qwen/Qwen2.5-VL-3B-Instruct'],
  ['Qwen2.5-VL-7B', 26.8, 27.8, 'Qwen/Qwen2.5-VL-7B-Instruct'],
  ['InternVL3-2B', 26.5, 25.9, 'OpenGVLab/InternVL3-2B'],
  ['InternVL3-8B', 28.0, 26.4, 'OpenGVLab/InternVL3-8B'],
];

/** Told by reports that do not say how they asked. */
const reports: Readonly<Record<string, [model: string, percent: number][]>> = {
  'HY-Embodied report': [
    ['HY-Embodied MoT-2B', 33.2],
    ['HY-Embodied A32B', 39.2],
    ['Qwen3-VL-2B', 23.6],
    ['Qwen3-VL-4B', 25.1],
    ['RoboBrain2.5-4B', 20.5],
    ['MiMo-Embodied', 31.9],
    ['Kimi-K2.5', 36.5],
    ['Seed-2.0', 47.6],
    ['Qwen3.5-A17B', 43.8],
    ['Gemini-3.0-Pro', 48.0],
  ],
  'Vesta report': [
    ['Vesta', 40.8],
    ['RynnBrain-8B', 39.6],
    ['RoboBrain2.5-8B', 29.4],
    ['Qwen3-VL-8B', 30.8],
  ],
  'SpatialClaw project page': [
    ['Gemma-4-31B without tools', 37.9],
    ['SpatialClaw (Gemma-4-31B)', 51.3],
  ],
  'S-Agent report': [
    ['S-Agent', 46.4],
    ['S-Agent-8B', 41.6],
  ],
};

/** Every number on MMSI-Bench that we know somebody printed. */
export const published: readonly Published[] = [
  ...leaderboard.map(([model, percent, ...aliases]): Published => {
    const note = notes[model];
    return {
      model,
      ...(aliases.length > 0 && { aliases }),
      metric: 'accuracy',
      percent,
      source: readme,
      ...(!withoutProtocol.has(model) && { protocol: 'mmsi/official' }),
      ...(note !== undefined && { note }),
    };
  }),
  {
    model: 'Seed-VL 1.5',
    metric: 'Circular',
    percent: 20.3,
    source: 'MMSI-Bench README, news of 2025-06-28: OpenCompass spatial leaderboard',
    protocol: 'mmsi/vlmevalkit-circular',
    secondHand: true,
    note: 'made in June 2025, when VLMEvalKit read answers by can_infer v0',
  },
  ...verification.flatMap(([model, vlmevalkit, lmms, alias]): Published[] => {
    const shared = { model, aliases: [alias], metric: 'accuracy' };
    return [
      { ...shared, percent: vlmevalkit, source: 'EASI verification, VLMEvalKit backend', protocol: 'mmsi/easi' },
      { ...shared, percent: lmms, source: 'EASI verification, lmms-eval backend', protocol: 'mmsi/lmms' },
    ];
  }),
  ...Object.entries(reports).flatMap(([source, rows]) =>
    rows.map(([model, percent]): Published => ({ model, metric: 'accuracy', percent, source, secondHand: true })),
  ),
];
