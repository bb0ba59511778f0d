export { breakdown, inNaturalOrder, naturalOrder } from './breakdown.ts';
export { compareResults, holm } from './compare.ts';
export { inLevelOrder } from './level-order.ts';
export { numpyMean } from './mean.ts';
export { meanAggregate, meanMetric, openedBy, passAtKMetrics, strictMetric } from './metric.ts';
export { type Random, random } from './random.ts';
export { estimateRatio } from './ratio.ts';
export { ConfidenceSequence } from './sequence.ts';
export { allOfGroup, chanceAdjusted, macroMetric } from './stratified-metric.ts';
