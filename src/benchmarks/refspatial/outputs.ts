import type { OutputFormat } from '../../contracts/index.ts';
import type { RefspatialSample } from './sample.ts';

type Format = OutputFormat<RefspatialSample>;

/** Only these need Node, and only when they are used. */
function lazily(about: string, load: () => Promise<Required<Pick<Format, 'read' | 'write'>>>): Format {
  return {
    about,
    async *read(path, dataset) {
      yield* (await load()).read(path, dataset);
    },
    write: async (units, dir, about) => (await load()).write(units, dir, about),
  };
}

/** Other tools' forms of outputs. */
export const outputs = {
  'roborefer-jsonl': lazily(
    "the authors' outputs: <model>/Location.jsonl … as test_benchmark.py writes and summarize_acc.py reads them",
    () => import('./outputs/roborefer-jsonl.ts'),
  ),
  'lmms-samples': lazily(
    "lmms-eval's samples: *_samples_refspatial_location.jsonl …",
    () => import('./outputs/lmms-samples.ts'),
  ),
  'vlmevalkit-xlsx': lazily(
    "VLMEvalKit's predictions by index: .xlsx, also .tsv and .json when read",
    () => import('./outputs/vlmevalkit-xlsx.ts'),
  ),
};
