import type { Published } from '../../contracts/index.ts';

const source = 'RoboSemanticBench paper (arXiv 2606.02277), from second-hand summaries';
const note =
  'not comparable with our scores: the authors’ simulator, robot model and layouts are not those of this world; 500 episodes per suite';

/** Means over the six suites, as printed in percent. */
const means: [model: string, tsr: number, nsg?: number][] = [
  ['pi0.5', 21.8, 5.2],
  ['pi0', 12.7, -5.7],
  ['GR00T N1.7', 12.6, -5.9],
  ['OpenVLA-OFT', 11.1, -7.2],
  ['QwenGR00T', 10.7, -7.1],
  ['PD-VLA', 9, 3.2],
  ['TinyVLA', 8.6, 0.2],
  ['DexVLA', 6.5, -3.4],
  ['GO1', 2, -19.4],
  ['ReasoningVLA (on QwenGR00T)', 16],
  ['QwenGR00T, co-trained', 8.2],
];

const singles: [model: string, suite: string, tsr: number][] = [
  ['pi0.5', 'RSB-Math-10', 12],
  ['pi0.5', 'RSB-HardMath-10', 16.2],
  ['pi0.5', 'RSB-General-10', 19.6],
  ['OpenVLA-OFT', 'RSB-HardMath-4', 20.5],
  ['TinyVLA', 'RSB-General-4', 14.8],
  ['DexVLA', 'RSB-Math-4', 13.6],
  ['GO1', 'RSB-Math-4', 3.8],
];

const told = { source, secondHand: true, note } as const;

/** What was printed about the authors' benchmark. The metrics are not called as ours are, so that none is held against ours. */
export const published: readonly Published[] = [
  ...means.flatMap(([model, tsr, nsg]): Published[] => [
    { model, metric: 'mean TSR of six suites, authors’ world', percent: tsr, ...told },
    ...(nsg === undefined ? [] : [{ model, metric: 'mean nSG of six suites, authors’ world', percent: nsg, ...told }]),
  ]),
  ...singles.map(([model, key, percent]): Published => {
    return { model, metric: 'TSR, authors’ world', group: { by: 'suite', key }, percent, ...told };
  }),
];
