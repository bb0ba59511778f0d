import { easiVerified } from '../qa/published.ts';

const long = '128 frames, not 32';

export const published = easiVerified({ id: 'vsi', metric: 'mean over types' }, [
  ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', null, 26.8, 26.6, 29.59, long],
  ['Qwen2.5-VL-7B-Instruct', 'Qwen/Qwen2.5-VL-7B-Instruct', null, 33.5, 33.7, 38.67, long],
  ['InternVL3_5-8B', 'OpenGVLab/InternVL3_5-8B', null, 56.3, 54.2, 54.55, long],
  ['Cambrian-S-3B', 'nyu-visionx/Cambrian-S-3B', null, 54.73, 56.08, 54.79],
  ['Cambrian-S-7B', 'nyu-visionx/Cambrian-S-7B', null, 63.61, 62.93, 63.48],
  ['SenseNova-SI-1.1-Qwen3-VL-8B', 'sensenova/SenseNova-SI-1.1-Qwen3-VL-8B', 62.9, null, 62.9, 64.25],
  ['SenseNova-SI-1.2-InternVL3-8B', 'sensenova/SenseNova-SI-1.2-InternVL3-8B', 68.7, null, 68.7, 68.35],
  ['SenseNova-SI-1.1-BAGEL-7B-MoT', 'sensenova/SenseNova-SI-1.1-BAGEL-7B-MoT', 41.6, null, 41.6, 42.53],
]);
