import { join } from 'node:path';
import { z } from 'zod';
import {
  type Answered,
  type Dataset,
  type Prediction,
  SextantError,
  type UnitResult,
  type WriteAbout,
} from '../../../contracts/index.ts';
import {
  PythonFloat as Float,
  isLmmsFailure,
  pythonJsonDumps as jsonDumps,
  lmmsDocHash,
  lmmsFolder,
  lmmsResults,
  lmmsTime,
  lmmsTokenCounts,
  pythonReprFloat as reprFloat,
} from '../../../extract/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { numpyMean as mean } from '../../../stats/index.ts';
import { readJsonl } from '../../../tables/index.ts';
import { type RefspatialSample, sampleId } from '../sample.ts';
import { outputFiles, splitsOf } from './files.ts';
import { writeLines } from './write-lines.ts';

const id = z.int('expected a whole number').nonnegative();

/** A list until v0.6; since v0.7 the only reply of a question is a text by itself. */
const Replies = z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]);

/** Versions differ in which of these they leave out. */
const Line = z.object({
  doc_id: id,
  doc: z.object({ id }).optional(),
  filtered_resps: Replies.optional(),
  resps: Replies.optional(),
  refspatial_acc: z.object({ id: id.optional(), pred: z.string().optional() }).optional(),
});

/** `…_samples_refspatial_location.jsonl`, or a folder with several; `_json` tasks too. */
export async function* read(path: string, dataset: Dataset<RefspatialSample>): AsyncGenerator<Prediction> {
  const splits = splitsOf(dataset.ids);
  const splitOf = (name: string) =>
    splits.find((split) => new RegExp(`refspatial_${split}(_json)?\\.jsonl$`).test(name));
  for (const file of outputFiles(path, splitOf)) {
    const { split } = file;
    if (split === undefined)
      throw new SextantError('bad_data', 'the name of the file does not tell the split', {
        where: file.path,
        fix: `call it …_samples_refspatial_${splits[0]}.jsonl`,
      });
    for await (const { value, where } of readJsonl(file.path, Line)) {
      const [text] = [value.filtered_resps ?? [], value.refspatial_acc?.pred ?? [], value.resps ?? []].flat(3);
      if (text === undefined)
        throw new SextantError('bad_data', 'there is no answer in filtered_resps, refspatial_acc or resps', { where });
      const number = value.refspatial_acc?.id ?? value.doc?.id ?? value.doc_id;
      const unit = { id: sampleId(split, number), epoch: 0, where };
      yield isLmmsFailure(text) ? { ...unit, text: null, recorded: text } : { ...unit, text };
    }
  }
}

/** `<model>/<time>_samples_refspatial_<split>.jsonl`, the lines that v0.7 logs, and the averages of its results.json. */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model, createdAt }: WriteAbout,
): Promise<string[]> {
  const scores = new Map<string, number[]>();
  let base = '';
  const files = await writeLines(units, ({ sample, instruction, text, usage, result }) => {
    const task = `refspatial_${sample.split}`;
    const score = result.score ?? 0;
    const before = scores.get(task);
    if (before) before.push(score);
    else scores.set(task, [score]);
    const folder = `${lmmsFolder(model)}${result.epoch === 0 ? '' : `-epoch${result.epoch + 1}`}`;
    base = join(dir, folder, lmmsTime(createdAt));
    const judged = {
      id: sample.number,
      query: instruction,
      pred: text,
      parsed_points: pointsOf(result),
      accuracy: new Float(reprFloat(score)),
    };
    const line = {
      doc_id: sample.number,
      target: '',
      filtered_resps: text,
      token_counts: lmmsTokenCounts(usage),
      doc_hash: lmmsDocHash,
      refspatial_acc: judged,
      input: instruction,
    };
    return { path: `${base}_samples_${task}.jsonl`, line: jsonDumps(line, { ascii: false }) };
  });
  const results = [...scores].map(([task, all]) => {
    const accuracy = new Float(reprFloat(mean(all)));
    return [task, { alias: task, 'refspatial_acc,none': accuracy, samples: all.length }];
  });
  const tasks = Object.fromEntries([...scores].map(([task, all]) => [task, all.length]));
  const about = { results: Object.fromEntries(results), ...lmmsResults({ model, createdAt, tasks }) };
  writeFileAtomic(`${base}_results.json`, jsonDumps(about, { ascii: false, indent: 2 }));
  return [...files, `${base}_results.json`];
}

/** lmms-eval knows no boxes. */
function pointsOf({ extraction }: UnitResult): number[][] {
  if (extraction === null || !('points' in extraction)) return [];
  return extraction.points.flatMap((mark) => (Array.isArray(mark) ? [[...mark]] : []));
}
