import type { Published } from '../../contracts/index.ts';

type SplitPercent = readonly [location: number, placement: number, unseen: number];

/** RoboRefer's paper: one protocol per family of models, as its script has them. */
const paper: readonly { model: string; percent: SplitPercent; protocol?: string; aliases?: string[]; note?: string }[] =
  [
    {
      model: 'Gemini-2.5-Pro',
      aliases: ['gemini-2.5-pro', 'google/gemini-2.5-pro'],
      percent: [46.96, 24.21, 27.14],
      protocol: 'refspatial/gemini',
    },
    { model: 'SpaceLLaVA', percent: [5.82, 4.31, 4.02], note: 'fine-tuned to point (RoboRefer issue 16)' },
    { model: 'RoboPoint', percent: [22.87, 9.27, 8.4], protocol: 'refspatial/roborefer' },
    { model: 'Molmo-7B', percent: [21.91, 12.85, 12.23], protocol: 'refspatial/molmo' },
    { model: 'Molmo-72B', percent: [45.77, 14.74, 21.24], protocol: 'refspatial/molmo' },
    { model: 'RoboRefer-2B-SFT', percent: [47.0, 48.0, 33.77], protocol: 'refspatial/roborefer', note: 'with depth' },
    { model: 'RoboRefer-8B-SFT', percent: [52.0, 53.0, 37.66], protocol: 'refspatial/roborefer', note: 'with depth' },
    { model: 'RoboRefer-2B-RFT', percent: [52.0, 54.0, 41.56], protocol: 'refspatial/roborefer', note: 'with depth' },
  ];

const rerun: readonly { model: string; percent: SplitPercent; note: string }[] = [
  { model: 'RoboRefer-2B-SFT', percent: [51.0, 49.0, 38.96], note: 'released weights, picture only' },
  { model: 'RoboRefer-2B-SFT', percent: [50.0, 51.0, 42.86], note: 'released weights, picture and depth' },
];

/** Models of which one number was printed, by who printed it. What it averages over differs: mostly location and placement. */
const single: readonly { source: string; secondHand?: true; protocol?: string; models: Record<string, number> }[] = [
  { source: 'Qwen3-VL technical report', models: { 'Qwen3-VL-8B': 54.2 } },
  {
    source: 'EASI, verification of RefSpatial_wo_unseen',
    protocol: 'refspatial/easi',
    models: { 'Qwen3-VL-8B': 56.5 },
  },
  {
    source: 'Qwen3.5 model card, from a copy',
    secondHand: true,
    models: {
      'Qwen3-VL-235B-A22B': 69.9,
      'Qwen3.5-122B-A10B': 69.3,
      'Qwen3.5-27B': 67.7,
      'Qwen3.5-35B-A3B': 63.5,
      'GPT-5-mini': 9.0,
      'Claude-Sonnet-4.5': 2.2,
    },
  },
  {
    source: 'third-party copies of model cards',
    secondHand: true,
    models: { 'Qwen3.6-35B-A3B': 64.3, 'Qwen3.6-27B': 70.0, 'Gemma-4-31B': 4.7, 'Perceptron Mk1': 72.4 },
  },
  {
    source: 'HY-Embodied-0.5 report, from a copy',
    secondHand: true,
    models: {
      'HY-Embodied-0.5 MoT-2B': 45.8,
      'HY-Embodied-0.5 A32B': 57.2,
      'Qwen3-VL-2B': 28.9,
      'Qwen3-VL-4B': 45.3,
      'RoboBrain2.5-4B': 56.0,
      'MiMo-Embodied-7B': 48.0,
      'Kimi-K2.5': 43.3,
      'Seed-2.0': 72.2,
      'Qwen3.5-A17B': 61.0,
      'Gemini-3.0-Pro': 33.2,
    },
  },
  {
    source: 'third-party reports',
    secondHand: true,
    models: { 'RynnBrain-2B': 52.7, 'RynnBrain-8B': 59.2, 'UnifoLM-ER-1-4B': 61.7, 'RoboBrain2.0-7B': 42.2 },
  },
];

/** Another measure: never to be compared with an accuracy. */
const microF1 = { 'Gemini-3.6-Flash': 76.4, 'GPT-6-Astra': 78.0, 'Claude-Opus-5': 56.3, 'PhysBrain-1.5': 50.9 };

/** What was printed about RefSpatial-Bench. */
export const publishedBench: readonly Published[] = [
  ...paper.flatMap(({ percent, ...entry }) => bySplit(percent, { ...entry, source: 'RoboRefer paper, Table 2' })),
  ...rerun.flatMap(({ percent, ...entry }) =>
    bySplit(percent, {
      ...entry,
      protocol: 'refspatial/roborefer',
      source: 'RoboRefer issue 24: run by a user, confirmed by the authors',
    }),
  ),
  ...single.flatMap(({ models, ...entry }) =>
    Object.entries(models).map(([model, percent]) => ({
      model,
      metric: 'accuracy',
      percent,
      ...entry,
      note: 'one number for the benchmark; probably location and placement without unseen',
    })),
  ),
  ...Object.entries(microF1).map(([model, percent]) => ({
    model,
    metric: 'micro-F1',
    percent,
    source: 'PhysBrain-1.5, Table 4',
    note: 'micro-F1, not comparable with an accuracy',
  })),
];

function bySplit(percent: SplitPercent, entry: Omit<Published, 'metric' | 'group' | 'percent'>): Published[] {
  return ['location', 'placement', 'unseen'].map((key, i) => ({
    ...entry,
    metric: 'accuracy',
    group: { by: 'split', key },
    percent: percent[i] ?? Number.NaN,
  }));
}
