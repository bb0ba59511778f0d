import type { Benchmark, Lesson, Model, Protocol } from '../contracts/index.ts';
import { assetsFrom } from '../media/index.ts';
import { composePrompt } from './prompt.ts';

/** Lets a model learn, if it does and the benchmark has something to learn from. */
export async function practise(
  model: Model,
  benchmark: Benchmark,
  opts: { protocol: Protocol; args: Record<string, string> },
): Promise<void> {
  await model.practise?.(lessons(benchmark, opts));
}

async function* lessons(
  benchmark: Benchmark,
  { protocol, args }: { protocol: Protocol; args: Record<string, string> },
): AsyncGenerator<Lesson> {
  const dataset = await benchmark.practice?.(args);
  if (!dataset) return;
  const assets = assetsFrom((ref) => dataset.bytes(ref));
  for (const index of dataset.ids.keys()) {
    const sample = await dataset.sample(index);
    const parts = composePrompt(protocol, sample, benchmark.fields(sample));
    const truth = await benchmark.truth(sample, assets);
    assets.free();
    const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
    yield { text, space: benchmark.space(sample), truth };
  }
}
