import type { Published } from '../../contracts/index.ts';

/** One point per question, on the mask or not. */
const geminiRobotics: Readonly<Record<string, number>> = {
  'Gemini Robotics-ER': 45,
  'Gemini 2.0 Flash': 33.8,
  'Gemini 2.0 Pro Experimental': 38.8,
  'GPT 4o-mini': 13.8,
  'GPT 4o': 20.6,
  'Claude 3.5 Sonnet': 16.2,
  'Molmo 7B-D': 45,
  'Molmo 72B': 63.8,
};

const robopoint: Readonly<Record<string, number>> = {
  'Qwen-VL': 10.49,
  'LLaVA-NeXT-34B': 15.02,
  SpaceLLaVA: 11.84,
  'GPT-4o': 29.06,
  RoboPoint: 46.77,
};

const metric = 'accuracy';

export const published: readonly Published[] = [
  ...Object.entries(geminiRobotics).map(
    ([model, percent]): Published => ({
      model,
      metric,
      percent,
      source: 'Gemini Robotics paper (arXiv 2503.20020v1), Table 3',
      note: 'whether the point is on the mask',
    }),
  ),
  ...Object.entries(robopoint).map(
    ([model, percent]): Published => ({
      model,
      metric,
      percent,
      protocol: 'where2place/official',
      source: 'RoboPoint paper (arXiv 2406.10721), table of WHERE2PLACE, from a summary',
      secondHand: true,
    }),
  ),
];
