import { expect, test } from 'vitest';
import { ProviderError } from './model.ts';
import { acceptReply } from './said.ts';

const reply = { text: 'A', finish: 'stop' };
const counts = { inputTokens: 11, outputTokens: 7 };

test.each<[string, unknown, object]>([
  ['negative', { ...counts, inputTokens: -1 }, { reply, doubt: 'input tokens: -1' }],
  ['not a number', { ...counts, outputTokens: Number.NaN }, { reply, doubt: 'output tokens: NaN' }],
  ['without end', { ...counts, inputTokens: Number.POSITIVE_INFINITY }, { reply, doubt: 'input tokens: Infinity' }],
  ['huge', { ...counts, outputTokens: 2 ** 53 - 1 }, { reply, doubt: 'output tokens: 9007199254740991' }],
  ['a text', { ...counts, inputTokens: '11' }, { reply, doubt: 'input tokens: no number' }],
  ['null', { ...counts, outputTokens: null }, { reply, doubt: 'output tokens: no number' }],
  ['empty', {}, { reply, doubt: 'input tokens: no number' }],
  ['no object', 'much', { reply, doubt: 'input tokens: no number' }],
  [
    'possible but for its reasoning',
    { ...counts, reasoningTokens: -1 },
    { reply: { ...reply, usage: counts }, doubt: 'reasoning tokens: -1' },
  ],
  ['possible without reasoning', { ...counts, reasoningTokens: null }, { reply: { ...reply, usage: counts } }],
  [
    'fractional, as estimates are',
    { inputTokens: 1.5, outputTokens: 0 },
    { reply: { ...reply, usage: { inputTokens: 1.5, outputTokens: 0 } } },
  ],
  ['not told', null, { reply }],
])('usage that is %s', (_name, usage, expected) => {
  expect(acceptReply({ ...reply, usage })).toEqual(expected);
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'the whole'],
  ['a text that is none', { ...reply, text: 5 }, 'text'],
  ['an unknown finish', { ...reply, finish: 'done' }, 'finish'],
])('%s is no reply, and the field is named', (_name, said, field) => {
  expect(() => acceptReply(said)).toThrow(ProviderError);
  expect(() => acceptReply(said)).toThrow(`this is no reply: ${field}: `);
});

test('what a class makes up on the fly is kept: JSON alone would lose it', () => {
  class Computed {
    finish = 'stop';
    get text() {
      return 'B';
    }
  }
  expect(acceptReply(new Computed())).toEqual({ reply: { text: 'B', finish: 'stop' } });
});

test('what a module puts beside a reply is left out: it need not survive JSON, or be the same the next time', () => {
  const circle: Record<string, unknown> = { ...reply, usage: counts, raw: 10n };
  circle.self = circle;
  circle.toJSON = () => 5;
  expect(acceptReply(circle)).toEqual({ reply: { ...reply, usage: counts } });

  let asked = 0;
  const changing = {
    finish: 'stop',
    get text() {
      asked += 1;
      return asked === 1 ? 'A' : 5;
    },
  };
  expect(JSON.stringify(acceptReply(changing))).toBe('{"reply":{"finish":"stop","text":"A"}}');
});

test('a reply that is too long for a journal is an error of its unit, however its length is made up', () => {
  const half = 'x'.repeat(2 ** 23 - 2);
  expect(acceptReply({ ...reply, text: half, reasoning: half }).reply.reasoning).toBe(half);
  const tooLong = {
    kind: 'too_large',
    retryable: false,
    message: expect.stringContaining('16,777,217 characters, at most 16,777,216'),
  };
  for (const said of [
    { ...reply, text: half, reasoning: `${half}.` },
    { ...reply, text: half, words: `${half}.`, usage: {} },
  ])
    expect(() => acceptReply(said)).toThrow(expect.objectContaining(tooLong));
});
