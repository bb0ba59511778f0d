import type { Protocol } from '../../contracts/index.ts';

const list =
  'Your answer should be formatted as a list of tuples, i.e. [(x1, y1), (x2, y2), ...], where each tuple contains the x and y coordinates of a point satisfying the conditions above.';

/** What the authors ask of the form of an answer. */
export const suffix = `${list} The coordinates should be between 0 and 1, indicating the normalized pixel locations of the points in the image.`;

const only = "Return only list of tuples, don't add anything else.";

const official: Protocol = {
  id: 'where2place/official',
  about:
    'RoboPoint’s own: fractions of 640 × 480, the mask’s grey values as they are; what its parser fails on is left out',
  prompt: [{ media: 'all' }, { text: '{prompt}' }],
  decoding: { temperature: 0.2, maxTokens: 1024 },
  extractor: 'where2place/official',
  scorer: 'official',
  aggregate: 'official',
  askAgain: 0,
};

const lmms: Protocol = {
  ...official,
  id: 'where2place/lmms',
  about: 'lmms-eval: tuples of fractions of the mask’s sides, whole numbers too, boxes ignored; mask from 128 on',
  prompt: [{ media: 'all' }, { text: `{question} ${suffix} ${only}` }],
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'refspatial/lmms-no-reasoning',
  scorer: 'lmms',
  aggregate: 'mean',
};

const thousandths: Protocol = {
  ...lmms,
  id: 'where2place/lmms-0-999',
  about: 'lmms-eval with prompt_suffix_type 0_999: whole numbers from 0 to 999 are asked for, thousandths are read',
  prompt: [
    { media: 'all' },
    {
      text: `{question} ${list} The coordinates should be integers between 0 and 999, representing the pixel locations scaled to a 1000×1000 grid. ${only}`,
    },
  ],
  extractor: 'refspatial/lmms-0-999-no-reasoning',
};

const json: Protocol = {
  ...lmms,
  id: 'where2place/lmms-json',
  about: 'lmms-eval’s where2place_json: every [x, y] in thousandths of the sides, decimals in fractions of them',
  prompt: [
    { media: 'all' },
    {
      text: '{question} Your answer should be JSON format. The coordinates should be between 0 and 1000, indicating the normalized pixel locations of the points in the image.',
    },
  ],
  extractor: 'refspatial/lmms-json-no-reasoning',
};

export const protocols: readonly Protocol[] = [official, lmms, thousandths, json];
