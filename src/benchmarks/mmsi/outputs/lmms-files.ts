import { join } from 'node:path';
import { z } from 'zod';
import type { Answered, Dataset, Prediction, WriteAbout } from '../../../contracts/index.ts';
import {
  PythonFloat as Float,
  isLmmsFailure,
  pythonJsonDumps as jsonDumps,
  lmmsDocHash,
  lmmsFolder,
  lmmsResults,
  lmmsTime,
  lmmsTokenCounts,
  mmsiLmms,
  pythonReprFloat as reprFloat,
} from '../../../extract/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { badData, readJsonl } from '../../../tables/index.ts';
import type { MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { firstEpoch, judge, withoutReasoning } from './units.ts';

const Id = z.union([z.number(), z.string()]);
/** A list until v0.6; since v0.7 the only reply of a question is a text by itself. */
const Replies = z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]);

/** A line of lmms-eval's samples; which fields are there depends on its version. */
const Line = z.looseObject({
  doc_id: z.number().int().nonnegative().exactOptional(),
  doc: z.looseObject({ id: Id }).exactOptional(),
  average: z.looseObject({ question_id: Id }).exactOptional(),
  resps: Replies.exactOptional(),
  filtered_resps: Replies.exactOptional(),
});

/** Replies by the question's id; by its place in the data where the line has only that. */
export async function* readSamples(path: string, dataset: Dataset<MmsiSample>): AsyncGenerator<Prediction> {
  for await (const { value, line, where } of readJsonl(path, Line)) {
    const place = { file: path, row: line };
    const id = value.doc?.id ?? value.average?.question_id ?? dataset.ids[value.doc_id ?? -1];
    if (id === undefined) throw badData('no doc.id, no average.question_id and no doc_id that the data have', place);
    // What the task scores is the filtered reply.
    const [reply] = [value.filtered_resps ?? value.resps ?? []].flat(2);
    if (reply === undefined) throw badData('no reply', { ...place, column: 'filtered_resps' });
    const said = isLmmsFailure(reply) ? { text: null, recorded: reply } : { text: reply };
    yield { id: String(id), epoch: 0, ...said, where };
  }
}

const task = 'mmsi_bench';

/** Writes `<model>/<time>_samples_mmsi_bench.jsonl`, line for line as v0.7 logs them, and the averages of its results.json. */
export async function writeSamples(
  units: AsyncIterable<Answered<MmsiSample>>,
  dir: string,
  { model, createdAt }: WriteAbout,
): Promise<string[]> {
  const all = await firstEpoch(units);
  const judged = await Promise.all(withoutReasoning(all).map((unit) => judge(unit, mmsiLmms, scorers.letter)));
  const scores: { name: string; score: number }[] = [];
  const lines = judged.map(({ unit: { sample, text, instruction, usage }, letter, result }, number) => {
    const { category = '' } = sample.groups;
    const score = result.score ?? 0;
    scores.push({ name: category, score }, { name: 'average', score });
    const scored = {
      question_id: Number(sample.id),
      l2_category: category,
      ...(letter === null ? { score: 0, note: 'cannot find answer' } : { score: new Float(reprFloat(score)) }),
    };
    const said = all[number]?.text ?? text;
    const line = {
      doc_id: number,
      target: sample.answer,
      ...(said === text ? {} : { resps: said }),
      filtered_resps: text,
      token_counts: lmmsTokenCounts(usage),
      doc_hash: lmmsDocHash,
      [category]: scored,
      average: scored,
      input: instruction,
    };
    return `${jsonDumps(line, { ascii: false })}\n`;
  });
  const base = join(dir, lmmsFolder(model), lmmsTime(createdAt));
  const paths = [`${base}_samples_${task}.jsonl`, `${base}_results.json`] as const;
  writeFileAtomic(paths[0], lines.join(''));
  const averages = [...Map.groupBy(scores, ({ name }) => name)].map(([name, all]) => {
    const sum = all.reduce((total, { score }) => total + score, 0);
    return [`${name},none`, new Float(reprFloat(sum / all.length))];
  });
  const results = {
    results: { [task]: { alias: task, ...Object.fromEntries(averages), samples: judged.length } },
    ...lmmsResults({ model, createdAt, tasks: { [task]: judged.length } }),
  };
  writeFileAtomic(paths[1], jsonDumps(results, { ascii: false, indent: 2 }));
  return [...paths];
}
