import { describe, expect, it } from 'vitest';
import { openModel } from '../contestants/index.ts';
import type { Answer, Assets, Extraction, Model, Sample, UnitResult } from '../contracts/index.ts';
import { assetsFrom } from '../media/index.ts';
import { meanMetric } from '../stats/index.ts';
import { generate } from './generated.ts';
import { families } from './index.ts';
import type { SynthBenchmark } from './mirror.ts';
import { practiceSettings, readSettings, type Settings } from './settings.ts';

/**
 * Enough to see a gross leak; docs/synth-blind.json has what many tell. Fewer where each takes longer, and lessons before them. With
 * `SEXTANT_BLIND=2000` that many of each, which takes minutes.
 */
const shares: Record<string, { questions: number; lessons: number }> = {
  'synth-point': { questions: 50, lessons: 50 },
  'synth-views': { questions: 90, lessons: 90 },
  'synth-motion': { questions: 600, lessons: 300 },
  'synth-act': { questions: 240, lessons: 240 },
};
const { SEXTANT_BLIND: many } = process.env;

/** More than one thread makes them. */
const AT_ONCE = 40;

const wordsOf = (benchmark: SynthBenchmark, sample: Sample) => Object.values(benchmark.fields(sample)).join('\n');

/** What the engine does before a run, without prompts and folders, and with more lessons. */
async function taught(benchmark: SynthBenchmark, settings: Settings, count: number): Promise<Model> {
  const model = await openModel('baseline/blind', { env: {}, cwd: process.cwd(), seed: 0 });
  const lessons = { ...practiceSettings(settings), count };
  const practice = await generate(benchmark.id, await benchmark.family(), lessons, { draft: true });
  await model.practise?.(
    (async function* () {
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

/** A question, what was said, and what would have been right. */
interface Guess extends UnitResult {
  chance: number;
  choices: Readonly<Record<string, string>>;
  said: string | undefined;
  right: string | undefined;
}

/**
 * What somebody scores who says the letter that was right least often so far: where each letter is right once in every few questions,
 * that is more than chance.
 */
function byCounting(results: readonly Guess[]): Guess[] {
  const seen = new Map<string, number>();
  return results.map((guess) => {
    const letters = Object.keys(guess.choices);
    const rarest = letters.toSorted((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0))[0];
    const right = letters.find((letter) => guess.choices[letter] === guess.right) ?? '';
    seen.set(right, (seen.get(right) ?? 0) + 1);
    return { ...guess, score: rarest === right ? 1 : 0 };
  });
}

/** At least three of the four views. */
const isMet = (guesses: readonly Guess[], truths: readonly Guess[]) =>
  guesses.filter(({ said }, i) => said !== undefined && said === truths[i]?.right).length >= 3;

/**
 * How many groups of views are met by those who know nothing, but say what is said here: as many as with the truths of the other
 * groups that have the same options. Whoever says the same of each view meets more than who guesses each for itself.
 */
function chanceOfGroups(groups: readonly Guess[][]): number {
  const alike = Map.groupBy(groups, ([first]) =>
    Object.values(first?.choices ?? {})
      .sort()
      .join(),
  );
  const chances = [...alike.values()].flatMap((some) =>
    some.map((guesses) => some.filter((truths) => isMet(guesses, truths)).length / some.length),
  );
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
}

describe.each(families.map((benchmark) => ({ id: benchmark.id, benchmark })))('$id', ({ id, benchmark }) => {
  it('cannot be answered from its words', async () => {
    const share = shares[id];
    if (!share) throw new Error(`how many of ${id}?`);
    const { questions, lessons } = many ? { questions: Number(many), lessons: Number(many) } : share;
    const settings = readSettings({ ...benchmark.args, count: String(questions), seed: '77' }, benchmark.levels, 1);
    const asked = await generate(id, await benchmark.family(), settings, { draft: true });
    const model = await taught(benchmark, settings, lessons);
    // What is said, not what is done.
    const scorer = benchmark.scorers[benchmark.protocols.find(({ act }) => !act)?.scorer ?? ''];
    expect(scorer).toBeDefined();
    const unit = async (index: number): Promise<Guess> => {
      const sample = await asked.sample(index);
      const extraction = await guess(model, benchmark, sample);
      const assets = assetsFrom((ref) => asked.bytes(ref));
      const score = (await scorer?.score(sample, extraction, assets))?.value ?? 0;
      const chance = await chanceOf(benchmark, sample, assets);
      const truth = await benchmark.truth(sample, assets);
      assets.free();
      const { id, cluster, groups } = sample;
      const { choices = {} } = benchmark.space(sample);
      const optionOf = (answer: Extraction) => ('answer' in answer ? choices[answer.answer ?? ''] : undefined);
      const words = { choices, said: optionOf(extraction), right: optionOf(truth) };
      return { id, epoch: 0, cluster, groups, outcome: 'answered', score, extraction, chance, ...words };
    };
    const results: Guess[] = [];
    for (let first = 0; first < questions; first += AT_ONCE) {
      const some = asked.ids.slice(first, first + AT_ONCE).map((_, i) => unit(first + i));
      results.push(...(await Promise.all(some)));
    }
    const chance = results.reduce((sum, unit) => sum + unit.chance, 0) / results.length;
    const metric = meanMetric({ name: 'blind', results, chance, level: 0.99 });
    expect(metric.low).toBeLessThanOrEqual(chance);

    if (Object.keys(results[0]?.choices ?? {}).length > 0) {
      const counted = meanMetric({ name: 'counting', results: byCounting(results), chance, level: 0.99 });
      expect(counted.low).toBeLessThanOrEqual(chance);
    }

    if (benchmark.together === 1) return;
    const groups = [...Map.groupBy(results, (guess) => guess.groups.question).values()];
    const met = groups.flatMap((group) => {
      const score = isMet(group, group) ? 1 : 0;
      return group.slice(0, 1).map((first) => ({ ...first, score }));
    });
    const chanceMet = chanceOfGroups(groups);
    expect(meanMetric({ name: 'groups', results: met, chance: chanceMet, level: 0.99 }).low).toBeLessThanOrEqual(
      chanceMet,
    );
  });
});
