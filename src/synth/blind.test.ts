import { describe, expect, it } from 'vitest';
import type { Answer, Assets, Extraction, Model, Sample, UnitResult } from '../contracts/index.ts';
import { assetsFrom } from '../media/index.ts';
import { openModel } from '../models/index.ts';
import { meanMetric } from '../stats/index.ts';
import { generate } from './generated.ts';
import { families } from './index.ts';
import type { SynthBenchmark } from './mirror.ts';
import { readSettings } from './settings.ts';

/** 2,000 in all, fewer where each takes longer. With `SEXTANT_BLIND=2000` that many of each, which takes minutes. */
const shares: Record<string, number> = {
  'synth-point': 500,
  'synth-views': 300,
  'synth-motion': 600,
  'synth-act': 600,
};
const questionsOf = (id: string) => Number(process.env.SEXTANT_BLIND ?? shares[id]);

/** More than one thread makes them. */
const AT_ONCE = 40;

const wordsOf = (benchmark: SynthBenchmark, sample: Sample) => Object.values(benchmark.fields(sample)).join('\n');

/** What the engine does before a run, without prompts and folders. */
async function taught(benchmark: SynthBenchmark): Promise<Model> {
  const model = await openModel('baseline/blind', { env: {}, cwd: process.cwd(), seed: 0 });
  const practice = await benchmark.practice?.(benchmark.args);
  await model.practise?.(
    (async function* () {
      if (!practice) return;
      const lesson = async (index: number) => {
        const sample = await practice.sample(index);
        const truth = await benchmark.truth(
          sample,
          assetsFrom((ref) => practice.bytes(ref)),
        );
        return { text: wordsOf(benchmark, sample), space: benchmark.space(sample), truth };
      };
      for (let first = 0; first < practice.ids.length; first += AT_ONCE)
        yield* await Promise.all(practice.ids.slice(first, first + AT_ONCE).map((_, i) => lesson(first + i)));
    })(),
  );
  return model;
}

/** What it says, without putting it into words and reading it again. */
async function guess(model: Model, benchmark: SynthBenchmark, sample: Sample): Promise<Extraction> {
  const peek = { space: benchmark.space(sample), write: (answer: Answer) => JSON.stringify(answer) };
  const parts = [{ text: wordsOf(benchmark, sample) }];
  const asked = { unit: { id: sample.id, epoch: 0 }, parts, decoding: {}, peek };
  return JSON.parse((await model.answer(asked, new AbortController().signal)).text);
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

describe.each(families.map((benchmark) => ({ id: benchmark.id, benchmark })))('$id', ({ id, benchmark }) => {
  it('cannot be answered from its words', { timeout: 300_000 }, async () => {
    const questions = questionsOf(id);
    const settings = readSettings({ ...benchmark.args, count: String(questions), seed: '77' }, benchmark.levels, 1);
    const asked = await generate(id, await benchmark.family(), settings, { draft: true });
    const model = await taught(benchmark);
    // What is said, not what is done.
    const scorer = benchmark.scorers[benchmark.protocols.find(({ act }) => !act)?.scorer ?? ''];
    expect(scorer).toBeDefined();
    const unit = async (index: number): Promise<UnitResult & { chance: number }> => {
      const sample = await asked.sample(index);
      const extraction = await guess(model, benchmark, sample);
      const assets = assetsFrom((ref) => asked.bytes(ref));
      const score = (await scorer?.score(sample, extraction, assets))?.value ?? 0;
      const chance = await chanceOf(benchmark, sample, assets);
      assets.free();
      const { cluster, groups } = sample;
      return { id: sample.id, epoch: 0, cluster, groups, outcome: 'answered', score, extraction, chance };
    };
    const results: Awaited<ReturnType<typeof unit>>[] = [];
    for (let first = 0; first < questions; first += AT_ONCE) {
      const some = asked.ids.slice(first, first + AT_ONCE).map((_, i) => unit(first + i));
      results.push(...(await Promise.all(some)));
    }
    const chance = results.reduce((sum, unit) => sum + unit.chance, 0) / results.length;
    const metric = meanMetric({ name: 'blind', results, chance, level: 0.99 });
    expect(metric.low).toBeLessThanOrEqual(chance);
  });
});
