import type { Benchmark, Sample } from '../../contracts/index.ts';

/** What an extractor may know of a question. */
export function contextOf(benchmark: Benchmark, sample: Sample) {
  const { choices, size } = benchmark.space(sample);
  return { ...(choices ? { choices } : {}), ...size };
}
