import type { Benchmark, Fields, ShownSample } from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import { meanAggregate } from '../../stats/index.ts';
import { answerLabel } from '../answer-label.ts';
import { QUESTIONS } from './complete.ts';
import { diagnose } from './diagnose.ts';
import { ROTATIONS } from './forms/rotate.ts';
import { printOfficial } from './official.ts';
import { outputs } from './outputs.ts';
import { protocols } from './protocols.ts';
import { published } from './published.ts';
import { MmsiSample } from './sample.ts';
import { officialCircular, scorers, vlmevalkitCircular } from './score.ts';
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
  label: answerLabel,
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

/** Where the options cannot be read, their letters are still known. */
function choicesOf({ choices }: MmsiSample): Record<string, string> {
  return Object.keys(choices).length > 0 ? choices : { A: '', B: '', C: '', D: '' };
}

function show(sample: MmsiSample): ShownSample {
  const { question, stem, media, thought, hint, difficulty, duration } = sample;
  const annotations: Record<string, string | undefined> = {
    'Annotated reasoning': thought,
    Hint: hint,
    Difficulty: difficulty,
    'Time people took (mean, normalised)': duration === undefined ? undefined : `${duration.toFixed(1)} s`,
  };
  return {
    question: stem,
    listed: question,
    choices: choicesOf(sample),
    pictures: media,
    annotations: Object.entries(annotations).flatMap(([name, text = '']) =>
      text.trim() === '' ? [] : [{ name, text }],
    ),
  };
}

/** What the prompts are filled with: each recipe lists options in its own way. */
function fields({ question, stem, choices, hint }: MmsiSample): Fields {
  const options = Object.entries(choices);
  const lines = options.map(([letter, text]) => `${letter}. ${text}\n`).join('');
  return {
    question,
    trimmed: strip(question),
    stem,
    hint: hint === undefined ? '' : `Hint: ${hint}\n`,
    // The comma behind the last option is EASI's.
    inline: options.length === 0 ? '' : `Options: ${options.map(([letter, text]) => `${letter}: ${text}, `).join('')}`,
    lines,
    // VLMEvalKit's Qwen2-VL looks at all that it has put together so far.
    qwenRequest: /[\u4e00-\u9fff]/.test(`${hint ?? ''}${stem}${lines}`)
      ? '请直接回答选项字母。'
      : 'Please select the correct answer from the options above.',
  };
}
