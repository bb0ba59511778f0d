import { describe, expect, it } from 'vitest';
import type { Mark } from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { assetsFrom, decodeMask } from '../../media/index.ts';
import { tiny } from './index.ts';
import type { TinySample } from './sample.ts';

const load = (args: Record<string, string> = {}) => tiny.load({ args });

async function all(args: Record<string, string> = {}): Promise<TinySample[]> {
  const data = await load(args);
  return Promise.all(data.ids.map((_, index) => data.sample(index)));
}

describe('the data set', () => {
  it('is the same on every machine and for ever; another seed or count is another one', async () => {
    expect((await load()).sha256).toMatchInlineSnapshot(
      `"a21d3df9c57b524bc43878d3d33eacb4e700003abba85f60ce4495d3128b33a7"`,
    );
    expect((await load({ seed: '7', count: '20' })).sha256).toMatchInlineSnapshot(
      `"62389abcb226b4d1199d823c028d28aa30a94fcd3556f426773f0220646dc18b"`,
    );
    expect((await load()).sha256).toBe((await load({ count: '100', seed: '1' })).sha256);
  });

  it('looks like this', async () => {
    expect((await all({ count: '2' })).map((sample) => tiny.fields(sample))).toMatchInlineSnapshot(`
      [
        {
          "question": "Point to the shape closest to the purple cross.",
          "suffix": "Answer with one point as (x, y), both between 0 and 1: x is the fraction of the width from the left, y the fraction of the height from the top.",
        },
        {
          "question": "Which of these shapes is above the purple diamond?
      A. yellow star
      B. purple star
      C. black diamond
      D. yellow circle",
          "suffix": "Answer with the option's letter only.",
        },
      ]
    `);
  });

  it('gives the ids it announces, samples its schema reads, and two questions per picture', async () => {
    const data = await load({ count: '21', seed: '3' });
    const samples = await all({ count: '21', seed: '3' });
    expect(samples.map(({ id }) => id)).toEqual(data.ids);
    for (const sample of samples) expect(tiny.schema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    expect(new Set(samples.map(({ cluster }) => cluster)).size).toBe(11);
    expect(samples[0]?.media).toEqual(samples[1]?.media);
  });

  it('does not depend on the order of asking, nor on how many there are', async () => {
    const few = await all({ count: '10' });
    const many = await load({ count: '100000' });
    for (const index of [9, 0, 5]) expect(await many.sample(index)).toEqual(few[index]);
    const last = await many.sample(99_999);
    for (const ref of last.media) expect(await many.bytes(ref)).toHaveLength(ref.bytes);
  });

  it('finds the files of a sample that another process made, also after many others', async () => {
    const samples = await all({ count: '200' });
    const data = await load({ count: '200' });
    for (const sample of samples.toReversed())
      for (const ref of sample.kind === 'point' ? [...sample.media, sample.mask] : sample.media)
        expect(await data.bytes(ref)).toHaveLength(ref.bytes);
    const unknown = { sha256: '0'.repeat(64), type: 'image/png', bytes: 1 } as const;
    await expect(data.bytes(unknown)).rejects.toMatchObject({ code: 'missing_blob' });
  });

  it('is half pointing, half choosing, with every letter right equally often', async () => {
    const samples = await all({ count: '400' });
    const tally: Record<string, number> = {};
    for (const sample of samples) {
      const key = sample.kind === 'choice' ? sample.answer : 'point';
      tally[key] = (tally[key] ?? 0) + 1;
    }
    expect(tally).toEqual({ point: 200, A: 50, B: 50, C: 50, D: 50 });
  });

  it.each(['0', '-1', '1.5', '1e3', '', 'many', '1000001', ' 5'])('refuses count=%j', async (count) => {
    await expect(load({ count })).rejects.toMatchObject({ code: 'bad_argument' });
  });

  it('has no unit beyond the last', async () => {
    await expect((await load({ count: '2' })).sample(2)).rejects.toMatchObject({ code: 'bad_argument' });
  });
});

describe.each(tiny.protocols)('$id', (protocol) => {
  const extractor = findExtractor(protocol.extractor);
  const scorer = tiny.scorers[protocol.scorer];
  if (!scorer) throw new Error(`no scorer ${protocol.scorer}`);

  /** What the engine does with a reply. */
  async function judge(sample: TinySample, data: Awaited<ReturnType<typeof load>>, text: string) {
    const { choices, size } = tiny.space(sample);
    return scorer?.score(
      sample,
      extractor.extract(text, { ...(choices && { choices }), ...size }),
      assetsFrom(data.bytes),
    );
  }

  it('gives the oracle 1 on every unit', async () => {
    const data = await load();
    for (const index of data.ids.keys()) {
      const sample = await data.sample(index);
      const { choices, size } = tiny.space(sample);
      const truth = await tiny.truth(sample, assetsFrom(data.bytes));
      const text = extractor.write(truth, { ...(choices && { choices }), ...size });
      expect(await judge(sample, data, text)).toMatchObject({ value: 1 });
    }
  });

  it('gives 0 for other letters, points beside the shape or outside the picture, and nonsense', async () => {
    const data = await load();
    for (const index of [0, 1, 2, 3]) {
      const sample = await data.sample(index);
      const wrong =
        sample.kind === 'choice' ? [sample.answer === 'A' ? 'B' : 'A', 'E'] : ['(0, 0)', '(9999, -5)', '(1.0, 1.0)'];
      for (const text of [...wrong, '', 'I cannot see a picture.', '\0'.repeat(1000), '(((((', '{question}'])
        expect(await judge(sample, data, text)).toMatchObject({ value: 0 });
    }
  });
});

describe('scoring', () => {
  it('shares the score between points, and takes a box as all the pixels in it', async () => {
    const data = await load();
    const sample = await data.sample(0);
    if (sample.kind !== 'point') throw new Error('the first unit is a pointing one');
    const mask = await decodeMask(await data.bytes(sample.mask));
    const area = mask.values.filter((value) => value > 0).length;
    const truth = await tiny.truth(sample, assetsFrom(data.bytes));
    const points = 'points' in truth ? truth.points : [];
    const score = async (...marks: Mark[]) =>
      tiny.scorers.hit?.score(sample, { points: marks }, assetsFrom(data.bytes));
    expect(await score(...points, [0, 0])).toEqual({ value: 0.5, note: '1 of 2 points inside' });
    expect(await score(...points, [1e300, 0], [Number.NaN, 0])).toMatchObject({ value: 1 / 3 });
    expect(await score({ box: [0, 0, 320, 240] })).toMatchObject({ value: area / (320 * 240) });
    expect(await score({ box: [-1e6, -1e6, 1e6, 1e6] })).toMatchObject({ value: area / 4e12 });
  });

  it('leaves hostile texts of a sample as they are', async () => {
    const [, choice] = await all({ count: '2' });
    if (choice?.kind !== 'choice') throw new Error('the second unit is a multiple-choice one');
    const hostile = '{suffix} <script>alert(1)</script> \u202e $& `';
    const sample = { ...choice, question: hostile, choices: { ...choice.choices, A: hostile } };
    expect(tiny.fields(sample).question).toContain(`${hostile}\nA. ${hostile}\nB. `);
  });

  it('claims a chance level only where there is one', () => {
    const unit = (kind: string) => ({
      id: 'u',
      epoch: 0,
      cluster: 'c',
      groups: { kind },
      outcome: 'answered' as const,
      score: 1,
      extraction: null,
    });
    const chance = (...kinds: string[]) => tiny.aggregates.accuracy?.(kinds.map(unit))[0]?.chance;
    expect(chance('choice', 'choice')).toBe(0.25);
    expect(chance('choice', 'point')).toBeUndefined();
    expect(chance()).toBeUndefined();
  });
});
