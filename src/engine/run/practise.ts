import type { AnswerArm, Benchmark, Lesson, Protocol } from '../../contracts/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { prepareAhead } from './ahead.ts';
import { composePrompt } from './prompt.ts';

/** Lessons that are made while others are learned. */
const AHEAD = 24;

/** Lets somebody learn, if it does and the benchmark has something to learn from. */
export async function practise(
  answer: AnswerArm,
  benchmark: Benchmark,
  opts: { protocol: Protocol; args: Record<string, string>; taught(lessons: number): void },
): Promise<void> {
  await answer.practise?.(counted(lessons(benchmark, opts), opts.taught));
}

async function* counted(all: AsyncGenerator<Lesson>, taught: (lessons: number) => void): AsyncGenerator<Lesson> {
  let given = 0;
  for await (const lesson of all) {
    given += 1;
    taught(given);
    yield lesson;
  }
}

async function* lessons(
  benchmark: Benchmark,
  { protocol, args }: { protocol: Protocol; args: Record<string, string> },
): AsyncGenerator<Lesson> {
  const dataset = await benchmark.practice?.(args);
  if (!dataset) return;
  yield* prepareAhead(dataset.ids.keys(), AHEAD, async (index) => {
    const sample = await dataset.sample(index);
    const parts = composePrompt(protocol, sample, benchmark.fields(sample));
    const assets = assetsFrom((ref) => dataset.bytes(ref));
    const truth = await benchmark.truth(sample, assets);
    assets.free();
    const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
    return { text, space: benchmark.space(sample), truth };
  });
}
