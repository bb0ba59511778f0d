import type { Dataset, Sheet } from '../../contracts/index.ts';
import { pythonRound as round, pythonSplit as splitWords } from '../../extract/index.ts';
import { numpyMean as mean, naturalOrder } from '../../stats/index.ts';
import { type Edition, taskName } from './edition.ts';
import type { RefspatialSample } from './sample.ts';

type CountedQuestion = Pick<RefspatialSample, 'split' | 'step'> & { scene: string; words: number };

/**
 * The tables of the authors' card, computed from the data at hand. The length of a prompt is the number of its words as
 * `prompt.split()` gives them, without the suffix: that gives their averages to the last digit.
 */
export async function statistics(edition: Edition, dataset: Dataset<RefspatialSample>): Promise<Sheet[]> {
  const questions: CountedQuestion[] = [];
  for (const index of dataset.ids.keys()) {
    const { split, step, scene = '', prompt } = await dataset.sample(index);
    questions.push({ split, step, scene, words: splitWords(prompt).length });
  }
  return [scenes(edition, questions), steps(edition, questions)];
}

function scenes(edition: Edition, questions: readonly CountedQuestion[]): Sheet {
  const card = edition.card.scenes;
  const axis = ['indoor', 'outdoor', ''].concat([...new Set(questions.map(({ scene }) => scene))].sort());
  const rows = [...Object.keys(edition.splits), ''].flatMap((split) =>
    [...new Set(axis)].map((scene) => {
      const found = questions.filter((one) => matches(one.split, split) && matches(one.scene, scene)).length;
      const printed = card[`${split} ${scene}`] ?? null;
      return [split ? taskName(split) : 'Total', scene || 'all', found, printed, flag([found, printed])];
    }),
  );
  return {
    name: 'questions by task and scene',
    about: 'How many questions there are, beside what the card says.',
    columns: ['task', 'scene', 'questions', 'on the card', 'remark'],
    rows: rows.filter(([, , found, printed]) => found !== 0 || printed !== null),
  };
}

function steps(edition: Edition, questions: readonly CountedQuestion[]): Sheet {
  const card = edition.card.steps;
  const rows = Object.keys(edition.splits).flatMap((split) => {
    const own = questions.filter((one) => one.split === split);
    const printed = Object.keys(card).flatMap((key) =>
      key.startsWith(`${split} `) ? key.slice(split.length + 1) : [],
    );
    const keys = new Set([...own.map(({ step }) => String(step)), ...printed.filter((key) => key !== 'all')]);
    return [...[...keys].sort(naturalOrder), 'all'].map((key) => {
      const asked = key === 'all' ? own : own.filter(({ step }) => String(step) === key);
      const words = asked.length > 0 ? round(mean(asked.map((one) => one.words)), 2) : null;
      const [count = null, length = null] = card[`${split} ${key}`] ?? [];
      const remark = flag([asked.length, count], [words, length]);
      return [taskName(split), key, asked.length, count, words, length, remark];
    });
  });
  return {
    name: 'questions and words by step',
    about: 'How many questions take how many steps, and how many words their prompts have on average.',
    columns: ['task', 'step', 'questions', 'on the card', 'words', 'words on the card', 'remark'],
    rows,
  };
}

/** An empty pattern matches everything. */
const matches = (value: string, pattern: string) => pattern === '' || value === pattern;

function flag(...pairs: [found: number | null, printed: number | null][]): string {
  return pairs.some(([found, printed]) => printed !== null && found !== printed) ? 'differs from the card' : '';
}
