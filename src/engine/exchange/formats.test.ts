import { expect, test } from 'vitest';
import { tiny } from '../../benchmarks/tiny/index.ts';
import { findFormat } from './formats.ts';

test('a benchmark without forms of its own is told those of whole runs', () => {
  const fix = expect.stringContaining('every-eval-ever, hugging-face, inspect');
  expect(() => findFormat(tiny, 'jsonl', 'write')).toThrow(expect.objectContaining({ code: 'bad_argument', fix }));
});
