import { z } from 'zod';
import { type Benchmark, type OutputFormat, type Prediction, SextantError } from '../../contracts/index.ts';
import { readLines } from '../../files/index.ts';
import { didYouMean } from '../../util/index.ts';
import { runFormats } from './whole-run/index.ts';
import { inspectAnswers } from './whole-run/inspect-read.ts';

const Row = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  text: z.string().nullable(),
  epoch: z.number().int().nonnegative().default(0),
});

/** Our own simplest form: one `{"id": …, "text": …, "epoch"?: …}` per line. */
async function* readPredictions(path: string): AsyncGenerator<Prediction> {
  for await (const line of readLines(path)) {
    if (line.text.trim() === '') continue;
    const where = `${path}:${line.number}`;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (cause) {
      throw new SextantError('bad_data', 'this line is not JSON', {
        where,
        fix: 'each line must look like {"id": "…", "text": "…"}; --from names another form, see `sextant list formats`',
        cause,
      });
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

/** Forms of outputs that a benchmark's answers may come or go in: our own simplest one, and its own. */
export function formatsOf(benchmark: Benchmark): Record<string, OutputFormat> {
  const jsonl = { about: 'one {"id", "text", "epoch"?} per line', read: readPredictions };
  return { jsonl, inspect: inspectAnswers, ...benchmark.outputs };
}

/** The format of that name that can be read, or written. */
export function findFormat(benchmark: Benchmark, name: string, use: 'read' | 'write'): OutputFormat {
  const formats = formatsOf(benchmark);
  const found = formats[name];
  if (found?.[use]) return found;
  const own = Object.keys(formats).filter((id) => formats[id]?.[use]);
  // Forms of whole runs are written of any benchmark.
  const known = use === 'write' ? [...new Set([...own, ...Object.keys(runFormats)])] : own;
  const message = `${benchmark.id} cannot ${use} the format ${name}`;
  throw new SextantError('bad_argument', message, didYouMean(name, known, `choose one of ${known.join(', ')}`));
}
