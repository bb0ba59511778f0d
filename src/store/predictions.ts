import { z } from 'zod';
import { type Prediction, SextantError } from '../contracts/index.ts';
import { readLines } from '../files/index.ts';

const Row = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  text: z.string().nullable(),
  epoch: z.number().int().nonnegative().default(0),
});

/** Our own simplest form: one `{"id": …, "text": …, "epoch"?: …}` per line. */
export async function* readPredictions(path: string): AsyncGenerator<Prediction> {
  for await (const line of readLines(path)) {
    if (line.text.trim() === '') continue;
    const where = `${path}:${line.number}`;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (cause) {
      throw new SextantError('bad_data', 'this line is not JSON', { where, cause });
    }
    const row = Row.safeParse(value);
    if (!row.success) {
      const issue = row.error.issues[0];
      throw new SextantError('bad_data', `field ${issue?.path.join('.') || '(line)'}: ${issue?.message}`, {
        where,
        fix: 'each line must look like {"id": "…", "text": "…"}, with "epoch" for repetitions',
      });
    }
    yield { ...row.data, where };
  }
}
