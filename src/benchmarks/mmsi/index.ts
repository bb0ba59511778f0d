import type { Benchmark } from '../../contracts/index.ts';
import { meanAggregate } from '../../stats/index.ts';
import { officialCircular, vlmevalkitCircular } from './circular.ts';
import { QUESTIONS } from './complete.ts';
import { diagnose } from './diagnose.ts';
import { fields } from './fields.ts';
import { ROTATIONS } from './forms/rotate.ts';
import { printOfficial } from './official.ts';
import { outputs } from './outputs.ts';
import { protocols } from './protocols.ts';
import { published } from './published.ts';
import { MmsiSample } from './sample.ts';
import { scorers } from './score.ts';
import { choicesOf, show } from './show.ts';
import { statistics } from './statistics.ts';

/** MMSI-Bench: 1000 multiple-choice questions about several pictures of a scene; with `circular=1`, each in four rotations. */
export const mmsi: Benchmark<MmsiSample> = {
  id: 'mmsi',
  title: 'MMSI-Bench',
  about:
    'Relate several pictures: positions, attributes, motion, several steps. Multiple choice; circular=1 rotates options.',
  needsData: true,
  args: { circular: '0' },
  protocols,
  breakdowns: [['category'], ['images'], ['difficulty']],
  schema: MmsiSample,
  // Only loading and foreign files need Node; scoring also runs in the browser.
  load: async (opts) => (await import('./load.ts')).load(opts),
  fields,
  space: (sample) => ({ choices: choicesOf(sample) }),
  show,
  truth: ({ answer }) => ({ answer }),
  scorers,
  aggregates: {
    accuracy: meanAggregate('accuracy', 0.25),
    'official-circular': officialCircular,
    'vlmevalkit-circular': vlmevalkitCircular,
  },
  diagnose,
  printOfficial,
  published,
  publishedUnits: ({ circular }) => QUESTIONS * (circular === '1' ? ROTATIONS : 1),
  outputs,
  scorersOfOthers: async () => (await import('./parity.ts')).scorersOfOthers,
  dataNames: {
    'mmsi/official': 'MMSI_Bench',
    'mmsi/official@2': 'MMSI_Bench',
    'mmsi/easi': 'MMSIBench_wo_circular',
    'mmsi/easi@2': 'MMSIBench_wo_circular',
    'mmsi/easi-split-think': 'MMSIBench_wo_circular',
    'mmsi/vlmevalkit-circular': 'MMSIBench_circular',
    'mmsi/vlmevalkit-circular@2': 'MMSIBench_circular',
    'mmsi/vlmevalkit-circular-split-think': 'MMSIBench_circular',
    'mmsi/vlmevalkit-circular-qwen2-vl': 'MMSIBench_circular',
    'mmsi/vlmevalkit-circular-qwen2-vl@2': 'MMSIBench_circular',
  },
  sources: [{ repo: 'RunsenXu/MMSI-Bench', revision: 'main', files: ['MMSI_Bench.parquet'], licence: 'CC-BY-4.0' }],
  statistics,
  mediaName: ({ id }, index) => `${id}_${index}`,
};
