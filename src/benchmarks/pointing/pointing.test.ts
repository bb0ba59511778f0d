import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Benchmark, Mask, Sample } from '../../contracts/index.ts';
import { composePrompt } from '../../engine/run/prompt.ts';
import { findExtractor, PythonTuple, pythonLiteral } from '../../extract/index.ts';
import { assetsFrom } from '../../media/index.ts';
import { readJsonl } from '../../tables/index.ts';
import { robospatial } from '../robospatial/index.ts';
import { scorers as robo } from '../robospatial/score.ts';
import { where2place } from '../where2place/index.ts';
import { scorers as place } from '../where2place/score.ts';

const fixtures = join(import.meta.dirname, '../qa/fixtures');

/** What the original Python makes of a text: a score, or that it drops the sample or ends. */
const Verdict = z.union([z.number(), z.boolean().transform(Number), z.enum(['dropped', 'abort'])]);
const Case = z.object({
  text: z.string(),
  /** RoboPoint's script, and lmms-eval on Where2Place. */
  w2p: Verdict,
  lmw: Verdict,
  /** RoboSpatial's script, VLMEvalKit and lmms-eval, on this polygon. */
  poly: z.string(),
  rso: Verdict,
  vek: Verdict,
  lrr: Verdict,
  /** The same three on a question of which this is the answer. */
  word: z.enum(['yes', 'no']),
  wrs: Verdict,
  wvek: Verdict,
  wlm: Verdict,
});

function maskOf(width: number, height: number, value: (x: number, y: number) => number): Mask {
  const values = Uint8Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
  return { width, height, values };
}

/** Blocks of 40 pixels in shades of grey, as the Python that wrote the verdicts has them. */
function grey(x: number, y: number): number {
  const [column, row] = [Math.floor(x / 40), Math.floor(y / 40)];
  return ((37 * column + 91 * row) % 5) * 60 + ((column + row) % 3 === 0 ? 15 : 0);
}

const ref = { sha256: '0'.repeat(64), type: 'image/png', bytes: 1 } as const;
const about = { id: 'x', cluster: 'x', groups: {}, media: [], question: '' };
const size = { width: 64, height: 48 };

test('reads and scores random texts as the original Python does', async () => {
  const large = maskOf(640, 480, grey);
  const small = maskOf(64, 48, (x, y) => (grey(10 * x, 10 * y) > 100 ? 255 : 0));
  const assets = (mask: Mask) => ({ mask: async () => mask, bytes: async () => new Uint8Array() });
  let cases = 0;
  for await (const { value, where } of readJsonl(join(import.meta.dirname, 'fixtures/official.ndjson'), Case)) {
    const { text } = value;
    const read = (id: string, context: object) => findExtractor(id).extract(text, context);
    const expectSame = (ours: number | null | undefined, extraction: object, theirs: z.infer<typeof Verdict>) => {
      const verdict = 'effect' in extraction ? extraction.effect : ours;
      if (typeof theirs === 'number') expect(verdict, where).toBeCloseTo(theirs, 12);
      else expect(verdict, where).toBe(theirs);
    };
    const where2placeSample = { ...about, prompt: '', mask: ref, size: { width: 640, height: 480 } };
    for (const [id, scorer, theirs] of [
      ['where2place/official', place.official, value.w2p],
      ['refspatial/lmms-no-reasoning', place.lmms, value.lmw],
    ] as const) {
      const extraction = read(id, where2placeSample.size);
      expectSame((await scorer.score(where2placeSample, extraction, assets(large))).value, extraction, theirs);
    }
    const truth = cornersIn(value.poly);
    for (const [name, theirs, word] of [
      ['official', value.rso, value.wrs],
      ['vlmevalkit', value.vek, value.wvek],
      ['lmms', value.lrr, value.wlm],
    ] as const) {
      const pointed = read(`robospatial/${name}`, size);
      const point = await robo[name].score({ ...about, truth, size, mask: ref }, pointed, assets(small));
      expectSame(point.value, pointed, theirs);
      const said = read(`robospatial/${name}`, { choices: { yes: 'yes', no: 'no' } });
      expectSame(
        (await robo[name].score({ ...about, truth: value.word, size }, said, assets(small))).value,
        said,
        word,
      );
    }
    cases++;
  }
  expect(cases).toBe(260);
});

function cornersIn(text: string): [number, number][] {
  const list = pythonLiteral(text);
  return (Array.isArray(list) ? list : []).map((corner) => {
    const [x, y] = corner instanceof PythonTuple ? corner.items : Array.isArray(corner) ? corner : [];
    return [Number(x), Number(y)];
  });
}

const Border = Case.pick({ text: true, poly: true, rso: true, vek: true }).extend({
  width: z.number(),
  height: z.number(),
});

// RoboSpatial's and VLMEvalKit's Python on points that were written with 17 digits and lie within two steps of a border.
test('the last digit decides on which side of a border a point lies', async () => {
  let changed = 0;
  for await (const { value } of readJsonl(join(import.meta.dirname, 'fixtures/borders.ndjson'), Border)) {
    const { text, poly, width, height } = value;
    const sample = { ...about, truth: cornersIn(poly), size: { width, height } };
    const assets = { mask: async () => maskOf(1, 1, grey), bytes: async () => new Uint8Array() };
    for (const [name, theirs] of [
      ['official', value.rso],
      ['vlmevalkit', value.vek],
    ] as const) {
      const scored = async (reader: string) =>
        (await robo[name].score(sample, findExtractor(reader).extract(text, sample.size), assets)).value;
      expect(await scored(`robospatial/${name}@v2`), text).toBe(theirs);
      if ((await scored(`robospatial/${name}`)) !== theirs) changed += 1;
    }
  }
  expect(changed).toBeGreaterThan(0);
});

async function loaded<S extends Sample>(benchmark: Benchmark<S>, folder: string) {
  const dataset = await benchmark.load({ dir: join(fixtures, folder), args: {} });
  const samples = await Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
  return { samples, assets: assetsFrom((media) => dataset.bytes(media)) };
}

function promptOf<S extends Sample>(benchmark: Benchmark<S>, id: string, sample: S): string {
  const protocol = benchmark.protocols.find((one) => one.id === id);
  if (!protocol) throw new Error(`no protocol ${id}`);
  return composePrompt(protocol, sample, benchmark.fields(sample))
    .map((part) => ('text' in part ? part.text : '<image>'))
    .join('|');
}

describe.each([
  ['where2place', where2place, 'where2place'],
  ['where2place', where2place, 'where2place-hub'],
  ['robospatial', robospatial, 'robospatial-hub'],
] as [string, Benchmark, string][])('%s', (_, benchmark, folder) => {
  test(`the oracle has everything right under every protocol (${folder})`, async () => {
    const { samples, assets } = await loaded(benchmark, folder);
    for (const { extractor, scorer, aggregate, id } of benchmark.protocols) {
      const results = await Promise.all(
        samples.map(async (sample) => {
          const { choices, size: sides } = benchmark.space(sample);
          const context = { ...(choices && { choices }), ...sides };
          const text = findExtractor(extractor).write(await benchmark.truth(sample, assets), context);
          const extraction = findExtractor(extractor).extract(text, context);
          const score = (await benchmark.scorers[scorer]?.score(sample, extraction, assets))?.value ?? null;
          expect(score, `${id} ${sample.id} ${text}`).toBe(1);
          const { cluster, groups } = sample;
          return { id: sample.id, epoch: 0, cluster, groups, outcome: 'answered' as const, score, extraction };
        }),
      );
      const [headline] = benchmark.aggregates[aggregate]?.(results) ?? [];
      expect(headline?.value).toBe(1);
      expect(headline?.chance).toBeGreaterThan(0);
      expect(headline?.chance).toBeLessThan(0.6);
    }
  });
});

const form =
  'Your answer should be formatted as a list of tuples, i.e. [(x1, y1), (x2, y2), ...], where each tuple contains the x and y coordinates of a point satisfying the conditions above. The coordinates should be between 0 and 1, indicating the normalized pixel locations of the points in the image.';

test.each(['where2place', 'where2place-hub'])(
  'Where2Place asks byte for byte as each recipe does (%s)',
  async (folder) => {
    const [sample] = (await loaded(where2place, folder)).samples;
    if (!sample) throw new Error('a question');
    const question = 'Find the free spot left of the cup.';
    expect(promptOf(where2place, 'where2place/official', sample)).toBe(`<image>|${question} ${form}`);
    expect(promptOf(where2place, 'where2place/lmms', sample)).toBe(
      `<image>|${question} ${form} Return only list of tuples, don't add anything else.`,
    );
    expect(promptOf(where2place, 'where2place/lmms-0-999', sample)).toContain(
      'scaled to a 1000×1000 grid. Return only',
    );
    expect(promptOf(where2place, 'where2place/lmms-json', sample)).toBe(
      `<image>|${question} Your answer should be JSON format. The coordinates should be between 0 and 1000, indicating the normalized pixel locations of the points in the image.`,
    );
  },
);

test('RoboSpatial-Home asks byte for byte as each recipe does', async () => {
  const { samples } = await loaded(robospatial, 'robospatial-hub');
  const [fits, , context] = samples;
  if (!fits || !context) throw new Error('three questions');
  expect(promptOf(robospatial, 'robospatial/official', fits)).toBe(
    '<image>|Can the cup fit left of the bowl? Answer yes or no.',
  );
  expect(promptOf(robospatial, 'robospatial/vlmevalkit', context)).toBe(
    '<image>|In the image, there is a bowl. Pinpoint several points within the vacant space situated to the left of the bowl.\n\nOutput the point coordinates in JSON format.\nFor example:\n[\n  {"point_2d": [x, y], "label": "point_1"}\n]\n',
  );
  expect(promptOf(robospatial, 'robospatial/lmms', context)).toBe(
    '<image>|In the image, there is a bowl. Pinpoint several points within the vacant space situated to the left of the bowl.\nYour task is to identify specific points in the image based on the question. Respond with a brief explanation if needed, followed by a list of 2D point coordinates.\n\n    The points should be in JSON format and normalized to the range [0, 1000].\n\n    Do not include additional text after this line.\n    ',
  );
  expect(promptOf(robospatial, 'robospatial/lmms', fits)).toMatch(
    /^<image>\|Can the cup fit left of the bowl\?\nYour task is to answer the question above\..*\n {4}Answer: yes or no\n\n/s,
  );
});

test('for VLMEvalKit nothing is inside an upright rectangle', async () => {
  const truth: [number, number][] = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
  ];
  const score = async (name: 'official' | 'vlmevalkit') =>
    (
      await robo[name].score(
        { ...about, truth, size },
        { points: [[32, 24]] },
        assetsFrom(async () => new Uint8Array()),
      )
    ).value;
  expect([await score('official'), await score('vlmevalkit')]).toEqual([1, 0]);
});

const readers = ['where2place/official', 'robospatial/official', 'robospatial/vlmevalkit', 'robospatial/lmms'];
const hostile = [
  '(',
  '(1',
  '(1,',
  '1',
  '[',
  '[ ',
  '(0.5, ',
  '```\n',
  '```a',
  '<answer>',
  '[(',
  '{"a":',
  ',1',
  '</think>',
  '[1,',
];

test.each(readers)('%s takes time in proportion to the text, whatever it says', (id) => {
  const { extract } = findExtractor(id);
  const timeOf = (length: number) => {
    const start = process.cpuUsage();
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(length / piece.length));
      extract(text, { choices: { yes: 'yes', no: 'no' } });
      extract(text, size);
      extract(`(${text}`, size);
    }
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  timeOf(1000);
  // Sixteen times the text: quadratic time would be 256 times as much.
  const [short, long] = [timeOf(20_000), timeOf(320_000)];
  expect(long).toBeLessThan(100 * Math.max(short, 2000));
});
