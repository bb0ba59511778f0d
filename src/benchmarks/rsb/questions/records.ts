import { z } from 'zod';
import { SextantError } from '../../../contracts/index.ts';
import { readJsonArray } from '../../../tables/index.ts';
import type { QuestionRow } from './rows.ts';
import type { QuestionSource } from './source.ts';

/** A question as the authors’ prepared files have it; `extra_options_10` is ours. */
const QuestionRecord = z.object({
  question: z.string().min(1),
  answer: z.string().default(''),
  final_answer: z.string().min(1),
  extra_options: z.array(z.string()).default([]),
  extra_options_10: z.array(z.string()).exactOptional(),
  category: z.string().exactOptional(),
});
export type QuestionRecord = z.infer<typeof QuestionRecord>;

export function isPrepared(file: string): boolean {
  return /\.json$/i.test(file);
}

/** Reads `gsm8k/data/test.json` or `mmluqa2/data/test.json`: prepared rows are taken as they are, in their order. */
export function readRecords(file: string): Omit<QuestionRow, 'id'>[] {
  return readJsonArray(file, QuestionRecord).map((record, index) => {
    for (const column of ['extra_options', 'extra_options_10'] as const) {
      const options = [record.final_answer, ...(record[column] ?? [])];
      const twice = options.find((option, at) => options.indexOf(option) !== at);
      if (twice !== undefined)
        throw new SextantError('bad_data', `"${twice}" is there twice, or is the answer itself`, {
          where: `${file}[${index}] column ${column}`,
        });
    }
    return {
      text: record.question,
      answer: record.final_answer,
      wrong: record.extra_options,
      ...(record.extra_options_10 && { wrong10: record.extra_options_10 }),
      ...(record.category !== undefined && { category: record.category }),
      ...(record.answer !== '' && { solution: record.answer }),
    };
  });
}

/**
 * Questions in the form of the authors’ prepared files, for their tools and for readers.
 * @example writeFileAtomic('gsm8k/data/test.json', recordsJson(buildRecords(source)))
 */
export function buildRecords(source: QuestionSource, count = source.size): QuestionRecord[] {
  return Array.from({ length: Math.min(count, source.size) }, (_, index) => {
    const { text, answer, solution, category, distractors } = source.question(index, 4);
    return {
      question: text,
      answer: solution ?? `#### ${answer}`,
      final_answer: answer,
      extra_options: [...distractors],
      extra_options_10: [...source.question(index, 10).distractors],
      ...(category !== undefined && { category }),
    };
  });
}

/** The file’s text as Python’s `json.dump(…, ensure_ascii=False, indent=2)` writes it. */
export function recordsJson(records: readonly QuestionRecord[]): string {
  return JSON.stringify(records, null, 2);
}
