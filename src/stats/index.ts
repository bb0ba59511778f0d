export { meanAggregate } from './aggregate.ts';
export { breakdown } from './breakdown.ts';
export { compareResults } from './compare.ts';
export { holm } from './holm.ts';
export { meanMetric, strictMetric } from './metric.ts';
export { naturalOrder } from './natural-order.ts';
export { passAtKMetrics } from './pass-at-k.ts';
export { type Random, random } from './random.ts';
export { estimateRatio } from './ratio.ts';
