import type { Protocol } from '../../contracts/index.ts';
import { withLaterVersions } from '../later-versions.ts';

const official: Protocol = {
  id: 'robospatial/official',
  about:
    'the authors’ own: the question as it stands; the first point in the polygon, a reply that begins with yes or no. Mean over categories, as in their README; their script prints the mean over questions',
  prompt: [{ media: 'all' }, { text: '{question}' }],
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'robospatial/official',
  scorer: 'official',
  aggregate: 'macro',
  askAgain: 0,
};

const vlmevalkit: Protocol = {
  ...official,
  id: 'robospatial/vlmevalkit',
  about:
    'VLMEvalKit: points are asked for as JSON and read by Point2DParser; another rule at the border of the polygon',
  prompt: [{ media: 'all' }, { text: '{instruction}' }],
  instructions: {
    'yes-no': '{question}',
    point:
      '{beforeForm}\n\nOutput the point coordinates in JSON format.\nFor example:\n[\n  {"point_2d": [x, y], "label": "point_1"}\n]\n',
  },
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'robospatial/vlmevalkit',
  scorer: 'vlmevalkit',
  aggregate: 'mean',
};

const lmms: Protocol = {
  ...official,
  id: 'robospatial/lmms',
  about: 'lmms-eval: its own instructions; points in thousandths in a fenced block, any of them on the mask counts',
  prompt: [{ media: 'all' }, { text: '{withoutForm}\n{instruction}' }],
  instructions: {
    'yes-no': `Your task is to answer the question above. Respond with a brief explanation if needed, followed by a yes or no answer in the last line of your response.

    Format your final answer strictly as follows on the last line of your response:
    Answer: yes or no

    Do not include additional text after this line.
    `,
    point: `Your task is to identify specific points in the image based on the question. Respond with a brief explanation if needed, followed by a list of 2D point coordinates.

    The points should be in JSON format and normalized to the range [0, 1000].

    Do not include additional text after this line.
    `,
  },
  decoding: { temperature: 0, maxTokens: 512 },
  extractor: 'robospatial/lmms',
  scorer: 'lmms',
  aggregate: 'mean',
};

const whole = 'a point is compared as it was written: in the first version only its first 15 digits';

export const protocols = withLaterVersions([official, vlmevalkit, lmms], {
  'robospatial/official': [{ about: whole, extractor: 'robospatial/official@v2' }],
  'robospatial/vlmevalkit': [{ about: whole, extractor: 'robospatial/vlmevalkit@v2' }],
});
