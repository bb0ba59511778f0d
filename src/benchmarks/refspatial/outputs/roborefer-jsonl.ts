import { join } from 'node:path';
import { z } from 'zod';
import {
  type Answered,
  type Dataset,
  isError,
  type Prediction,
  SextantError,
  type UnitResult,
} from '../../../contracts/index.ts';
import { pythonJsonDumps as jsonDumps } from '../../../extract/index.ts';
import { readJsonl } from '../../../tables/index.ts';
import { taskName } from '../edition.ts';
import { failedCall } from '../official.ts';
import { type RefspatialSample, sampleId } from '../sample.ts';
import { folderName, outputFiles, splitsOf } from './files.ts';
import { writeLines } from './write-lines.ts';

const Line = z.object({
  question_id: z.int('expected a whole number').nonnegative(),
  text: z.string('expected text or null').nullable(),
  category: z.string().optional(),
});

/** `<Task>.jsonl`, or a folder with several. A failed request is no answer. */
export async function* read(path: string, dataset: Dataset<RefspatialSample>): AsyncGenerator<Prediction> {
  const splits = splitsOf(dataset.ids);
  const splitOf = (name: string) => splits.find((split) => name.toLowerCase() === `${split}.jsonl`);
  for (const file of outputFiles(path, splitOf)) {
    for await (const { value, where } of readJsonl(file.path, Line)) {
      const split = file.split ?? splits.find((known) => known === value.category?.toLowerCase());
      if (split === undefined)
        throw new SextantError('bad_data', 'neither the name of the file nor the category tells the split', {
          where,
          fix: `call the file ${splits.map((known) => `${taskName(known)}.jsonl`).join(' or ')}`,
        });
      const unit = { id: sampleId(split, value.question_id), epoch: 0, where };
      yield value.text === failedCall ? { ...unit, text: null, recorded: failedCall } : { ...unit, text: value.text };
    }
  }
}

/** `<model>/<Task>.jsonl`, byte for byte as the authors' script writes it. */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model }: { model: string },
): Promise<string[]> {
  return await writeLines(units, ({ sample, instruction, text, result }) => ({
    path: join(dir, folderName(model, result.epoch), `${taskName(sample.split)}.jsonl`),
    line: jsonDumps(
      {
        question_id: sample.number,
        prompt: sample.prompt,
        object_name: sample.object,
        suffix: sample.suffix,
        instruction,
        text: isError(result.outcome) ? failure(result) : text,
        model_id: model,
        rgb_path: sample.rgb_path,
        mask_path: sample.mask_path,
        category: sample.category,
        step: sample.step,
      },
      { ascii: true },
    ),
  }));
}

/** Null, as their model server's clients give, unless it came from a call of an API: their script scores the two differently. */
function failure({ recorded }: UnitResult): string | null {
  return recorded === failedCall ? recorded : null;
}
