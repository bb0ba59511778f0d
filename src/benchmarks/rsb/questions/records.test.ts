import { expect, it } from 'vitest';
import { gsm8k } from './gsm8k.ts';
import { buildRecords, recordsJson } from './records.ts';
import { folderWith } from './testing/files.ts';

it('records have three options and nine, and the file is what Python writes', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => ({ question: `How many are ${n}?`, answer: `#### ${n}` }));
  const [record] = buildRecords(await gsm8k({ path: folderWith({ 'test.jsonl': rows }), split: 'test' }), 1);
  expect(record).toMatchObject({ final_answer: '0', answer: '#### 0' });
  expect([record?.extra_options.length, record?.extra_options_10?.length]).toEqual([3, 9]);
  const odd = { question: 'Où "π"?', answer: '', final_answer: '1', extra_options: [] };
  expect(recordsJson([odd])).toBe(
    '[\n  {\n    "question": "Où \\"π\\"?",\n    "answer": "",\n    "final_answer": "1",\n    "extra_options": []\n  }\n]',
  );
});
