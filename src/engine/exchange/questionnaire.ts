import {
  type AskedQuestion,
  type Benchmark,
  type Dataset,
  type MediaRef,
  type Protocol,
  type Questionnaire,
  QuestionnaireAnswers,
  type Sample,
  SextantError,
} from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';
import { random } from '../../stats/index.ts';
import { problemsOf } from '../../util/index.ts';
import { findProtocol } from '../run/spec.ts';
import { hashPath, type ImportOptions, importAnswers } from './import.ts';

/** Answers of one person; nobody's are larger. */
const MOST_BYTES = 4 << 20;

/** How people are asked: they see what `show` shows, and what they chose is read literally. */
function surveyProtocol(benchmark: Benchmark): Protocol {
  const { scorer, aggregate } = protocolOfModels(benchmark);
  return {
    id: `${benchmark.id}/survey`,
    about: 'a person sees the question on a page and chooses an option or a point, or says that it cannot be answered',
    prompt: [{ media: 'all' }],
    decoding: {},
    extractor: 'auto/exact',
    scorer,
    aggregate,
    askAgain: 0,
  };
}

/** One under which nobody acts. */
function protocolOfModels(benchmark: Benchmark): Protocol {
  return benchmark.protocols.find(({ act }) => act === undefined) ?? findProtocol(benchmark, undefined, 'model');
}

/** A benchmark in a survey. */
export interface QuestionnairePart {
  /** As `run` takes it. */
  name: string;
  benchmark: Benchmark;
  dataset: Dataset;
}

/**
 * Draws so many questions: as many of each benchmark, in mixed order, and within one of each category in turn. `keep` is given
 * every picture and returns the name of its file.
 */
export async function makeQuestionnaire(
  parts: readonly QuestionnairePart[],
  opts: { count: number; seed: number; keep(ref: MediaRef, bytes: Uint8Array): string },
): Promise<Questionnaire> {
  const { count, seed, keep } = opts;
  const questions: AskedQuestion[] = [];
  for (const [of, { benchmark, dataset }] of parts.entries()) {
    const wanted = Math.floor(count / parts.length) + (of < count % parts.length ? 1 : 0);
    for (const sample of await drawn(dataset, { wanted, seed })) {
      const { question, told = question, choices, pictures = [], clips = [] } = benchmark.show(sample);
      const files = async (refs: readonly MediaRef[]) => {
        const names: string[] = [];
        for (const ref of refs) names.push(keep(ref, await dataset.bytes(ref)));
        return names;
      };
      questions.push({
        of,
        unit: sample.id,
        // As whoever acts is told it: a control may ask something else than its question.
        question: told,
        ...(choices && { choices }),
        pictures: await files(pictures),
        clips: await files(clips),
      });
    }
  }
  return {
    format: 'sextant-survey-1',
    benchmarks: parts.map(({ name, benchmark, dataset }) => {
      const licence = benchmark.sources?.[0]?.licence;
      return { name, title: benchmark.title, data: dataset.sha256, ...(licence !== undefined && { licence }) };
    }),
    questions: random('survey-1', seed, 'order').shuffle(questions),
  };
}

/** Looked at, at most, to find as many of each category. */
const LOOKED_AT = 3;

/** From each category in turn, and of one cluster (the same picture) only where there are no others. */
async function drawn(dataset: Dataset, { wanted, seed }: { wanted: number; seed: number }): Promise<Sample[]> {
  const dice = random('survey-1', seed, dataset.sha256);
  const order = dice.shuffle([...dataset.ids.keys()]).slice(0, wanted * LOOKED_AT);
  const waiting = new Map<string, Sample[]>();
  const clusters = new Set<string>();
  const again: Sample[] = [];
  for (const index of order) {
    const sample = await dataset.sample(index);
    if (clusters.has(sample.cluster)) {
      again.push(sample);
      continue;
    }
    clusters.add(sample.cluster);
    const [category = ''] = Object.values(sample.groups);
    waiting.set(category, [...(waiting.get(category) ?? []), sample]);
  }
  const chosen: Sample[] = [];
  while (chosen.length < wanted && [...waiting.values()].some((samples) => samples.length > 0)) {
    for (const samples of waiting.values()) {
      const next = samples.shift();
      if (next && chosen.length < wanted) chosen.push(next);
    }
  }
  return [...chosen, ...again].slice(0, wanted);
}

/** What a page downloaded, checked: it is a stranger's text. */
export function readAnswers(file: string): QuestionnaireAnswers {
  const bytes = readRegular(file, { most: MOST_BYTES });
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new SextantError('bad_data', 'this is not JSON', { where: file, cause });
  }
  const parsed = QuestionnaireAnswers.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SextantError('bad_data', `these are no answers of a survey: ${problemsOf(parsed.error)}`, {
    where: file,
    fix: 'name the file that the survey’s page downloaded',
  });
}

/**
 * Makes a run of what a person answered of one benchmark. Refused when the questions at hand are not those that were asked.
 * @example await importQuestionnaire({ file: 'answers.json', of: 0, benchmark, args, dataset, runs: 'runs', versions, clock })
 */
export async function importQuestionnaire(
  opts: Pick<ImportOptions, 'benchmark' | 'args' | 'dataset' | 'runs' | 'versions' | 'clock' | 'file'> & {
    answers: QuestionnaireAnswers;
    /** Which of its benchmarks. */
    of: number;
  },
): Promise<string> {
  const { benchmark, dataset, file, answers, of } = opts;
  const asked = answers.benchmarks[of];
  if (asked?.data !== dataset.sha256) {
    throw new SextantError(
      'bad_data',
      `these are not the questions of ${asked?.name} that were asked: the data differ`,
      {
        where: file,
        fix: 'use the version of Sextant and the --data that the survey was made with',
      },
    );
  }
  const given = answers.answers.flatMap((answer, at) => (answer.of === of ? [{ ...answer, at }] : []));
  return importAnswers({
    ...opts,
    protocol: surveyProtocol(benchmark),
    model: { id: `human/${answers.name}`, settings: { sha256: await hashPath(file) }, readsTruth: false },
    only: given.map(({ unit }) => unit),
    predictions: given.map(({ unit, text, ms, at }) => ({
      id: unit,
      epoch: 0,
      text: text ?? '',
      ms: Math.round(ms),
      where: `${file} answers.${at}`,
      ...(text === null && { refused: true as const }),
    })),
  });
}
