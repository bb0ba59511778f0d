import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gsm8k, parseWhole } from './gsm8k.ts';
import { buildRecords, recordsJson } from './records.ts';
import { folderWith, writeParquet } from './testing/files.ts';

const rows = [
  { question: 'A shop sells 3 pens at $4/pen. How much is it?', answer: '3*4 = <<3*4=12>>12 dollars\n#### 12' },
  { question: 'It is 5 degrees and gets 9 colder. How warm is it?', answer: '5-9 = <<5-9=-4>>-4\n#### -4' },
  { question: 'How many seconds are in 20 hours?', answer: 'It is 72,000.\n####  72,000 \n#### 5' },
  { question: 'No mark?', answer: 'First this.\n8\n' },
  ...Array.from({ length: 20 }, (_, n) => ({ question: `What is ${n} and 30?`, answer: `#### ${n + 30}` })),
];

const open = (files: Parameters<typeof folderWith>[0], split: 'train' | 'test' = 'test') =>
  gsm8k({ path: folderWith(files), split });

describe('GSM8K', () => {
  it('has questions in the order of the file, and the answer behind the first mark', async () => {
    const source = await open({ 'test.jsonl': rows });
    expect(source.size).toBe(24);
    const asked = rows.map((_, index) => source.question(index, 10));
    expect(asked.slice(0, 4).map(({ id, answer }) => [id, answer])).toEqual([
      ['test/0', '12'],
      ['test/1', '-4'],
      ['test/2', '72,000'],
      ['test/3', '8'],
    ]);
    expect(asked[0]).toMatchObject({ text: rows[0]?.question, solution: rows[0]?.answer });
    for (const { distractors } of asked) expect(distractors).toHaveLength(9);
    expect(source.warnings).toEqual(['test has 24 rows here, GSM8K has 1,319: its questions are others']);
  });

  it('is the same from JSONL, from the hub’s parquet, from a file and from prepared records', async () => {
    const source = await open({ 'test.jsonl': rows });
    const hub = folderWith({});
    writeParquet(hub, 'main/test-00000-of-00001.parquet', rows);
    writeParquet(hub, 'socratic/test-00000-of-00001.parquet', rows);
    expect((await gsm8k({ path: hub, split: 'test' })).sha256).toBe(source.sha256);
    const file = join(folderWith({ 'mine.jsonl': rows }), 'mine.jsonl');
    expect((await gsm8k({ path: file, split: 'test' })).sha256).toBe(source.sha256);
    const prepared = await open({ 'gsm8k/data/test.json': recordsJson(buildRecords(source)) });
    for (const choices of [4, 10])
      for (const index of rows.keys())
        expect(prepared.question(index, choices)).toEqual(source.question(index, choices));
    expect(prepared.warnings).toEqual([]);
  });

  it('makes options for records that have none', async () => {
    const records = Array.from({ length: 12 }, (_, n) => ({
      question: `q${n}`,
      final_answer: `${n}`,
      extra_options: [],
    }));
    const source = await open({ 'data/test.json': JSON.stringify(records) });
    expect(source.question(0, 4).distractors).toHaveLength(3);
  });

  it('never trains on what it tests', async () => {
    const again = { question: ' a shop sells 3 PENS at $4/pen.  How much is it?', answer: '#### 12' };
    const others = Array.from({ length: 12 }, (_, n) => ({ question: `Another ${n}?`, answer: `#### ${n}` }));
    const files = { 'train.jsonl': [again, ...others], 'test.jsonl': rows };
    const train = await open(files, 'train');
    expect([train.size, train.question(0, 4).text, train.rejected]).toEqual([
      12,
      'Another 0?',
      { 'asked in the test split too': 1 },
    ]);
    const path = join(folderWith({ 'mine.jsonl': rows }), 'mine.jsonl');
    await expect(gsm8k({ path, split: 'train' })).rejects.toThrow('there are no train questions of GSM8K here');
  });

  it('names file, row and field of what is wrong', async () => {
    const bad = [...rows, { question: 'q', answer: '#### 3.5' }];
    await expect(open({ 'test.jsonl': bad })).rejects.toMatchObject({
      code: 'bad_data',
      message: 'the answer is "3.5", expected a whole number',
      where: expect.stringMatching(/test\.jsonl:25 column answer$/),
    });
    await expect(open({ 'test.jsonl': [{ question: 'q' }] })).rejects.toMatchObject({
      where: expect.stringMatching(/test\.jsonl:1 column answer$/),
    });
    const twice = [{ question: 'q', final_answer: '6', extra_options: ['5', '6', '7'] }];
    await expect(open({ 'test.json': JSON.stringify(twice) })).rejects.toMatchObject({
      message: '"6" is there twice, or is the answer itself',
      where: expect.stringMatching(/test\.json\[0\] column extra_options$/),
    });
  });

  it('says how to get it when it is not there', async () => {
    const fix = expect.stringContaining('sextant data pull gsm8k');
    await expect(gsm8k({ split: 'test' })).rejects.toMatchObject({ code: 'bad_argument', fix });
    await expect(gsm8k({ split: 'test', path: '/no/such' })).rejects.toMatchObject({ code: 'bad_argument', fix });
    await expect(open({ 'readme.md': '' })).rejects.toMatchObject({ code: 'bad_data', fix });
    await expect(open({ 'train.jsonl': rows })).rejects.toThrow('there are no test questions of GSM8K here');
  });
});

it.each([
  ['72', { value: 72, grouped: false }],
  ['-1,250', { value: -1250, grouped: true }],
  ['192,000,000', { value: 192_000_000, grouped: true }],
  ['1,25', undefined],
  ['3.5', undefined],
  ['$18', undefined],
  ['', undefined],
  ['9'.repeat(20), undefined],
])('parseWhole(%j)', (text, expected) => {
  expect(parseWhole(text)).toEqual(expected);
});
