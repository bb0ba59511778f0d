export { breakdown } from './breakdown.ts';
export { compareResults, holm } from './compare.ts';
export { numpyMean } from './mean.ts';
export { meanMetric, openedBy, strictMetric } from './metric.ts';
export { inNaturalOrder, naturalOrder } from './natural-order.ts';
export { meanAggregate, passAtKMetrics } from './pass-at-k.ts';
export { type Random, random } from './random.ts';
export { estimateRatio } from './ratio.ts';
export { allOfGroup, chanceAdjusted, macroMetric } from './stratified-metric.ts';
