import { expect, it } from 'vitest';
import { arithmetic } from './arithmetic.ts';
import { buildRecords, recordsJson } from './records.ts';

it('records have three options and nine, and the file is what Python writes', () => {
  const [record] = buildRecords(arithmetic('test'), 1);
  expect(record).toMatchObject({ final_answer: expect.any(String), answer: `#### ${record?.final_answer}` });
  expect([record?.extra_options.length, record?.extra_options_10?.length]).toEqual([3, 9]);
  const odd = { question: 'Où "π"?', answer: '', final_answer: '1', extra_options: [] };
  expect(recordsJson([odd])).toBe(
    '[\n  {\n    "question": "Où \\"π\\"?",\n    "answer": "",\n    "final_answer": "1",\n    "extra_options": []\n  }\n]',
  );
});
