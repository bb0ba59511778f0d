import type { Protocol } from '../../contracts/index.ts';
import { type LaterVersion, noReasoning, withLaterVersions } from '../later-versions.ts';

const howToAnswer =
  "Answer with the option's letter from the given choices directly. Enclose the option's letter within ``.";

const official: Protocol = {
  id: 'mmsi/official',
  about: "the authors' code: pictures, then the question as published; first capital A to D alone, in backticks if any",
  prompt: [{ media: 'all' }, { text: `{question}\n${howToAnswer}` }],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'mmsi/fork',
  scorer: 'letter',
  aggregate: 'accuracy',
  askAgain: 0,
};

const readme: Protocol = {
  ...official,
  id: 'mmsi/readme',
  about: 'the same prompt, read by the function on the README, for which braces count too',
  extractor: 'mmsi/readme',
};

const lmms: Protocol = {
  ...official,
  id: 'mmsi/lmms',
  about: 'lmms-eval: the question without space around it; A to F in either case',
  prompt: [{ media: 'all' }, { text: `{trimmed}\n${howToAnswer}` }],
  extractor: 'mmsi/lmms',
};

const lmmsNeo: Protocol = {
  ...lmms,
  id: 'mmsi/lmms-neo-ov',
  about: "lmms-eval's prompt format neo_ov: as mmsi/lmms, with the number of each picture before it",
  prompt: [{ media: 'all', label: 'Image-{number}: ' }, { text: `{trimmed}\n${howToAnswer}` }],
};

const easi: Protocol = {
  ...official,
  id: 'mmsi/easi',
  about: 'EASI (MMSIBench_wo_circular): options put together again, answers read from the end',
  prompt: [{ media: 'all' }, { text: `{hint}{stem}\n{inline}\n${howToAnswer}` }],
  extractor: 'mmsi/easi',
  scorer: 'easi',
};

const officialCircular: Protocol = {
  ...official,
  id: 'mmsi/official-circular',
  about: "the authors' circular code, on mmsi:circular=1: a question counts when all its rotations are right",
  scorer: 'exact',
  aggregate: 'official-circular',
};

const vlmevalkitCircular: Protocol = {
  ...official,
  id: 'mmsi/vlmevalkit-circular',
  about: 'VLMEvalKit (MMSIBench_circular), on mmsi:circular=1, without a judge: no backticks asked for',
  prompt: [
    { media: 'all' },
    {
      text: '{hint}Question: {stem}\nOptions:\n{lines}Please select the correct answer from the options above. \n',
    },
  ],
  extractor: 'vlmevalkit/can-infer@v2',
  scorer: 'exact',
  aggregate: 'vlmevalkit-circular',
};

const vlmevalkitCircularQwen2: Protocol = {
  ...vlmevalkitCircular,
  id: 'mmsi/vlmevalkit-circular-qwen2-vl',
  about: "the same with the prompt of VLMEvalKit's Qwen2-VL: no space at its end, the request in Chinese for Chinese",
  prompt: [{ media: 'all' }, { text: '{hint}Question: {stem}\nOptions:\n{lines}{qwenRequest}' }],
};

const first: readonly Protocol[] = [
  official,
  readme,
  lmms,
  lmmsNeo,
  easi,
  officialCircular,
  vlmevalkitCircular,
  vlmevalkitCircularQwen2,
];

const viaFork = 'the reply read back from the spreadsheet that the authors’ code (5de2f3d) writes';
const viaKit = 'the reply read back from the spreadsheet that VLMEvalKit (e8e78f0) writes';
const viaEasi = 'the reply read back from the spreadsheet that EASI’s VLMEvalKit (5f78512) writes';
const thinkSplit = 'with SPLIT_THINK=True what follows the last </think>';

const later: Readonly<Record<string, readonly LaterVersion[]>> = {
  'mmsi/official': [{ about: viaFork, extractor: 'mmsi/fork-xlsx' }],
  'mmsi/lmms': [{ about: noReasoning, extractor: 'mmsi/lmms-no-reasoning' }],
  'mmsi/lmms-neo-ov': [{ about: noReasoning, extractor: 'mmsi/lmms-no-reasoning' }],
  'mmsi/easi': [
    { about: viaEasi, extractor: 'mmsi/easi-xlsx' },
    { id: 'mmsi/easi-split-think', about: `${thinkSplit}, ${viaEasi}`, extractor: 'mmsi/easi-split-think' },
  ],
  'mmsi/official-circular': [{ about: viaFork, extractor: 'mmsi/fork-xlsx' }],
  'mmsi/vlmevalkit-circular': [
    { about: viaKit, extractor: 'vlmevalkit/can-infer-xlsx@v2' },
    {
      id: 'mmsi/vlmevalkit-circular-split-think',
      about: `${thinkSplit}, ${viaKit}`,
      extractor: 'vlmevalkit/can-infer-split-think@v2',
    },
  ],
  'mmsi/vlmevalkit-circular-qwen2-vl': [{ about: viaKit, extractor: 'vlmevalkit/can-infer-xlsx@v2' }],
};

/** All known ways to ask and to score; the default comes first. */
export const protocols: readonly Protocol[] = withLaterVersions(first, later);
