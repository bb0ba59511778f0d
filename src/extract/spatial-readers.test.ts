import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonl } from '../tables/json.ts';
import { extractors, findExtractor } from './index.ts';

const Case = z.object({
  text: z.string(),
  options: z.number(),
  /** What the original Python reads, by extractor. */
  letters: z.record(z.string(), z.string().nullable()),
  numbers: z.record(z.string(), z.number().nullable()),
});

const choicesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [String.fromCharCode(65 + i), 'x']));

test('reads random texts as the original Python does', async () => {
  let cases = 0;
  for await (const { value, where } of readJsonl(join(import.meta.dirname, 'fixtures/spatial-readers.ndjson'), Case)) {
    const { text, options, letters, numbers } = value;
    cases += 1;
    for (const [id, answer] of Object.entries(letters))
      expect(findExtractor(id).extract(text, { choices: choicesOf(options) }), `${where} ${id}`).toEqual({ answer });
    for (const [id, answer] of Object.entries(numbers))
      expect(findExtractor(id).extract(text, {}), `${where} ${id}`).toEqual({ answer });
  }
  expect(cases).toBe(250);
});

const hostile = [
  '(',
  ' ',
  '\n',
  'A\n',
  'answer ',
  'answer is ',
  'Answer:\t',
  '<Answer>',
  '"A',
  '. ',
  'one and ',
  '\n\n(A) ',
  '1',
  ':',
  '(0.5, 0.5), ',
  '<point ',
  '{"point_2d": [1, ',
  '```json\n',
  '<think>',
];

const size = { width: 640, height: 480 };

test.each(extractors)('$id takes time in proportion to the text, whatever it says', ({ extract }) => {
  const timeOf = (length: number) => {
    const start = process.cpuUsage();
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(length / piece.length));
      extract(text, { ...size, choices: choicesOf(4) });
      extract(text, size);
    }
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  timeOf(1000);
  // Sixteen times the text: quadratic time would be 256 times as much.
  const [short, long] = [timeOf(5000), timeOf(80_000)];
  expect(long).toBeLessThan(100 * Math.max(short, 2000));
});
