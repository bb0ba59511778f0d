import type { OutputFormat } from '../../contracts/index.ts';
import { lmmsFailure, vlmevalkitFailure } from '../../extract/index.ts';
import type { MmsiSample } from './sample.ts';

type Format = OutputFormat<MmsiSample>;

// Files need Node; what is here also loads in the browser.
/** Tables with `index` and `prediction`, as VLMEvalKit and what is built on it keep them. */
const vlmevalkitTable = {
  async *read(path, dataset) {
    yield* (await import('./outputs/prediction-table.ts')).readPredictions(path, dataset);
  },
  failed: () => vlmevalkitFailure,
} satisfies Partial<Format>;

const predictions = (extension: 'xlsx' | 'tsv' | 'json'): Format => ({
  about: `VLMEvalKit predictions, written as .${extension}; .xlsx, .tsv and .json are read`,
  ...vlmevalkitTable,
  write: async (units, dir, { model }) =>
    (await import('./outputs/vlmevalkit-files.ts')).writePredictions({ units, dir, model, extension }),
});

/** As the authors' copy of VLMEvalKit names and fills them. */
const forkPredictions: Format = {
  about: 'predictions of the authors’ code, written as .xlsx: <model>_MMSI_Bench.xlsx, _Circular for rotations',
  ...vlmevalkitTable,
  write: async (units, dir, { model }) =>
    (await import('./outputs/vlmevalkit-files.ts')).writeForkPredictions({ units, dir, model, extension: 'xlsx' }),
};

/** Scores alone: a failed request would pass for a wrong answer in them. */
const easiResults = (backend: 'vlmevalkit' | 'lmmseval', name: string): Format => ({
  about: `EASI’s easi_results.json by the rules of ${name}, to be completed and submitted; scores only`,
  write: async (units, dir, { model }) =>
    (await import('./outputs/easi-results.ts')).writeEasiResults({ units, dir, model, backend }),
});

/** Other tools' forms of outputs. */
export const outputs: Readonly<Record<string, Format>> = {
  vlmevalkit: predictions('xlsx'),
  'vlmevalkit-tsv': predictions('tsv'),
  'vlmevalkit-json': predictions('json'),
  'vlmevalkit-scores': {
    about: 'what VLMEvalKit makes of rotations: _exact_matching_result.xlsx, _acc.csv, _acc_all.csv, by its own rules',
    ...vlmevalkitTable,
    write: async (units, dir, { model }) =>
      (await import('./outputs/vlmevalkit-scores.ts')).writeCircularScores(units, dir, model),
  },
  easi: {
    about: 'EASI: _extract_matching.xlsx and its accuracies, by EASI’s own rules whatever the run was scored by',
    ...vlmevalkitTable,
    write: async (units, dir, { model }) => (await import('./outputs/easi-files.ts')).writeEasi(units, dir, model),
  },
  'easi-results': easiResults('vlmevalkit', 'VLMEvalKit'),
  'easi-results-lmms': easiResults('lmmseval', 'lmms-eval'),
  'lmms-samples': {
    about:
      'lmms-eval: <time>_samples_mmsi_bench.jsonl and <time>_results.json, by its own rules whatever the run was scored by',
    async *read(path, dataset) {
      yield* (await import('./outputs/lmms-files.ts')).readSamples(path, dataset);
    },
    write: async (units, dir, about) => (await import('./outputs/lmms-files.ts')).writeSamples(units, dir, about),
    failed: lmmsFailure,
  },
  fork: forkPredictions,
  'fork-scores': {
    about:
      'what the authors’ code makes of these outputs: _score.xlsx; for rotations _circular_result.xlsx, _vanilla_result.xlsx and _combined_acc.csv',
    ...vlmevalkitTable,
    write: async (units, dir, { model }) => (await import('./outputs/fork-files.ts')).writeScores(units, dir, model),
  },
};
