// Things of your own, found by name: sextant run left-right --model mine/guesser --use ./examples/mine.ts
import { createHash } from 'node:crypto';
import { type Benchmark, type Extractor, type Model, type ReportFormat, Sample, z } from 'sextant';
import { meanAggregate } from 'sextant/stats';

const Question = Sample.extend({ text: z.string(), answer: z.enum(['left', 'right']) });
type Question = z.infer<typeof Question>;

/** Where things stand, in words alone. */
const questions: Question[] = ['a cup', 'a shoe', 'a book', 'a key'].map((thing, index) => ({
  id: String(index),
  cluster: String(index),
  groups: {},
  media: [],
  text: `I face north. ${thing} lies ${index % 2 ? 'east' : 'west'} of me. Is it to my left or to my right?`,
  answer: index % 2 ? 'right' : 'left',
}));

const benchmark: Benchmark<Question> = {
  id: 'left-right',
  title: 'Left or right',
  about: 'four questions about directions',
  needsData: false,
  args: {},
  protocols: [
    {
      id: 'left-right/plain',
      about: 'one word',
      prompt: [{ text: '{text} Answer with one word.' }],
      decoding: { temperature: 0 },
      extractor: 'mine/side',
      scorer: 'same',
      aggregate: 'accuracy',
      askAgain: 0,
    },
  ],
  breakdowns: [],
  schema: Question,
  async load() {
    const at = (index: number) => {
      const question = questions[index];
      if (!question) throw new RangeError(`there is no question ${index}`);
      return question;
    };
    return {
      // Another question is another data set.
      sha256: createHash('sha256').update(JSON.stringify(questions)).digest('hex'),
      source: 'examples/mine.ts',
      onDisk: false,
      ids: questions.map(({ id }) => id),
      sample: async (index) => at(index),
      bytes: () => Promise.reject(new Error('there are no pictures')),
      warnings: [],
    };
  },
  fields: ({ text }) => ({ text }),
  show: ({ text }) => ({ question: text }),
  space: () => ({ choices: { left: 'left', right: 'right' } }),
  truth: ({ answer }) => ({ answer }),
  scorers: {
    same: {
      score: ({ answer }, extraction) => ({
        value: 'answer' in extraction && extraction.answer === answer ? 1 : 0,
      }),
    },
  },
  aggregates: { accuracy: meanAggregate('accuracy') },
};

/** The last of the two words counts. */
const side: Extractor = {
  id: 'mine/side',
  about: 'the last "left" or "right" in the text',
  extract: (text) => ({
    answer:
      text
        .toLowerCase()
        .match(/\b(?:left|right)\b/g)
        ?.at(-1) ?? null,
  }),
  write: (answer) => ('answer' in answer ? String(answer.answer) : ''),
};

const guesser: Model = {
  id: 'mine/guesser',
  capabilities: { maxImages: 0, video: false, coordinates: null, peeks: 'nothing' },
  settings: {},
  answer: async () => ({ text: 'Left, I guess.', finish: 'stop' }),
};

/** sextant report runs/… --format titles --use ./examples/mine.ts */
const titles: ReportFormat = {
  id: 'titles',
  about: 'what each table is called',
  render: (tables) => tables.map(({ title = 'untitled' }) => `${title}\n`).join(''),
};

export const benchmarks = [benchmark];
export const extractors = [side];
export const models = [guesser];
export const formats = [titles];
