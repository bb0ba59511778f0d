import type {
  Benchmark,
  Extraction,
  Metric,
  PrintedGroup,
  RecordedAnswer,
  RecordedModel,
  Recordings,
  Scorer,
  UnitResult,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { estimateRatio, meanMetric } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';
import { named } from '../run/named.ts';

/** Letters need no files to be scored. */
const noFiles = assetsFrom(async () => new Uint8Array());

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
  /** Numbers that were printed for groups, and what the recorded verdicts on these come to. */
  groups: (PrintedGroup & { fromVerdicts: Metric })[];
  /** Answers recorded as right with a wrong letter, or as wrong with the right one. */
  contradictions: number;
  readers: ReaderResult[];
  /** The number of every protocol that the published files suffice for: its own reader, scorer and way to sum up. */
  protocols: { protocol: string; metric: Metric }[];
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
  const headline = headlineOf(benchmark, recordings.aggregate);
  const protocols = benchmark.protocols.filter(({ id }) => recordings.notScored?.[id] === undefined);

  for await (const { model, setting, answers, printed } of recordings.read(dir)) {
    const scored = answers.filter(({ right }) => right !== undefined);
    const letters = await unitsOf(scorer, scored, ({ letter }) => ({ answer: letter }));
    const readers: ReaderResult[] = [];
    const readings = new Map<string, ReadonlyMap<RecordedAnswer, Extraction>>();
    /** By one extractor, once: protocols share readers. */
    const readBy = (id: string): ReadonlyMap<RecordedAnswer, Extraction> => {
      const { extract } = findExtractor(id);
      const known = readings.get(id);
      const read =
        known ?? new Map(answers.map((answer) => [answer, extract(answer.text, benchmark.space(answer.sample))]));
      readings.set(id, read);
      return read;
    };
    for (const reader of recordings.readers) {
      const read = readBy(reader);
      const said = answers.map((answer) => ({ answer, letter: letterOf(demand(read, answer)) }));
      readers.push({
        reader,
        metric: headline(await unitsOf(scorer, scored, (answer) => demand(read, answer))),
        error: meanMetric({
          name: 'reader error',
          results: said.map(({ answer, letter }) => unitOf(answer, letter === answer.letter ? 0 : 1)),
        }),
        missed: said.filter(({ answer, letter }) => letter === null && answer.letter !== null).length,
        other: said.filter(({ answer, letter }) => letter !== null && letter !== answer.letter).length,
      });
    }
    const byProtocol: Reproduction['protocols'] = [];
    for (const protocol of protocols) {
      const read = readBy(protocol.extractor);
      const own = named(benchmark.scorers, protocol.scorer, `scorer of ${benchmark.id}`);
      const units = await unitsOf(own, scored, (answer) => demand(read, answer));
      byProtocol.push({ protocol: protocol.id, metric: headlineOf(benchmark, protocol.aggregate)(units) });
    }
    const verdictsOn = (of: readonly RecordedAnswer[]) =>
      headline(of.map((answer) => unitOf(answer, answer.right ? 1 : 0)));
    yield {
      model,
      setting,
      answers: answers.length,
      scored: scored.length,
      ...(printed && { printed }),
      fromVerdicts: verdictsOn(scored),
      fromLetters: headline(letters),
      groups: (printed?.groups ?? []).map((group) => ({
        ...group,
        fromVerdicts: verdictsOn(scored.filter(({ sample }) => sample.groups[group.by] === group.key)),
      })),
      contradictions: letters.filter(({ score }, i) => (score === 1) !== scored[i]?.right).length,
      readers,
      protocols: byProtocol,
    };
  }
}

function headlineOf(benchmark: Benchmark, name: string): (units: readonly UnitResult[]) => Metric {
  const aggregate = named(benchmark.aggregates, name, `aggregate of ${benchmark.id}`);
  return (units) => aggregate(units)[0] ?? meanMetric({ name: 'score', results: units });
}

async function unitsOf(
  scorer: Scorer,
  answers: readonly RecordedAnswer[],
  extractionOf: (answer: RecordedAnswer) => Extraction,
): Promise<UnitResult[]> {
  const units: UnitResult[] = [];
  for (const answer of answers) {
    const { value } = await scorer.score(answer.sample, extractionOf(answer), noFiles);
    units.push(unitOf(answer, value));
  }
  return units;
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

function unitOf({ sample: { id, cluster, groups } }: RecordedAnswer, score: number | null): UnitResult {
  return { id, epoch: 0, cluster, groups, outcome: 'answered', score, extraction: null };
}

function letterOf(extraction: Extraction): string | null {
  return 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}
