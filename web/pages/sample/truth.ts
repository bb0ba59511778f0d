import type { Assets, Benchmark, Sample } from '../../../src/contracts/index.ts';

/** The right letter or number, where the question has one; points have their mask instead. */
export async function truthOf(
  sample: Sample,
  benchmark: Benchmark | undefined,
  assets: Assets,
): Promise<string | undefined> {
  const known = benchmark?.schema.safeParse(sample);
  if (!benchmark || !known?.success || benchmark.space(known.data).size) return undefined;
  const truth = await benchmark.truth(known.data, assets);
  return 'answer' in truth ? String(truth.answer) : undefined;
}
