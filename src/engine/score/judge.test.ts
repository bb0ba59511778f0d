import { expect, test } from 'vitest';
import type { Extractor, Reply } from '../../contracts/index.ts';
import { judgeReply } from './judge.ts';

const letter: Extractor = {
  id: 'test/letter',
  about: 'one capital letter',
  extract: (text) => {
    if (text === 'boom') throw new Error('too hard');
    return { answer: /^[A-D]$/.test(text) ? text : null };
  },
  write: () => 'A',
};
const judged = (reply: Reply) => judgeReply(reply, letter, {});

test('a refusal, a cut-off, an empty answer and an unreadable one are four different things', () => {
  expect(judged({ text: 'B', finish: 'stop' })).toEqual({ outcome: 'answered', extraction: { answer: 'B' } });
  expect(judged({ text: 'I cannot', finish: 'refused' }).outcome).toBe('refused');
  expect(judged({ text: 'Let me thi', finish: 'length' }).outcome).toBe('truncated');
  expect(judged({ text: ' \n', finish: 'stop' })).toMatchObject({ outcome: 'unparsed', reason: 'empty' });
  expect(judged({ text: 'hm', finish: 'stop' })).toMatchObject({ outcome: 'unparsed', reason: 'no answer found' });
});

test('an extractor that throws costs one unit, not the run', () => {
  expect(judged({ text: 'boom', finish: 'stop' })).toMatchObject({
    outcome: 'unparsed',
    reason: 'extractor test/letter failed: too hard',
  });
});
