import type { OutputFormat } from '../../contracts/index.ts';
import type { MmsiSample } from './sample.ts';

type Format = OutputFormat<MmsiSample>;
type Read = NonNullable<Format['read']>;

// Files need Node; what is here also loads in the browser.
const readTable: Read = async function* (path, dataset) {
  yield* (await import('./outputs/prediction-table.ts')).readPredictions(path, dataset);
};

const tableFormat = (extension: 'xlsx' | 'tsv' | 'json'): Format => ({
  about: `VLMEvalKit predictions, written as .${extension}; .xlsx, .tsv and .json are read`,
  read: readTable,
  write: async (units, dir, { model }) =>
    (await import('./outputs/vlmevalkit-files.ts')).writePredictions({ units, dir, model, extension }),
});

/** Other tools' forms of outputs. */
export const outputs: Readonly<Record<string, Format>> = {
  vlmevalkit: tableFormat('xlsx'),
  'vlmevalkit-tsv': tableFormat('tsv'),
  'vlmevalkit-json': tableFormat('json'),
  easi: {
    about: 'EASI: _extract_matching.xlsx and its accuracies, by EASI’s own rules whatever the run was scored by',
    read: readTable,
    write: async (units, dir, { model }) => (await import('./outputs/easi-files.ts')).writeEasi(units, dir, model),
  },
  'lmms-samples': {
    about: 'lmms-eval: samples_mmsi_bench.jsonl and results.json, by its own rules whatever the run was scored by',
    async *read(path, dataset) {
      yield* (await import('./outputs/lmms-files.ts')).readSamples(path, dataset);
    },
    write: async (units, dir) => (await import('./outputs/lmms-files.ts')).writeSamples(units, dir),
  },
  'fork-scores': {
    about: 'what the authors’ code makes of these outputs: _score.xlsx, or _combined_acc.csv for rotations',
    write: async (units, dir, { model }) => (await import('./outputs/fork-files.ts')).writeScores(units, dir, model),
  },
};
