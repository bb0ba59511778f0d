import { type Benchmark, type OutputFormat, SextantError } from '../../contracts/index.ts';
import { readPredictions } from '../../store/index.ts';

/** Forms of outputs that a benchmark's answers may come or go in: our own simplest one, and its own. */
export function formatsOf(benchmark: Benchmark): Record<string, OutputFormat> {
  return { jsonl: { about: 'one {"id", "text", "epoch"?} per line', read: readPredictions }, ...benchmark.outputs };
}

/** The format of that name that can be read, or written. */
export function findFormat(benchmark: Benchmark, name: string, use: 'read' | 'write'): OutputFormat {
  const formats = formatsOf(benchmark);
  const found = formats[name];
  if (found?.[use]) return found;
  const known = Object.keys(formats).filter((id) => formats[id]?.[use]);
  throw new SextantError('bad_argument', `${benchmark.id} cannot ${use} the format ${name}`, {
    fix: `choose one of ${known.join(', ') || '(none)'}`,
  });
}
