import type { PrintedGroup, Published } from '../../contracts/index.ts';

type PublishedModel = readonly [
  model: string,
  /** Of its recorded outputs. */
  file: string | null,
  ego: number,
  exo: number,
  real: number,
  directional: number,
  falsePositive: number,
  synthetic: number,
  overall: number,
];

/** The authors' table, with chain of thought. */
const rows: readonly PublishedModel[] = [
  ['Human', null, 99.6, 99.7, 99.7, 95.8, 100, 96.2, 98.8],
  ['Random', null, 24.4, 23.2, 23.6, 25.5, 24.7, 25.4, 24.1],
  ['GPT-4o', 'gpt-4o_32frame', 55.5, 62.2, 60, 49.5, 53.3, 49.9, 57.5],
  ['Gemini-2.5-Pro', 'gemini-2.5-pro-preview-06-05_1fps', 64.6, 62.9, 63.5, 54.8, 80, 57.3, 62],
  ['Claude-Sonnet-4', 'claude-sonnet-4-20250514_20frame', 52.6, 52.1, 52.2, 44, 86.7, 48.3, 51.3],
  ['Grok-2-Vision', 'grok-2-vision-latest_16frame', 48.8, 49.7, 49.4, 49.3, 66.7, 51, 49.8],
  ['Llama-4-Maverick-17B', 'Llama-4-Maverick-17B-128E-Instruct-FP8_10frame', 52.6, 54.3, 53.8, 53.3, 51.1, 53, 53.6],
  ['Llama-4-Scout-17B', 'Llama-4-Scout-17B-16E-Instruct_10frame', 48.6, 56.2, 53.7, 53.3, 75.6, 55.5, 54.1],
  ['Phi-4-Multimodal', 'Phi-4-multimodal-instruct_16frame', 41, 35.4, 37.2, 37.5, 11.1, 34.8, 36.6],
  ['Phi-3.5-Vision', 'Phi-3.5-vision-instruct_16frame', 33.4, 38.8, 37.1, 23.3, 37.8, 24.7, 34],
  ['DeepSeek-VL2', 'deepseek-vl2_8frame', 33.6, 32.9, 33.1, 31.8, 46.7, 33.3, 33.2],
  ['InternVL2.5-38B', 'InternVL2_5-38B_4frame', 46.6, 50.1, 48.9, 43.3, 57.8, 44.7, 47.9],
  ['InternVL2.5-8B', 'InternVL2_5-8B_4frame', 39, 44, 42.4, 40.8, 42.2, 40.9, 42],
  ['Pixtral-12B', 'pixtral-12b_8frame', 32.3, 25.8, 27.9, 24.3, 22.2, 24, 27],
  ['Aria', 'Aria-Chat_8frame', 47.2, 44, 45.1, 38.5, 71.1, 41.8, 44.3],
  ['Qwen2.5-VL-7B', 'Qwen2.5-VL-7B-Instruct_1fps', 42.3, 43.7, 43.3, 43.5, 64.4, 45.6, 43.8],
  ['Qwen2.5-VL-72B', 'Qwen2.5-VL-72B-Instruct_1fps', 54.3, 52.5, 53.1, 49.5, 80, 52.6, 53],
  ['Qwen2-VL-7B', 'Qwen2-VL-7B-Instruct_1fps', 36.1, 34.7, 35.2, 40.5, 35.6, 40, 36.3],
  ['Qwen2-VL-72B', 'Qwen2-VL-72B-Instruct_1fps', 48.1, 43, 44.6, 40.8, 73.3, 44, 44.5],
  ['VideoLLama3-2B', 'VideoLLaMA3-2B_1fps', 53.2, 42.5, 46, 34.3, 55.6, 36.4, 43.7],
  ['VideoLLama3-7B', 'VideoLLaMA3-7B_1fps', 49.4, 45.1, 46.5, 42.8, 53.3, 43.8, 45.9],
  ['InternVideo2.5-8B', 'InternVideo2_5_Chat_8B_1fps', 57.2, 50.5, 52.7, 44.3, 46.7, 44.5, 50.7],
  ['InternVideo2-8B', 'InternVideo2-Chat-8B_1fps', 35.6, 39.3, 38.1, 43, 0, 38.7, 38.2],
  ['LLaVA-One-Vision-7B', 'llava-onevision-qwen2-7b-ov-chat-hf_1fps', 36.8, 35.6, 36, 37.8, 35.6, 37.5, 36.3],
  ['LLaVA-NeXT-Video-34B', 'LLaVA-NeXT-Video-34B-hf_8frame', 29.6, 31.6, 30.9, 24.5, 55.6, 27.6, 30.1],
];

export const printedIn =
  'paper (arXiv 2508.02095v2), Table 1, chain of thought; of direct output it prints a chart alone. The authors’ script writes two digits';

/** What is printed of the model whose outputs are in this file. */
export function printedOf(file: string) {
  const row = rows.find(([, name]) => name === file);
  return row && { ...numbersOf(row), digits: 1 };
}

function numbersOf([, , ego, exo, real, directional, falsePositive, synthetic, overall]: PublishedModel) {
  const groups: PrintedGroup[] = [
    { by: 'kind', key: 'ego-centric', percent: ego },
    { by: 'kind', key: 'exo-centric', percent: exo },
    { by: 'part', key: 'real', percent: real },
    { by: 'kind', key: 'directional', percent: directional },
    { by: 'kind', key: 'false positive', percent: falsePositive },
    { by: 'part', key: 'synthetic', percent: synthetic },
  ];
  return { percent: overall, groups };
}

export const published: readonly Published[] = rows.flatMap((row) => {
  const [model, file] = row;
  const { percent, groups } = numbersOf(row);
  const about = {
    model,
    metric: 'accuracy',
    source: 'VLM4D paper (arXiv 2508.02095v2), Table 1',
    ...(file !== null && { aliases: [file], protocol: 'vlm4d/cot', note: 'read by two models and people' }),
  };
  return [
    { ...about, percent },
    ...groups.map(({ by, key, percent: ofGroup }) => ({ ...about, group: { by, key }, percent: ofGroup })),
  ];
});
