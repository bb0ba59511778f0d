import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CsvCell, csvText } from '../../../tables/csv.ts';
import { mmlu } from './mmlu.ts';
import { buildRecords, recordsJson } from './records.ts';
import { folderWith, writeParquet } from './testing/files.ts';

type MmluCells = [question: string, a: string, b: string, c: string, d: string, answer: string];

const rows: MmluCells[] = [
  ['Which planet is the largest?', 'Mars', 'Jupiter', 'Venus', 'Saturn', 'B'],
  ['Which planet is  closest\nto the sun?', 'Mercury', 'Earth', 'Neptune', 'Uranus', 'A'],
  ['What is a blue, bright star in Orion called?', 'Rigel', 'Sirius', 'Vega', 'Deneb', 'A'],
];

/** Enough answers for ten choices. */
const more = Array.from(
  { length: 12 },
  (_, n): MmluCells => [`Which moon has number ${n}?`, `Moon ${n}`, `Rock ${n}`, `Ring ${n}`, `Dust ${n}`, 'A'],
);

const bare = (list: readonly MmluCells[]) => csvText([], list).split('\n').slice(1).join('\n');
const headed = (
  list: readonly MmluCells[],
  columns: string[] = ['question', 'choice0', 'choice1', 'choice2', 'choice3', 'answer'],
) => csvText(columns, list as readonly (readonly CsvCell[])[]);
const number = (letter: string) => 'ABCD'.indexOf(letter);

const open = (files: Parameters<typeof folderWith>[0], split: 'train' | 'test' = 'test') =>
  mmlu({ path: folderWith(files), split });
const all = [...rows, ...more];

describe('MMLU', () => {
  it('is the same in every form', async () => {
    const source = await open({ 'test/astronomy_test.csv': bare(all) });
    expect(source.size).toBe(15);
    const digits = all.map((row): MmluCells => [row[0], row[1], row[2], row[3], row[4], String(number(row[5]))]);
    for (const files of [
      { 'data/test/astronomy_test.csv': headed(digits) },
      { 'test/astronomy_test.csv': `\ufeff${headed(all, ['question', 'A', 'B', 'C', 'D', 'answer'])}` },
      { 'test/astronomy_test.csv': bare(all.toReversed()) },
    ])
      expect((await open(files)).sha256).toBe(source.sha256);
    const hub = folderWith({});
    writeParquet(
      hub,
      'all/test-00000-of-00001.parquet',
      all.map(([question, a, b, c, d, answer]) => ({
        question,
        subject: 'astronomy',
        choices: [a, b, c, d],
        answer: BigInt(number(answer)),
      })),
    );
    expect((await mmlu({ path: hub, split: 'test' })).sha256).toBe(source.sha256);
    const prepared = await open({ 'mmluqa2/data/test.json': recordsJson(buildRecords(source)) });
    for (const choices of [4, 10])
      for (let index = 0; index < source.size; index++)
        expect(prepared.question(index, choices)).toEqual(source.question(index, choices));
  });

  it('cleans texts and keeps the wrong choices in order', async () => {
    const source = await open({ 'test/astronomy_test.csv': bare(rows) });
    const asked = Array.from({ length: 3 }, (_, index) => source.question(index, 4));
    expect(asked).toContainEqual({
      id: expect.stringMatching(/^astronomy\/[0-9a-f]{12}$/),
      text: 'Which planet is closest to the sun?',
      answer: 'Mercury',
      distractors: ['Earth', 'Neptune', 'Uranus'],
      category: 'astronomy',
      solution: 'Option A is right: Mercury\n#### Mercury',
    });
  });

  it('has four answers of the same category among ten choices, and a wrong option of every question', async () => {
    const many = (who: string, own: number) =>
      Array.from(
        { length: 40 },
        (_, n): MmluCells => [
          `Who was number ${n}?`,
          `${who} ${n}`,
          `Old ${who} ${n}`,
          `Late ${who} ${n}`,
          'x1',
          'ABC'[own] ?? '',
        ],
      );
    const source = await open({ 'test/a_test.csv': bare(many('Moon', 0)), 'test/h_test.csv': bare(many('King', 1)) });
    for (let index = 0; index < source.size; index++) {
      const { answer, distractors, category } = source.question(index, 10);
      const options = [answer, ...distractors];
      expect(new Set(options).size).toBe(10);
      expect(options.filter((text) => text.includes(category === 'h' ? 'King' : 'Moon'))).toHaveLength(10);
      const numbers = Map.groupBy(options, (text) => text.replace(/\D/g, ''));
      expect([...numbers.values()].map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]);
    }
    const few = await open({ 'test/astronomy_test.csv': bare(rows) });
    expect(() => few.question(0, 10)).toThrow('too few different answers');
  });

  it('completes what is short of four different choices', async () => {
    const short: MmluCells = ['What is said twice?', 'this', 'that', 'this', '…', 'B'];
    const source = await open({ 'test/a_test.csv': bare([short]), 'test/b_test.csv': bare(more) });
    const found = Array.from({ length: source.size }, (_, index) => source.question(index, 4));
    const wrong = found.find(({ text }) => text.includes('twice'))?.distractors;
    expect(new Set(wrong)).toEqual(
      new Set(['this', expect.stringMatching(/^Moon/), expect.stringMatching(/^(Rock|Ring|Dust)/)]),
    );
  });

  it.each<[string, MmluCells]>([
    ['nothing to read in the question', ['…', 'a1', 'b1', 'c1', 'd1', 'A']],
    ['nothing to read in the answer', ['What is it about?', '?!', 'b1', 'c1', 'd1', 'A']],
    ['a slash, which cleaning would change', ['What is half of it?', '1/2', '1', '2', '3', 'A']],
    ['a slash, which cleaning would change', ['What is \\frac{1}{2} of two?', '10', '1', '2', '3', 'B']],
    ['a question longer than 400 characters', [`${'long '.repeat(80)}1`, 'a1', 'b1', 'c1', 'd1', 'A']],
    ['an option longer than 60 characters', ['What is it about?', 'x'.repeat(61), 'b1', 'c1', 'd1', 'B']],
    ['an option that speaks of others', ['What is it about?', 'a1', 'b1', 'c1', 'All of the above', 'A']],
    ['an option that speaks of others', ['What is it about?', 'a1', 'b1', 'c1', 'none of these.', 'A']],
    ['an option that speaks of others', ['What is it about?', 'a1', 'b1', 'c1', 'Both A and C', 'A']],
    ['an option that speaks of others', ['What is it about?', 'a1', 'b1', 'Both', 'Neither', 'A']],
    ['options that name statements', ['What is it about?', 'I only', 'II and III', 'a1', 'b1', 'A']],
    ['options that name statements', ['What is it about?', '1,2,4', '1,3', 'a1', 'b1', 'A']],
    ['a question that many answers fit', ['Which of these is NOT a moon?', 'Io', 'Mars', 'Europa', 'Titan', 'B']],
    ['a question that many answers fit', ['Lactose', 'is a sugar', 'is a fat', 'is a salt', 'is an acid', 'A']],
    ['an option that is a letter', ['What is it about?', 'a', 'b1', 'c1', 'd1', 'B']],
    ['asked before', ['Which planet is the largest?', 'Jupiter', 'Saturn', 'Venus', 'Mars', 'A']],
  ])('leaves out: %s', async (reason, row) => {
    const source = await open({ 'test/astronomy_test.csv': bare([...rows, row]) });
    expect([source.size, source.rejected]).toEqual([3, { [reason]: 1 }]);
  });

  it('never trains on what it tests, and takes auxiliary questions before those of dev and val', async () => {
    const files = {
      'test/astronomy_test.csv': bare(rows),
      'dev/astronomy_dev.csv': bare([...rows.slice(0, 1), ...more.slice(0, 2)]),
      'val/astronomy_val.csv': bare(more.slice(2, 5)),
    };
    const train = await open(files, 'train');
    expect([train.size, train.rejected]).toEqual([5, { 'asked in the test split too': 1 }]);
    expect(train.warnings).toEqual(['train has 6 rows here, MMLU has 99,842: its questions are others']);
    expect((await open({ ...files, 'auxiliary_train/race.csv': bare(more) }, 'train')).size).toBe(12);
  });

  it('names file, row and field of what is wrong, and says how to get what is missing', async () => {
    const wrong: MmluCells = ['What is it about?', 'a1', 'b1', 'c1', 'd1', 'E'];
    await expect(open({ 'test/astronomy_test.csv': bare([...rows, wrong]) })).rejects.toMatchObject({
      code: 'bad_data',
      message: 'the answer is "E", expected 0 to 3 or A to D',
      where: expect.stringMatching(/astronomy_test\.csv:5 column answer$/),
    });
    await expect(open({ 'test/a_test.csv': 'What?,1,2,3,A\n' })).rejects.toMatchObject({
      message: '5 fields, expected 6: question, a, b, c, d, answer',
      where: expect.stringMatching(/a_test\.csv:1$/),
    });
    const fix = expect.stringContaining('sextant data pull mmlu');
    await expect(mmlu({ split: 'test' })).rejects.toMatchObject({ code: 'bad_argument', fix });
    const path = join(folderWith({ 'q.txt': '' }), 'q.txt');
    await expect(mmlu({ split: 'test', path })).rejects.toMatchObject({ message: 'expected .parquet, .csv or .json' });
  });
});
