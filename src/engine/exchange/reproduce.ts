import type {
  Benchmark,
  Extraction,
  Metric,
  RecordedAnswer,
  RecordedModel,
  Recordings,
  UnitResult,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { estimateRatio, meanMetric } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { named } from '../run/named.ts';

/** What one extractor makes of a model's recorded answers. */
export interface ReaderResult {
  reader: string;
  /** The score that it leads to. */
  metric: Metric;
  /** How often it takes another letter than the authors did, nothing counting as a letter of its own. */
  error: Metric;
  /** Answers in which it finds nothing, though the authors found a letter. */
  missed: number;
  /** Answers in which it finds another letter than the authors. */
  other: number;
}

/** A model's published number, and how it comes out again. */
export interface Reproduction {
  model: string;
  setting: string;
  answers: number;
  /** Answers whose right letter is published: scores are of these. */
  scored: number;
  printed?: RecordedModel['printed'];
  /** From what the authors recorded as right, and from the letters that they recorded. */
  fromVerdicts: Metric;
  fromLetters: Metric;
  /** Answers recorded as right with a wrong letter, or as wrong with the right one. */
  contradictions: number;
  readers: ReaderResult[];
}

/**
 * Scores recorded answers by what their authors recorded, and again by each extractor. One model at a time: there are tens of
 * thousands of answers.
 * @param dir a checkout of the repository that holds them
 */
export async function* reproduce(
  benchmark: Benchmark,
  recordings: Recordings,
  dir: string,
): AsyncGenerator<Reproduction> {
  const scorer = named(benchmark.scorers, recordings.scorer, `scorer of ${benchmark.id}`);
  const aggregate = named(benchmark.aggregates, recordings.aggregate, `aggregate of ${benchmark.id}`);
  const assets = assetsFrom(async () => new Uint8Array());
  const headline = (units: readonly UnitResult[]): Metric =>
    aggregate(units)[0] ?? meanMetric({ name: 'score', results: units });

  const scoreOf = async ({ sample }: RecordedAnswer, extraction: Extraction) =>
    (await scorer.score(sample, extraction, assets)).value ?? 0;

  for await (const { model, setting, answers, printed } of recordings.read(dir)) {
    const scored = answers.filter(({ right }) => right !== undefined);
    const letters: UnitResult[] = [];
    for (const answer of scored) letters.push(unitOf(answer, await scoreOf(answer, { answer: answer.letter })));
    const readers: ReaderResult[] = [];
    for (const reader of recordings.readers) {
      const { extract } = findExtractor(reader);
      const read = answers.map(({ text, sample }) => letterOf(extract(text, benchmark.space(sample))));
      const units: UnitResult[] = [];
      for (const [i, answer] of answers.entries())
        if (answer.right !== undefined) units.push(unitOf(answer, await scoreOf(answer, { answer: read[i] ?? null })));
      const differ = answers.map((answer, i) => unitOf(answer, read[i] === answer.letter ? 0 : 1));
      readers.push({
        reader,
        metric: headline(units),
        error: meanMetric({ name: 'reader error', results: differ }),
        missed: answers.filter(({ letter }, i) => read[i] === null && letter !== null).length,
        other: answers.filter(({ letter }, i) => read[i] !== null && read[i] !== letter).length,
      });
    }
    yield {
      model,
      setting,
      answers: answers.length,
      scored: scored.length,
      ...(printed && { printed }),
      fromVerdicts: headline(scored.map((answer) => unitOf(answer, answer.right ? 1 : 0))),
      fromLetters: headline(letters),
      contradictions: letters.filter(({ score }, i) => (score === 1) !== scored[i]?.right).length,
      readers,
    };
  }
}

/** A reader over all models: its error with models as clusters, because one model answers in one manner. */
export interface PooledReader extends Pick<ReaderResult, 'reader' | 'missed' | 'other'> {
  answers: number;
  error: Pick<Metric, 'value' | 'low' | 'high'>;
  /** The largest difference from the score that the authors' letters give, in points of 0 … 1, and whose it is. */
  worst: { model: string; difference: number };
}

export function poolReaders(reproductions: readonly Reproduction[]): PooledReader[] {
  const names = new Set(reproductions.flatMap(({ readers }) => readers.map(({ reader }) => reader)));
  return [...names].map((reader) => {
    const of = reproductions.flatMap((each) =>
      each.readers.flatMap((one) => (one.reader === reader ? [{ each, one }] : [])),
    );
    const sum = (count: (one: (typeof of)[number]) => number) => of.reduce((total, one) => total + count(one), 0);
    const shares = of.map(({ each, one }) => ({
      cluster: each.model,
      part: (one.error.value ?? 0) * one.error.n,
      whole: one.error.n,
    }));
    const differences = of.map(({ each, one }) => ({
      model: `${each.model} (${each.setting})`,
      difference: (one.metric.value ?? 0) - (each.fromLetters.value ?? 0),
    }));
    differences.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
    return {
      reader,
      answers: sum(({ each }) => each.answers),
      missed: sum(({ one }) => one.missed),
      other: sum(({ one }) => one.other),
      error: estimateRatio(shares),
      worst: at(differences, 0),
    };
  });
}

function unitOf({ sample: { id, cluster, groups } }: RecordedAnswer, score: number): UnitResult {
  return { id, epoch: 0, cluster, groups, outcome: 'answered', score, extraction: null };
}

function letterOf(extraction: Extraction): string | null {
  return 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}
