import type { Protocol } from '../../contracts/index.ts';
import { type LaterVersion, noReasoning, withLaterVersions } from '../later-versions.ts';

type TemplatePart = Protocol['prompt'][number];

const image: TemplatePart = { media: 'all' };

/** The authors' API calls put the text before the picture and ask for this; their own model server is told neither. */
const official = {
  decoding: { temperature: 0, maxTokens: 8196 },
  scorer: 'official',
  aggregate: 'official',
  askAgain: 0,
};

/** Toolkits count what they cannot read as 0, and put the picture first. */
const toolkit = { ...official, aggregate: 'mean' };

const textFirst = (text: string): TemplatePart[] => [{ text }, image];
/** The authors' calls to OpenAI's API, and to those who speak like it, ask for every pixel. */
const textFirstInDetail = (text: string): TemplatePart[] => [{ text }, { media: 'all', detail: 'high' }];
const imageFirst = (text: string): TemplatePart[] => [image, { text }];

/** The first versions, byte for byte. Their hashes are published: what the tools do by now is below. */
const first: readonly Protocol[] = [
  {
    id: 'refspatial/roborefer',
    about:
      "the authors' prompt for RoboRefer, RoboPoint, GPT-4o and Claude: question and suffix; tuples of fractions. Picture only: RoboRefer's own numbers are with depth",
    ...official,
    prompt: textFirst('{prompt} {suffix}'),
    extractor: 'refspatial/text-relative',
  },
  {
    id: 'refspatial/gemini',
    about: "the authors' script for Gemini: asks for one point; fenced JSON, [y, x] in thousandths",
    ...official,
    prompt: textFirst('Locate one point of {object}.'),
    extractor: 'refspatial/gemini-json',
  },
  {
    id: 'refspatial/gemini-card',
    about: 'the data set card for Gemini: as refspatial/gemini, but asks for "the points"',
    ...official,
    prompt: textFirst('Locate the points of {object}.'),
    extractor: 'refspatial/gemini-json',
  },
  {
    id: 'refspatial/molmo',
    about: "the authors' script for Molmo: asks for several points; numbered XML attributes in percent",
    ...official,
    prompt: textFirst('Locate several points of {object}.'),
    extractor: 'refspatial/molmo-xml',
  },
  {
    id: 'refspatial/robobrain',
    about: "the authors' script for RoboBrain: tuples of pixels; one decimal point ends their script",
    ...official,
    prompt: textFirst('{prompt} Please provide its 2D coordinates.'),
    extractor: 'refspatial/text-absolute',
  },
  {
    id: 'refspatial/qwen',
    about: "the authors' script for Qwen: asks for JSON but reads tuples of pixels, so that JSON scores 0",
    ...official,
    prompt: textFirst('Locate {object} in this image and output the point coordinates in JSON format.'),
    extractor: 'refspatial/text-absolute',
  },
  {
    id: 'refspatial/lmms',
    about: 'lmms-eval: tuples of fractions, whole numbers too, boxes ignored; mask from 128 on',
    ...toolkit,
    prompt: imageFirst("{prompt} {suffix} Return only list of tuples, don't add anything else."),
    decoding: { temperature: 0, maxTokens: 1024 },
    extractor: 'refspatial/lmms',
    scorer: 'lmms',
  },
  {
    id: 'refspatial/lmms-0-999',
    about: "lmms-eval with prompt_suffix_type 0_999: its own suffix in place of the data's, tuples of thousandths",
    ...toolkit,
    // Two spaces, as theirs: the suffix ends in one.
    prompt: imageFirst(
      "{prompt} Your answer should be formatted as a list of tuples, i.e. [(x1, y1)], where each tuple contains the x and y coordinates of a point satisfying the conditions above. The coordinates should be integers between 0 and 999, representing the pixel locations scaled to a 1000×1000 grid.  Return only list of tuples, don't add anything else.",
    ),
    decoding: { temperature: 0, maxTokens: 1024 },
    extractor: 'refspatial/lmms-0-999',
    scorer: 'lmms',
  },
  {
    id: 'refspatial/lmms-json',
    about: "lmms-eval's _json tasks: RoboRefer's prompt for Qwen, every [x, y] in thousandths; mask from 128 on",
    ...toolkit,
    prompt: imageFirst('Locate {object} in this image and output the point coordinates in JSON format.'),
    decoding: { temperature: 0, maxTokens: 1024 },
    extractor: 'refspatial/lmms-json',
    scorer: 'lmms',
  },
  {
    id: 'refspatial/vlmevalkit',
    about:
      'VLMEvalKit RefSpatialDataset: JSON in thousandths, XML or tuples, clipped to the picture; one hit is enough. Decoding is left to the server',
    ...toolkit,
    prompt: imageFirst(
      '{promptFromFirstWord} Output the point coordinates in JSON format.\nFor example:\n[\n{"point_2d": [x, y], "label": "point_1"}\n]',
    ),
    decoding: { temperature: 0 },
    extractor: 'refspatial/vlmevalkit',
    scorer: 'vlmevalkit',
  },
  {
    id: 'refspatial/easi',
    about:
      'EASI (VLMEvalKit RefSpatialBench): JSON or tuples, clipped to the picture; the instruction follows the question without a space. Decoding is left to the server',
    ...toolkit,
    prompt: imageFirst(
      '{prompt}Output the point coordinates in JSON format.\nFor example:\n[\n  {"point_2d": [x, y], "label": "point_1"}\n]\n',
    ),
    decoding: { temperature: 0 },
    extractor: 'refspatial/easi-point2d',
    scorer: 'easi',
  },
];

const inDetail = 'the picture with detail "high", as the authors’ API calls (d97a995) send it';
const viaKit = 'the reply read back from the spreadsheet that VLMEvalKit (e8e78f0) writes';
const viaEasi = 'the reply read back from the spreadsheet that EASI’s VLMEvalKit (5f78512) writes';
const thinkSplit = 'with SPLIT_THINK=True what follows the last </think>';

const later: Readonly<Record<string, readonly LaterVersion[]>> = {
  'refspatial/roborefer': [{ about: inDetail, prompt: textFirstInDetail('{prompt} {suffix}') }],
  'refspatial/gemini': [{ about: inDetail, prompt: textFirstInDetail('Locate one point of {object}.') }],
  'refspatial/qwen': [
    {
      about: inDetail,
      prompt: textFirstInDetail('Locate {object} in this image and output the point coordinates in JSON format.'),
    },
  ],
  'refspatial/lmms': [{ about: noReasoning, extractor: 'refspatial/lmms-no-reasoning' }],
  'refspatial/lmms-0-999': [{ about: noReasoning, extractor: 'refspatial/lmms-0-999-no-reasoning' }],
  'refspatial/lmms-json': [{ about: noReasoning, extractor: 'refspatial/lmms-json-no-reasoning' }],
  'refspatial/vlmevalkit': [
    { about: viaKit, extractor: 'refspatial/vlmevalkit-xlsx' },
    {
      id: 'refspatial/vlmevalkit-split-think',
      about: `${thinkSplit}, ${viaKit}`,
      extractor: 'refspatial/vlmevalkit-split-think',
    },
  ],
  'refspatial/easi': [
    { about: viaEasi, extractor: 'refspatial/easi-point2d-xlsx' },
    {
      id: 'refspatial/easi-split-think',
      about: `${thinkSplit}, ${viaEasi}`,
      extractor: 'refspatial/easi-point2d-split-think',
    },
  ],
};

/** All known ways to ask and to score; the default comes first. */
export const protocols: readonly Protocol[] = withLaterVersions(first, later);
