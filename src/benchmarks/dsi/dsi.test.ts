import { describe, expect, it } from 'vitest';
import type { ExtractContext } from '../../contracts/index.ts';
import { dsiOfficial } from '../../extract/dsi/official.ts';
import { breakdown } from '../../stats/index.ts';
import { dsi } from './index.ts';
import { load } from './load.ts';
import { views } from './sample.ts';
import { chanceOf } from './score.ts';
import { folderWith, smallData } from './testing/data.ts';
import { resultOf, sampleOf } from './testing/results.ts';

const noAssets = {
  bytes: async () => new Uint8Array(),
  mask: async () => ({ width: 0, height: 0, values: new Uint8Array() }),
};

describe('the prompt', () => {
  it.each(dsi.protocols)('of $id is the official one, byte for byte, behind the clip', ({ prompt }) => {
    const fields = { question: 'How does the dog move?', options: 'A: Forward; B: Backward; C: Left; D: Right' };
    const [first, second, ...more] = prompt;
    expect([first, more]).toEqual([{ media: 'all' }, []]);
    const template = second && 'text' in second ? second.text : '';
    expect(template.replace('{question}', fields.question).replace('{options}', fields.options)).toBe(
      "You are a vision-language expert.\nYou are given a clip of video and your task is to answer a question about the video.\nYou only need to provide *ONE* correct answer selecting from the options listed below. \nFor example, if you think the correct answer is 'A' from 'A. Above B. Under C. Front D. Behind', \nyour response should **only** be '<answer>A</answer>'.\nPlease answer the question in this format strictly:\n<answer>[A, B, C, or D]</answer>\n\nQuestion:\nHow does the dog move? A: Forward; B: Backward; C: Left; D: Right",
    );
    expect(template.match(/[{}]/g)).toEqual(['{', '}', '{', '}']);
  });

  it('keeps the options as published, a trailing semicolon included', async () => {
    const data = await load({ dir: folderWith(smallData()), args: {} });
    expect(dsi.fields(await data.sample(4)).options).toMatch(/unchange;$/);
  });

  it('is asked up to ten times more, at five frames per second; variants differ in what they say', () => {
    expect(dsi.protocols.map(({ id, askAgain, video }) => [id, askAgain, video])).toEqual([
      ['dsi/official', 10, { rule: 'fps', value: 5 }],
      ['dsi/official-once', 0, { rule: 'fps', value: 5 }],
      ['dsi/uniform-32', 10, { rule: 'uniform-ends', value: 32 }],
    ]);
  });
});

describe('scores', () => {
  it('are 1 for the oracle in every view and group', async () => {
    const data = await load({ dir: folderWith(smallData()), args: {} });
    const results = await Promise.all(
      data.ids.map(async (_, index) => {
        const sample = await data.sample(index);
        const context: ExtractContext = { ...dsi.space(sample) };
        const text = dsiOfficial.write(await dsi.truth(sample, noAssets), context);
        const extraction = dsiOfficial.extract(text, context);
        return resultOf(sample, 'answer' in extraction ? String(extraction.answer) : null);
      }),
    );
    const metrics = dsi.aggregates.views?.(results) ?? [];
    expect(metrics).toHaveLength(5);
    for (const { value } of metrics) expect(value).toBe(1);
    const groups = breakdown(results, dsi.breakdowns, dsi.aggregates.views ?? (() => []));
    expect(groups.map(({ by, key, metrics }) => [by, key, metrics[0]?.name]).slice(0, 8)).toEqual([
      ['category', 'Obj-Cam orientation', 'group-wise (≥3 of 4)'],
      ['category', 'Obj:moving cam', 'group-wise (≥3 of 4)'],
      ['category', 'Obj:static cam', 'group-wise (≥3 of 4)'],
      ['view', 'hflip', 'sample-wise'],
      ['view', 'reverse', 'sample-wise'],
      ['view', 'reverse_hflip', 'sample-wise'],
      ['view', 'std', 'sample-wise'],
      ['category×view', 'Obj-Cam orientation×hflip', 'sample-wise'],
    ]);
  });

  it('know what guesses that are worked out for each view come to, view by view and in groups', () => {
    const units = (chances: number[]) =>
      views.map((view, n) => ({
        ...resultOf(sampleOf({ question: 0, view, gold: 'B' }), 'A'),
        ablated: { ends: chances[n] ?? 0 },
      }));
    const expected = (chances: number[]) =>
      (dsi.aggregates.views?.(units(chances)) ?? []).map(({ name, ablated }) => [name, ablated?.ends]);
    expect(expected([0.25, 0.25, 0.25, 0.25])).toEqual([
      ['group-wise (≥3 of 4)', expect.closeTo(chanceOf(3))],
      ['sample-wise', 0.25],
      ['group-wise (≥1 of 4)', expect.closeTo(chanceOf(1))],
      ['group-wise (≥2 of 4)', expect.closeTo(chanceOf(2))],
      ['group-wise (all-4-consistent)', expect.closeTo(chanceOf(4))],
    ]);
    expect(expected([1, 1, 0.5, 0]).slice(0, 2)).toEqual([
      ['group-wise (≥3 of 4)', 0.5],
      ['sample-wise', 0.625],
    ]);
  });

  it('compare with the truth of the same view, and know what letters stand for', async () => {
    const sample = sampleOf({ question: 0, view: 'hflip', gold: ' B ' });
    const score = dsi.scorers['first-letter'];
    expect(await score?.score(sample, { answer: 'B' }, noAssets)).toEqual({
      value: 1,
      note: 'gold B',
      facts: { gold: 'B', letter: 'B', view: 'hflip', goldOption: 'b', option: 'b' },
    });
    expect(await score?.score(sample, { answer: null }, noAssets)).toMatchObject({ value: 0, facts: { letter: 'E' } });
    expect(await score?.score(sample, { error: 'x', effect: 'dropped' }, noAssets)).toMatchObject({ value: 0 });
    const hostile = { ...sample, answer: '__proto__' };
    expect((await score?.score(hostile, { answer: 'A' }, noAssets))?.facts).not.toHaveProperty('goldOption');
  });
});
