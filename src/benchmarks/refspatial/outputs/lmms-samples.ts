import { join } from 'node:path';
import { z } from 'zod';
import {
  type Answered,
  canonicalJson,
  type Dataset,
  type Prediction,
  SextantError,
  type UnitResult,
} from '../../../contracts/index.ts';
import { readJsonl } from '../../../data/index.ts';
import {
  PythonFloat as Float,
  isLmmsFailure,
  pythonJsonDumps as jsonDumps,
  pythonReprFloat as reprFloat,
} from '../../../extract/index.ts';
import { sha256 } from '../../../media/index.ts';
import { type RefspatialSample, sampleId } from '../sample.ts';
import { folderName, outputFiles, splitsOf } from './files.ts';
import { writeLines } from './write-lines.ts';

const id = z.int('expected a whole number').nonnegative();

/** Versions differ in which of these they leave out. */
const Line = z.object({
  doc_id: id,
  doc: z.object({ id }).optional(),
  filtered_resps: z.array(z.union([z.string(), z.array(z.string())])).optional(),
  resps: z.array(z.union([z.string(), z.array(z.string())])).optional(),
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
      const said = value.filtered_resps?.[0] ?? value.refspatial_acc?.pred ?? value.resps?.[0];
      const text = Array.isArray(said) ? said[0] : said;
      if (text === undefined)
        throw new SextantError('bad_data', 'there is no answer in filtered_resps, refspatial_acc or resps', { where });
      const number = value.refspatial_acc?.id ?? value.doc?.id ?? value.doc_id;
      yield { id: sampleId(split, number), epoch: 0, text: isLmmsFailure(text) ? null : text, where };
    }
  }
}

/** The lines that lmms-eval logs. Its `doc_hash` is over pictures as Python holds them; ours is over the question. */
export async function write(
  units: AsyncIterable<Answered<RefspatialSample>>,
  dir: string,
  { model }: { model: string },
): Promise<string[]> {
  return await writeLines(units, ({ sample, instruction, text, result }) => ({
    path: join(dir, folderName(model, result.epoch), `sextant_samples_refspatial_${sample.split}.jsonl`),
    line: jsonDumps(
      {
        doc_id: sample.number,
        target: '',
        filtered_resps: [text],
        doc_hash: sha256(canonicalJson(sample)),
        refspatial_acc: {
          id: sample.number,
          query: instruction,
          pred: text,
          parsed_points: pointsOf(result),
          accuracy: new Float(reprFloat(result.score ?? 0)),
        },
        input: instruction,
      },
      { ascii: false },
    ),
  }));
}

/** lmms-eval knows no boxes. */
function pointsOf({ extraction }: UnitResult): number[][] {
  if (extraction === null || !('points' in extraction)) return [];
  return extraction.points.flatMap((mark) => (Array.isArray(mark) ? [[...mark]] : []));
}
