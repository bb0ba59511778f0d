import type { OutputFormat } from '../../contracts/index.ts';
import { lmmsFailure, vlmevalkitFailure } from '../../extract/index.ts';
import type { RefspatialSample } from './sample.ts';

type Format = OutputFormat<RefspatialSample>;

/** Only these need Node, and only when they are used. */
function lazily(
  told: Required<Pick<Format, 'about' | 'failed'>>,
  load: () => Promise<Required<Pick<Format, 'read' | 'write'>>>,
): Format {
  return {
    ...told,
    async *read(path, dataset) {
      yield* (await load()).read(path, dataset);
    },
    write: async (units, dir, about) => (await load()).write(units, dir, about),
  };
}

const byVlmevalkit = () => vlmevalkitFailure;

/** Other tools' forms of outputs. */
export const outputs = {
  'roborefer-jsonl': lazily(
    {
      about:
        "the authors' outputs: <model>/Location.jsonl … as test_benchmark.py writes and summarize_acc.py reads them",
      // The line has null in place of it.
      failed: () => '',
    },
    () => import('./outputs/roborefer-jsonl.ts'),
  ),
  'lmms-samples': lazily(
    { about: "lmms-eval's samples: *_samples_refspatial_location.jsonl …", failed: lmmsFailure },
    () => import('./outputs/lmms-samples.ts'),
  ),
  'vlmevalkit-xlsx': lazily(
    { about: "VLMEvalKit's predictions by index: .xlsx, also .tsv and .json when read", failed: byVlmevalkit },
    () => import('./outputs/vlmevalkit-xlsx.ts'),
  ),
  'vlmevalkit-scores': lazily(
    {
      about: 'what VLMEvalKit’s RefSpatialDataset makes of these outputs: _detail.xlsx and _acc.csv, by its own rules',
      failed: byVlmevalkit,
    },
    () => import('./outputs/vlmevalkit-scores.ts'),
  ),
  easi: lazily(
    {
      about: 'EASI: _Point2D.xlsx and its accuracies, by EASI’s own rules whatever the run was scored by',
      failed: byVlmevalkit,
    },
    () => import('./outputs/easi-files.ts'),
  ),
};
