import { join } from 'node:path';
import { z } from 'zod';
import type { Answered, Dataset, Prediction } from '../../../contracts/index.ts';
import { badData, readJsonl, writeFileAtomic, writeJsonAtomic } from '../../../data/index.ts';
import { isLmmsFailure, mmsiLmms } from '../../../extract/index.ts';
import type { MmsiSample } from '../sample.ts';
import { scorers } from '../score.ts';
import { firstEpoch, judge } from './units.ts';

const Id = z.union([z.number(), z.string()]);
const Replies = z.array(z.union([z.string(), z.array(z.string())]));

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
    const [reply] = (value.filtered_resps ?? value.resps ?? []).flat();
    if (reply === undefined) throw badData('no reply', { ...place, column: 'filtered_resps' });
    yield { id: String(id), epoch: 0, text: isLmmsFailure(reply) ? null : reply, where };
  }
}

/** Writes samples_mmsi_bench.jsonl, line for line as the tool logs them, and the averages as in its results.json. */
export async function writeSamples(units: AsyncIterable<Answered<MmsiSample>>, dir: string): Promise<string[]> {
  const judged = await Promise.all((await firstEpoch(units)).map((unit) => judge(unit, mmsiLmms, scorers.letter)));
  const scores: { name: string; score: number }[] = [];
  const lines = judged.map(({ unit: { sample, text, instruction }, letter, result }, number) => {
    const { category = '' } = sample.groups;
    const score = result.score ?? 0;
    scores.push({ name: category, score }, { name: 'average', score });
    const scored = {
      question_id: Number(sample.id),
      l2_category: category,
      score,
      ...(letter === null && { note: 'cannot find answer' }),
    };
    const { answer: target } = sample;
    const line = { doc_id: number, target, filtered_resps: [text], [category]: scored, average: scored };
    return `${JSON.stringify({ ...line, input: instruction })}\n`;
  });
  const paths = [join(dir, 'samples_mmsi_bench.jsonl'), join(dir, 'results.json')] as const;
  writeFileAtomic(paths[0], lines.join(''));
  const averages = [...Map.groupBy(scores, ({ name }) => name)].map(([name, all]) => {
    const sum = all.reduce((total, { score }) => total + score, 0);
    return [`${name},none`, sum / all.length];
  });
  writeJsonAtomic(paths[1], { results: { mmsi_bench: { alias: 'mmsi_bench', ...Object.fromEntries(averages) } } });
  return [...paths];
}
