import { expect, it } from 'vitest';
import { findExtractor } from '../index.ts';
import { readLines } from '../python/testing/fixtures.ts';
import { withoutReasoning } from './reasoning-tags.ts';

// Recorded from `strip_reasoning_tags` of lmms-eval 75571cf, which is that of v0.7.1 and v0.7.2, with the default tags.
it('cuts out reasoning as lmms-eval does', () => {
  for (const { text, is } of readLines<{ text: string; is: string }>(
    new URL('fixtures/reasoning-tags.ndjson', import.meta.url),
  ))
    expect(withoutReasoning(text), JSON.stringify(text)).toBe(is);
});

it('takes linear time on any text', () => {
  for (const piece of [
    '<think>',
    '</think>',
    '<think>x</think>',
    '<thi<think></think>nk>',
    '>',
    '<analysis></analysis>',
  ])
    withoutReasoning(`${piece.repeat(1_000_000 / piece.length)}</think>`);
});

it('a letter that was only thought about is not the answer', () => {
  const reply = '<think>Perhaps ``A``.</think>\nIt is ``B``.';
  expect(findExtractor('mmsi/lmms').extract(reply, {})).toEqual({ answer: 'A' });
  expect(findExtractor('mmsi/lmms-no-reasoning').extract(reply, {})).toEqual({ answer: 'B' });
  const points = '<analysis>(0.1, 0.1)?</analysis>[(0.5, 0.5)]';
  const size = { width: 640, height: 480 };
  expect(findExtractor('refspatial/lmms-no-reasoning').extract(points, size)).toEqual({ points: [[320, 240]] });
});

it('every protocol of lmms-eval has a version that cuts out reasoning', () => {
  const reply = '<think>A. Or C.</think>B';
  const context = { choices: { A: '', B: '', C: '' } };
  for (const id of [
    'vsi/lmms',
    'lmms/first-letter',
    'viewspatial/official',
    'mindcube/lmms',
    '3dsr/lmms',
    'site/official',
  ]) {
    expect(findExtractor(id).extract(reply, context), id).not.toEqual({ answer: 'B' });
    expect(findExtractor(`${id}-no-reasoning`).extract(reply, context), id).toEqual({ answer: 'B' });
  }
});
