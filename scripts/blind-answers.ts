import { openModel } from '../src/contestants/index.ts';
import type { Answer, Assets, Dataset, Extraction, Lesson, Sample, UnitResult } from '../src/contracts/index.ts';
import { assetsFrom } from '../src/media/index.ts';
import type { SynthBenchmark } from '../src/synth/mirror.ts';
import { demand } from '../src/util/index.ts';

/** A question with what it takes to answer it and to score the answer. */
export interface BlindQuestion extends Lesson {
  sample: Sample;
  chance: number;
  assets: ReturnType<typeof assetsFrom>;
}

/** More than one thread makes them, and fewer than a data set keeps. */
const AT_ONCE = 20;

/** One question; of its files those that scoring needs, by hash. */
export async function blindQuestion(
  benchmark: SynthBenchmark,
  sample: Sample,
  kept: ReadonlyMap<string, Uint8Array>,
): Promise<BlindQuestion> {
  const assets = assetsFrom(async ({ sha256 }) => kept.get(sha256) ?? new Uint8Array());
  const text = Object.values(benchmark.fields(sample)).join('\n');
  const truth = await benchmark.truth(sample, assets);
  const chance = await chanceOf(benchmark, sample, assets);
  assets.free();
  return { sample, text, space: benchmark.space(sample), truth, chance, assets };
}

/** All questions of a generated set. Of their files only those are kept that scoring needs. */
export async function blindQuestions(
  benchmark: SynthBenchmark,
  dataset: Dataset,
  progress?: (done: number) => void,
): Promise<BlindQuestion[]> {
  const one = async (index: number): Promise<BlindQuestion> => {
    const sample = await dataset.sample(index);
    const kept = new Map<string, Uint8Array>();
    for (const ref of benchmark.evidence?.(sample) ?? []) kept.set(ref.sha256, await dataset.bytes(ref));
    return blindQuestion(benchmark, sample, kept);
  };
  const all: BlindQuestion[] = [];
  for (let first = 0; first < dataset.ids.length; first += AT_ONCE) {
    all.push(...(await Promise.all(dataset.ids.slice(first, first + AT_ONCE).map((_, i) => one(first + i)))));
    progress?.(all.length);
  }
  return all;
}

/** What `baseline/blind` makes of questions after these lessons, question by question. */
export async function blindAnswers(
  benchmark: SynthBenchmark,
  lessons: readonly BlindQuestion[],
  asked: readonly BlindQuestion[],
): Promise<(UnitResult & { chance: number })[]> {
  const model = await openModel('baseline/blind', { env: {}, cwd: process.cwd(), seed: 0 });
  await model.practise?.(
    (async function* () {
      yield* lessons;
    })(),
  );
  // What is said, not what is done.
  const protocol = benchmark.protocols.find(({ act }) => !act);
  if (!protocol) throw new Error(`${benchmark.id} asks nobody to say anything`);
  const scorer = demand(benchmark.scorers, protocol.scorer);
  const results: (UnitResult & { chance: number })[] = [];
  for (const { sample, text, space, chance, assets } of asked) {
    // Not put into words and read again.
    const peek = { space, write: (answer: Answer) => JSON.stringify(answer) };
    const request = { unit: { id: sample.id, epoch: 0 }, parts: [{ text }], decoding: {}, peek };
    const extraction: Extraction = JSON.parse((await model.answer(request, new AbortController().signal)).text);
    const score = (await scorer.score(sample, extraction, assets)).value ?? 0;
    assets.free();
    const { id, cluster, groups } = sample;
    results.push({ id, epoch: 0, cluster, groups, outcome: 'answered', score, extraction, chance });
  }
  return results;
}

/** How often somebody hits who picks an option, or a pixel, at random. */
async function chanceOf(benchmark: SynthBenchmark, sample: Sample, assets: Assets): Promise<number> {
  const { choices } = benchmark.space(sample);
  if (choices) return 1 / Object.keys(choices).length;
  const [ref] = benchmark.evidence?.(sample) ?? [];
  if (!ref) throw new Error(`${sample.id} has no mask`);
  const { values } = await assets.mask(ref);
  let hits = 0;
  for (const value of values) if (value > 0) hits += 1;
  return hits / values.length;
}
