import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answered, Prediction, UnitResult } from '../../contracts/index.ts';
import { dsiOfficial } from '../../extract/dsi/official.ts';
import { dsi } from './index.ts';
import { type DsiDataset, load } from './load.ts';
import { printOfficial } from './official.ts';
import { readResultFiles, writeResultFiles } from './result-files.ts';
import type { DsiSample } from './sample.ts';
import { folderWith, smallData } from './testing/data.ts';
import { resultOf } from './testing/results.ts';

const dataset = () => load({ dir: folderWith(smallData()), args: {} });

const read = async (path: string, data: DsiDataset): Promise<Prediction[]> =>
  Array.fromAsync(readResultFiles(path, data));

function judge(sample: DsiSample, text: string): UnitResult {
  const extraction = dsiOfficial.extract(text ?? '', {});
  return resultOf(sample, 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null);
}

/** Texts of every kind that a model may write. */
const texts = [
  '<answer>A</answer>',
  'It says "left", so\n<answer>B</answer>, surely',
  '',
  'N/A',
  '<answer> c </answer>\r\n',
  '答案是 <answer>D</answer> 😀',
  'nan',
  '<answer>E</answer>',
  ',,,"',
  ' <ANSWER>a</ANSWER>',
  'A',
  '1.0',
];

async function* answered(data: DsiDataset): AsyncGenerator<Answered<DsiSample>> {
  for (const index of data.ids.keys()) {
    const sample = await data.sample(index);
    const text = texts[index] ?? '';
    yield { sample, instruction: '', text, result: judge(sample, text) };
  }
}

describe('the four result files', () => {
  it('are written as pandas would', async () => {
    const data = await dataset();
    const dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
    const paths = await writeResultFiles(answered(data), dir, { model: 'openai/gpt 4o' });
    expect(paths).toEqual(
      ['std', 'hflip', 'reverse', 'reverse_hflip'].map((view) => join(dir, view, 'openai-gpt-4o.csv')),
    );
    expect(readFileSync(paths[0] ?? '', 'utf8')).toBe(
      'result_text,final_answer\n<answer>A</answer>,A\n"<answer> c </answer>\r\n",C\n",,,""",E\n',
    );
    expect(readFileSync(paths[1] ?? '', 'utf8')).toBe(
      'result_text,final_answer\n"It says ""left"", so\n<answer>B</answer>, surely",B\n答案是 <answer>D</answer> 😀,D\n <ANSWER>a</ANSWER>,A\n',
    );
    expect(readFileSync(paths[2] ?? '', 'utf8')).toBe('result_text,final_answer\n,E\nnan,E\nA,E\n');
  });

  it('come back as they went, and score the same', async () => {
    const data = await dataset();
    const dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
    const before = await Array.fromAsync(answered(data));
    await writeResultFiles(answered(data), dir, { model: 'm' });
    const after = await read(dir, data);
    // An empty reply looks as if there had been none.
    expect(after.map(({ id, text }) => [id, text])).toEqual(
      before.map(({ sample, text }) => [sample.id, text === '' ? null : text]),
    );
    const rescored = await Promise.all(
      after.map(async ({ text }, index) => judge(await data.sample(index), text ?? '')),
    );
    expect(printOfficial(rescored)).toBe(printOfficial(before.map(({ result }) => result)));
    const viaBenchmark = await Array.fromAsync(
      dsi.outputs?.['dsi-csv']?.read?.(join(dir, 'reverse/m.csv'), data) ?? [],
    );
    expect(viaBenchmark).toEqual(after);
  });

  it('say E and nothing else where every request failed, which is not an answer when they come back', async () => {
    const data = await dataset();
    const failed = dsi.outputs?.['dsi-csv']?.failed?.({ message: 'HTTP 500', attempts: 3 });
    async function* units() {
      for await (const unit of answered(data))
        yield unit.sample.id === '0001/hflip'
          ? { ...unit, text: failed ?? 'no word', result: resultOf(unit.sample, new Error('HTTP 500')) }
          : unit;
    }
    const dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
    const [, hflip = ''] = await writeResultFiles(units(), dir, { model: 'm' });
    expect(readFileSync(hflip, 'utf8').split('\n')[3]).toBe(',E');
    expect((await read(dir, data)).find(({ id }) => id === '0001/hflip')?.text).toBeNull();
  });

  it('from elsewhere count by final_answer alone, as in the official evaluation', async () => {
    const data = await dataset();
    const cells: [said: string, final: string, letter: string | null][] = [
      ['<answer>A</answer>', 'A', 'A'],
      ['<answer>A</answer>', 'B', 'B'],
      ['<answer>A</answer>', 'E', null],
      ['whatever', 'Answer: C', 'A'],
      ['', '" B"', 'B'],
      ['<answer>A</answer>', '', null],
      ['<answer>A</answer>', 'a', null],
      ['<answer>A</answer>', '<answer>B</answer>', null],
      ['x', 'None', null],
      ['x', 'D. down', 'D'],
      ['x', '7', null],
      ['<answer>d</answer>', 'D', 'D'],
    ];
    const files = Object.fromEntries(
      ['std', 'hflip', 'reverse', 'reverse_hflip'].map((view, v) => [
        `${view}/m.csv`,
        ['result_text,final_answer', ...[0, 1, 2].map((row) => cells[4 * row + v]?.slice(0, 2).join(',') ?? '')],
      ]),
    );
    const predictions = await read(folderWith(files), data);
    for (const [index, { text }] of predictions.entries())
      expect([index, dsiOfficial.extract(text ?? '', {})]).toEqual([index, { answer: cells[index]?.[2] ?? null }]);
    // The model's own words are kept wherever they say the same.
    expect(predictions.map(({ text }) => text).slice(0, 3)).toEqual(['<answer>A</answer>', '<answer>B</answer>', 'E']);
    expect(predictions[11]?.text).toBe('<answer>d</answer>');
    // Where they say something else, they stand beside what counts, and go back into the file.
    const words = predictions.map(({ text, words }) => words ?? text);
    expect(words.map((one, index) => one === cells[index]?.[0])).toEqual(cells.map(([said]) => said !== ''));
    async function* again(): AsyncGenerator<Answered<DsiSample>> {
      for (const [index, { text, words }] of predictions.entries()) {
        const sample = await data.sample(index);
        yield { sample, instruction: '', text: text ?? '', ...(words && { words }), result: judge(sample, text ?? '') };
      }
    }
    const [std = ''] = await writeResultFiles(again(), mkdtempSync(join(tmpdir(), 'sextant-dsi-')), { model: 'm' });
    expect(readFileSync(std, 'utf8').split('\n').slice(1, 3)).toEqual(['<answer>A</answer>,A', '<answer>B</answer>,B']);
  });

  it('need no result_text', async () => {
    const files = ['std', 'hflip', 'reverse', 'reverse_hflip'].map((view) => [
      `${view}/m.csv`,
      ['final_answer', 'A', 'B', 'C'],
    ]);
    const predictions = await read(folderWith(Object.fromEntries(files)), await dataset());
    expect(predictions[4]).toMatchObject({ id: '0001/std', text: '<answer>B</answer>' });
    expect(predictions[4]?.where).toMatch(/std\/m\.csv:3$/);
  });
});

describe('result files that do not fit', () => {
  const good = ['result_text,final_answer', 'x,A', 'x,A', 'x,A'];
  const all = { 'std/m.csv': good, 'hflip/m.csv': good, 'reverse/m.csv': good, 'reverse_hflip/m.csv': good };

  it.each([
    ['a view is missing', { 'std/m.csv': good }, /hflip\/m\.csv/],
    ['a row is missing', { ...all, 'reverse/m.csv': good.slice(1) }, /reverse\/m\.csv/],
    ['rows are missing', { ...all, 'reverse/m.csv': good.slice(0, 3) }, /reverse\/m\.csv/],
    [
      'the column is missing',
      { ...all, 'std/m.csv': ['result_text', 'a', 'b', 'c'] },
      /std\/m\.csv column final_answer/,
    ],
    ['there are none', { 'std/readme.txt': 'x' }, /./],
    ['there are two models', { ...all, 'std/n.csv': good }, /./],
  ])('%s', async (_, files, where) => {
    await expect(read(folderWith(files), await dataset())).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringMatching(where),
    });
  });

  it('one model of several can be named', async () => {
    const dir = folderWith({ ...all, 'std/n.csv': good });
    expect(await read(join(dir, 'std/m.csv'), await dataset())).toHaveLength(12);
    const stray = folderWith({ 'm.csv': good });
    await expect(read(join(stray, 'm.csv'), await dataset())).rejects.toMatchObject({ code: 'bad_data' });
  });

  it('a run with holes is not written: rows have no ids, so the others would shift', async () => {
    const data = await dataset();
    async function* some() {
      for await (const unit of answered(data)) if (unit.sample.id !== '0001/hflip') yield unit;
    }
    const dir = mkdtempSync(join(tmpdir(), 'sextant-dsi-'));
    await expect(writeResultFiles(some(), dir, { model: 'm' })).rejects.toMatchObject({ code: 'bad_run' });
  });
});
