import { createHash } from 'node:crypto';
import type { Benchmark, Dataset, Lesson, Metric, Protocol, Sample, UnitResult } from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import { named } from '../run/named.ts';
import { composePrompt } from '../run/prompt.ts';
import { contextOf } from './judge.ts';
import { unitScorer } from './run-scoring.ts';

interface Shortcut {
  folds: number;
  /** What a learner reaches that was taught the words and answers of the other folds, and sees nothing. */
  metric: Metric;
}

/**
 * What words alone give away: the questions are dealt into folds, and those of each are answered by `baseline/blind`, which has
 * learnt from the others. Whole clusters go into one fold, because questions of one scene may give each other away.
 */
export async function wordShortcut(opts: {
  benchmark: Benchmark;
  dataset: Dataset;
  protocol: Protocol;
  folds: number;
}): Promise<Shortcut> {
  const { benchmark, dataset, protocol, folds } = opts;
  const dealt: { sample: Sample; lesson: Lesson }[][] = Array.from({ length: folds }, () => []);
  for (const index of dataset.ids.keys()) {
    const sample = await dataset.sample(index);
    at(dealt, foldOf(sample.cluster, folds)).push({ sample, lesson: await lessonOf(sample, opts) });
  }
  const extractor = findExtractor(protocol.extractor);
  const score = unitScorer(
    benchmark,
    protocol,
    assetsFrom((ref) => dataset.bytes(ref)),
  );
  const { openModel } = await import('../../contestants/index.ts');
  const units: UnitResult[] = [];
  for (const [fold, asked] of dealt.entries()) {
    const model = await openModel('baseline/blind', { env: {}, cwd: '.', seed: 0 });
    await model.practise?.(
      inTurn(dealt.flatMap((part, other) => (other === fold ? [] : part.map((one) => one.lesson)))),
    );
    for (const { sample, lesson } of asked) {
      const unit = { id: sample.id, epoch: 0 };
      const context = contextOf(benchmark, sample);
      const peek = { space: lesson.space, write: (answer: Lesson['truth']) => extractor.write(answer, context) };
      const parts = [{ text: lesson.text }];
      const request = { unit, parts, decoding: protocol.decoding, peek };
      const { text, finish } = await model.answer(request, new AbortController().signal);
      const { result } = await score(sample, { ...ASKED, unit: sample.id, reply: { text, finish } });
      units.push(result);
    }
  }
  const [metric] = named(benchmark.aggregates, protocol.aggregate, `aggregate of ${benchmark.id}`)(units);
  if (!metric) throw new Error(`${protocol.id} has no headline`);
  return { folds, metric };
}

/** What an attempt is besides its unit and its reply. */
const ASKED = { event: 'attempt', epoch: 0, attempt: 1, final: true, at: '', ms: 0 } as const;

function foldOf(cluster: string, folds: number): number {
  return createHash('sha256').update(cluster).digest().readUInt32BE(0) % folds;
}

async function lessonOf(
  sample: Sample,
  { benchmark, dataset, protocol }: { benchmark: Benchmark; dataset: Dataset; protocol: Protocol },
): Promise<Lesson> {
  const assets = assetsFrom((ref) => dataset.bytes(ref));
  const truth = await benchmark.truth(sample, assets);
  assets.free();
  const parts = composePrompt(protocol, sample, benchmark.fields(sample));
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
  return { text, space: benchmark.space(sample), truth };
}

async function* inTurn(lessons: readonly Lesson[]): AsyncGenerator<Lesson> {
  yield* lessons;
}
