import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type RecordedAnswer, type Recordings, SextantError } from '../../contracts/index.ts';
import { readJsonArray } from '../../tables/index.ts';
import { letterReaders } from '../qa/readers.ts';
import type { QaSample } from '../qa/sample.ts';
import { kindOf } from './kinds.ts';
import { printedIn, printedOf } from './published.ts';

/** Some options are numbers. */
const Text = z.union([z.string(), z.number()]).transform(String);

const Output = z.object({
  id: z.string(),
  question: z.string(),
  choices: z.record(z.string(), Text),
  response: z.string().nullable(),
  ground_truth_answer: Text,
  extracted_answer: z.string(),
  correct: z.boolean(),
});

const Question = z.object({ id: z.string(), video: z.string() });

const root = 'processed_outputs_paper_results';
const parts = ['real', 'synthetic'] as const;

/** The authors' processed outputs, checked by people: one file per model, part and way of asking. */
export const recordings: Recordings<QaSample> = {
  repository: 'github.com/ShijieZhou-UCLA/VLM4D',
  commit: '23f2680764a2266e69cea6f81ef660decd28792d',
  folder: root,
  readBy: 'two models as judges, checked by people',
  printedIn,
  scorer: 'option',
  aggregate: 'accuracy',
  readers: [...letterReaders, 'vlmevalkit/can-infer@v2'],
  async *read(dir) {
    const clips = clipsIn(dir);
    for (const setting of ['cot', 'direct-output']) {
      const folders = parts.map((part) => ({ part, path: join(dir, root, `${part}_mc_${setting}`) }));
      const models = new Set(folders.flatMap(({ path }) => readdirSync(path)).filter((name) => name.endsWith('.json')));
      for (const file of [...models].sort()) {
        const there = folders.filter(({ path }) => existsSync(join(path, file)));
        const answers = there.flatMap(({ part, path }) => answersIn(join(path, file), part, clips));
        const model = file.replace(/\.json$/, '');
        const printed = setting === 'cot' ? printedOf(model) : undefined;
        yield { model, setting, answers, ...(printed && { printed }) };
      }
    }
  },
};

/** Which clip a question is about: the outputs do not say it. */
function clipsIn(dir: string): ReadonlyMap<string, string> {
  return new Map(
    parts.flatMap((part) =>
      readJsonArray(join(dir, 'data', `${part}_mc.json`), Question).map(({ id, video }): [string, string] => [
        `${part}/${id}`,
        video,
      ]),
    ),
  );
}

function answersIn(
  path: string,
  part: (typeof parts)[number],
  clips: ReadonlyMap<string, string>,
): RecordedAnswer<QaSample>[] {
  return readJsonArray(path, Output).map(({ id, question, choices, response, ground_truth_answer: truth, ...rest }) => {
    const answer = Object.keys(choices).find((letter) => choices[letter] === truth);
    if (answer === undefined)
      throw new SextantError('bad_data', `the answer "${truth}" is not an option`, { where: `${path} ${id}` });
    const kind = kindOf(part, id, truth);
    return {
      sample: {
        id: `${part}/${id}`,
        cluster: clips.get(`${part}/${id}`) ?? id,
        groups: { part, kind, options: String(Object.keys(choices).length) },
        media: [],
        question,
        choices,
        answer,
        texts: {},
      },
      text: response ?? '',
      letter: letterIn(rest.extracted_answer, choices),
      right: rest.correct,
    };
  });
}

/** `B: right`, or `No Valid Answer`. */
function letterIn(extracted: string, choices: Record<string, string>): string | null {
  const letter = /^\s*([A-Z])\s*(?::|$)/.exec(extracted)?.[1];
  return letter !== undefined && Object.hasOwn(choices, letter) ? letter : null;
}
