import { everyEvalEver } from './every-eval-ever.ts';
import { huggingFaceResults } from './hugging-face.ts';
import { inspectLog } from './inspect-write.ts';
import type { RunFormat } from './run-format.ts';

/** Forms in which whole runs are exchanged, whatever the benchmark. */
export const runFormats: Readonly<Record<string, RunFormat>> = {
  'every-eval-ever': everyEvalEver,
  'hugging-face': huggingFaceResults,
  inspect: inspectLog,
};
