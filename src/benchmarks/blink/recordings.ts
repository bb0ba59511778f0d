import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type RecordedAnswer, type Recordings, SextantError } from '../../contracts/index.ts';
import { readRegularText } from '../../files/index.ts';
import { checked, parseJson } from '../../tables/index.ts';
import { at } from '../../util/index.ts';
import { lettered } from '../qa/benchmark.ts';
import { letterReaders } from '../qa/readers.ts';
import type { QaSample } from '../qa/sample.ts';
import { readmeTable } from './published.ts';
import { taskOf, tasks } from './tasks.ts';

const Output = z.object({ idx: z.string(), full_prediction: z.string(), prediction: z.string().nullable() });
const Outputs = z.object({ val: z.array(Output), test: z.array(Output) });
const Letters = z.record(z.string(), z.string().nullable());

/** The authors' saved outputs: one folder per model, one file per subtask; and the predictions that their table is made of. */
export const recordings: Recordings<QaSample> = {
  repository: 'github.com/zeyofu/BLINK_Benchmark',
  commit: '2d6a779be4aa1ad0d38d7aa539bcb43b6dd81592',
  folder: 'eval/saved_outputs',
  readBy: 'the authors’ rules, and GPT-3.5 where these find nothing',
  printedIn: 'README, mini-leaderboard, column Val. The authors’ script writes two digits',
  scorer: 'answer',
  aggregate: 'macro',
  readers: letterReaders,
  notScored: { 'blink/vlmevalkit': 'it also looks for the texts of the options, which are not in the outputs' },
  async *read(dir) {
    const root = join(dir, 'eval');
    const gold = readAs(join(root, 'val_answers.json'), Letters);
    for (const model of readdirSync(join(root, 'saved_outputs')).sort()) {
      const folder = join(root, 'saved_outputs', model);
      const files = readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort();
      const saved = join(root, 'saved_val_predictions', `${model}.json`);
      // The table was made from these; where a model has none, from the outputs.
      const predictions = existsSync(saved) ? readAs(saved, Letters) : {};
      const answers = files.flatMap((file) => answersIn(join(folder, file), file, { gold, predictions }));
      const printed = readmeTable.find(([, , name]) => name === model)?.[1];
      yield {
        model,
        setting: files.length === Object.keys(tasks).length ? 'all subtasks' : `${files.length} subtasks`,
        answers,
        ...(printed !== undefined && { printed: { percent: printed, digits: 1 } }),
      };
    }
  },
};

function answersIn(
  path: string,
  file: string,
  { gold, predictions }: { gold: z.infer<typeof Letters>; predictions: z.infer<typeof Letters> },
): RecordedAnswer<QaSample>[] {
  const task = taskOf(file.replace(/\.json$/, ''));
  if (task === undefined) throw new SextantError('bad_data', 'this is not a subtask of BLINK', { where: path });
  const { val, test } = readAs(path, Outputs);
  const { options } = at(
    Object.entries(tasks).flatMap(([name, about]) => (name === task ? [about] : [])),
    0,
  );
  return [...val, ...test].map(({ idx, full_prediction, prediction }) => {
    const answer = gold[idx];
    const said = Object.hasOwn(predictions, idx) ? (predictions[idx] ?? null) : prediction;
    return {
      sample: {
        id: idx,
        cluster: idx,
        groups: { task, options: String(options) },
        media: [],
        question: '',
        // The files tell letters only.
        choices: lettered(Array.from({ length: options }, () => '')),
        answer: letterIn(answer ?? null) ?? '',
        texts: {},
      },
      text: full_prediction,
      letter: letterIn(said),
      ...(answer !== undefined && { right: said === answer }),
    };
  });
}

/** `(A)` and nothing else: that is what the authors compare. */
function letterIn(text: string | null): string | null {
  return /^\(([A-E])\)$/.exec(text ?? '')?.[1] ?? null;
}

function readAs<T>(path: string, schema: z.ZodType<T>): T {
  return checked(parseJson(readRegularText(path), path), schema, path);
}
