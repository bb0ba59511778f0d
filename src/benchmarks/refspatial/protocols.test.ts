import { describe, expect, it } from 'vitest';
import { composePrompt } from '../../engine/run/prompt.ts';
import { findExtractor } from '../../extract/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { random } from '../../stats/index.ts';
import { refspatial, refspatialExpand } from './index.ts';
import { judge } from './testing/judge.ts';
import { png } from './testing/png.ts';
import { sampleWith } from './testing/sample.ts';

const { sample: blank } = sampleWith(png('L', 4, 4, () => [255]));
const sample = {
  ...blank,
  media: [blank.mask],
  object: 'the second object from the left to the right on the nearest platform',
  prompt: 'Please point out the second object from the left to the right on the nearest platform.',
  suffix: 'SUFFIX',
};

const example = (indent: string) => `For example:\n[\n${indent}{"point_2d": [x, y], "label": "point_1"}\n]`;

/** As the official builders produced them. */
const golden: Record<string, string> = {
  'refspatial/roborefer': `${sample.prompt} SUFFIX`,
  'refspatial/gemini': `Locate one point of ${sample.object}.`,
  'refspatial/gemini-card': `Locate the points of ${sample.object}.`,
  'refspatial/molmo': `Locate several points of ${sample.object}.`,
  'refspatial/robobrain': `${sample.prompt} Please provide its 2D coordinates.`,
  'refspatial/qwen': `Locate ${sample.object} in this image and output the point coordinates in JSON format.`,
  'refspatial/lmms': `${sample.prompt} SUFFIX Return only list of tuples, don't add anything else.`,
  'refspatial/lmms-0-999': `${sample.prompt} Your answer should be formatted as a list of tuples, i.e. [(x1, y1)], where each tuple contains the x and y coordinates of a point satisfying the conditions above. The coordinates should be integers between 0 and 999, representing the pixel locations scaled to a 1000×1000 grid.  Return only list of tuples, don't add anything else.`,
  'refspatial/lmms-json': `Locate ${sample.object} in this image and output the point coordinates in JSON format.`,
  'refspatial/vlmevalkit': `${sample.prompt} Output the point coordinates in JSON format.\n${example('')}`,
  'refspatial/easi': `${sample.prompt}Output the point coordinates in JSON format.\n${example('  ')}\n`,
};

const textOf = (protocol: (typeof refspatial.protocols)[number], of = sample) =>
  composePrompt(protocol, of, refspatial.fields(of)).flatMap((part) => ('text' in part ? [part.text] : []));

const firstOf = (id: string) => id.replace(/@2$|-split-think$/, '');

it('has one default and the same protocols for both editions', () => {
  expect([...new Set(refspatial.protocols.map(({ id }) => firstOf(id)))]).toEqual(Object.keys(golden));
  expect(refspatialExpand.protocols).toBe(refspatial.protocols);
});

it('asks for the picture in detail where the authors’ API calls do, and nowhere else', () => {
  const detailed = refspatial.protocols.filter((protocol) =>
    composePrompt(protocol, sample, refspatial.fields(sample)).some(
      (part) => 'media' in part && part.detail === 'high',
    ),
  );
  expect(detailed.map(({ id }) => id)).toEqual(['refspatial/roborefer@2', 'refspatial/gemini@2', 'refspatial/qwen@2']);
});

describe.each(refspatial.protocols)('$id', (protocol) => {
  it('asks byte for byte what the official code asks', () => {
    expect(textOf(protocol)).toEqual([golden[firstOf(protocol.id)]]);
  });

  it('shows the picture once', () => {
    const parts = composePrompt(protocol, sample, refspatial.fields(sample));
    expect(parts.filter((part) => 'media' in part)).toMatchObject([{ media: sample.mask }]);
  });

  it('leaves braces and dollars of a question alone', () => {
    const hostile = { ...sample, object: '{suffix} $& $1 \\', prompt: '{object} $` "' };
    const [text = ''] = textOf(protocol, hostile);
    expect(text).toContain(text.includes(hostile.object) ? hostile.object : hostile.prompt);
    expect(text.replace(hostile.object, '').replace(hostile.prompt, '')).not.toMatch(/\{suffix\}|\{object\}/);
  });

  const extractor = findExtractor(protocol.extractor);

  it('gives the oracle 1 and lets a blind guesser hit as often as the mask is large', async () => {
    let [right, guesses] = [0, 0];
    for (let seed = 0; seed < 40; seed++) {
      const [x0, y0] = [random(1, 'x', seed).int(30), random(1, 'y', seed).int(20)];
      // A hollow square: its centre of mass is not on it.
      const mask = png('L', 60, 40, (x, y) => {
        const [dx, dy] = [x - x0, y - y0];
        const isIn = dx >= 0 && dx < 30 && dy >= 0 && dy < 20;
        return [isIn && !(dx > 4 && dx < 25 && dy > 4 && dy < 15) ? 255 : 0];
      });
      const { sample, assets } = sampleWith(mask, seed);
      const say = async (points: [number, number][]) =>
        (await judge(sample, extractor.write({ points }, sample.size), protocol, assets)).score ?? 0;
      const truth = await refspatial.truth(sample, assets);
      expect(extractor.extract(extractor.write(truth, sample.size), sample.size)).toEqual(truth);
      expect((await judge(sample, extractor.write(truth, sample.size), protocol, assets)).score).toBe(1);
      for (let guess = 0; guess < 25; guess++) {
        right += await say([[random(2, seed, guess, 'x').int(60), random(2, seed, guess, 'y').int(40)]]);
        guesses++;
      }
    }
    // 400 of 2400 pixels are right; four standard errors of 1000 guesses.
    expect(right / guesses).toBeGreaterThan(1 / 6 - 0.048);
    expect(right / guesses).toBeLessThan(1 / 6 + 0.048);
  });

  it('scores nonsense 0 or leaves it out, and never fails', async () => {
    const { sample, assets } = sampleWith(png('L', 10, 8, () => [0]));
    const texts = [
      '',
      ' ',
      '\0'.repeat(100),
      '(((((',
      '[{',
      '{"point_2d": null}',
      '```json\n[1]\n```',
      '(1e5, nan)',
      '{object}',
    ];
    for (const text of texts) expect((await judge(sample, text, protocol, assets)).score ?? 0).toBe(0);
  });
});

it('strips the start of a prompt for VLMEvalKit as Python does', () => {
  const protocol = refspatial.protocols.find(({ id }) => id === 'refspatial/vlmevalkit');
  if (!protocol) throw new Error('no such protocol');
  const [text] = textOf(protocol, { ...sample, prompt: '\u3000\x1c Point \n' });
  expect(text).toMatch(/^Point \n Output/);
});

it('has nothing to point at where the mask is empty', async () => {
  const { sample } = sampleWith(png('L', 10, 8, () => [0]));
  const assets = assetsFrom(async () => png('L', 10, 8, () => [0]));
  expect(await refspatial.truth(sample, assets)).toEqual({ points: [] });
});
