import { join } from 'node:path';
import { z } from 'zod';
import { type Answered, type Dataset, isError, type Prediction, SextantError } from '../../../contracts/index.ts';
import { readJsonl } from '../../../data/index.ts';
import { pythonJsonDumps as jsonDumps } from '../../../extract/index.ts';
import { taskName } from '../edition.ts';
import { type RefspatialSample, sampleId } from '../sample.ts';
import { folderName, outputFiles, splitsOf } from './files.ts';
import { writeLines } from './write-lines.ts';

const Line = z.object({
  question_id: z.int('expected a whole number').nonnegative(),
  text: z.string('expected text or null').nullable(),
  category: z.string().optional(),
});

/** What their calls of an API give back after the last try. Their model server's clients give null. */
const failedCall = 'Failed: Query Error';

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
      const text = value.text === failedCall ? null : value.text;
      yield { id: sampleId(split, value.question_id), epoch: 0, text, where };
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
        text: isError(result.outcome) ? null : text,
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
