import { expect, test } from 'vitest';
import { acceptReply } from '../../contracts/index.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';

/** The same answer in every dialect; the counts as its server would write them. */
const dialects = {
  openai: {
    read: openai.read,
    json: (input: unknown, output: unknown, reasoning: unknown) => ({
      choices: [{ message: { content: 'A' }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        completion_tokens_details: { reasoning_tokens: reasoning },
      },
    }),
  },
  anthropic: {
    read: anthropic.read,
    json: (input: unknown, output: unknown, cached: unknown) => ({
      content: [{ type: 'text', text: 'A' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached },
    }),
  },
  gemini: {
    read: gemini.read,
    json: (input: unknown, output: unknown, thoughts: unknown) => ({
      candidates: [{ content: { parts: [{ text: 'A' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, thoughtsTokenCount: thoughts },
    }),
  },
};
const names = ['openai', 'anthropic', 'gemini'] as const;

test.each(names)('%s: impossible counts are left out and named, and the answer stays', (name) => {
  const { read, json } = dialects[name];
  const answer = { text: 'A', finish: 'stop' };
  for (const wrong of [-1, 1e300, Number.POSITIVE_INFINITY, '11', {}, []]) {
    for (const counts of [json(wrong, 7, 0), json(11, wrong, 0), json(11, 7, wrong)]) {
      const { reply, doubt } = acceptReply(read(counts));
      expect(reply).toMatchObject(answer);
      expect(doubt, JSON.stringify(counts)).toMatch(
        /^(input|output|reasoning) tokens: (-1|1e\+300|Infinity|no number)$/,
      );
    }
  }
  for (const told of [null, undefined]) expect(acceptReply(read(json(11, 7, told)))).not.toHaveProperty('doubt');
});

const ends = {
  openai: (reason: unknown) => ({ choices: [{ message: { content: 'A' }, finish_reason: reason }] }),
  anthropic: (reason: unknown) => ({ content: [{ type: 'text', text: 'A' }], stop_reason: reason }),
  gemini: (reason: unknown) => ({ candidates: [{ content: { parts: [{ text: 'A' }] }, finishReason: reason }] }),
};

test.each(names)('%s: every server’s word for how a reply ended is understood', (name) => {
  const words = {
    stop: ['stop', 'STOP', 'end_turn', 'stop_sequence', 'eos_token', 'COMPLETE'],
    length: ['length', 'max_tokens', 'MAX_TOKENS', 'model_length', 'model_context_window_exceeded'],
    refused: ['content_filter', 'safety', 'SAFETY', 'RECITATION', 'refusal', 'PROHIBITED_CONTENT', 'IMAGE_SAFETY'],
    // Of any type: an answer is not thrown away, and paid for again, because of its end.
    other: ['tool_calls', 'OTHER', 'error', '', null, undefined, 1, {}, { type: 'stop' }, ['stop'], false],
  };
  for (const [finish, reasons] of Object.entries(words)) {
    for (const reason of reasons) {
      expect(dialects[name].read(ends[name](reason)), String(reason)).toEqual({ text: 'A', finish });
    }
  }
});

test.each(names)('%s: a bill of another shape is no bill', (name) => {
  const { read, json } = dialects[name];
  const field = name === 'gemini' ? 'usageMetadata' : 'usage';
  for (const bill of ['much', 7, [], {}]) {
    const said = acceptReply(read({ ...json(1, 1, 0), [field]: bill }));
    // Google leaves the output out where there was none, but never the input.
    expect(said).toEqual({ reply: { text: 'A', finish: 'stop' }, doubt: 'input tokens: no number' });
  }
  for (const bill of [null, undefined]) {
    expect(acceptReply(read({ ...json(1, 1, 0), [field]: bill }))).toEqual({ reply: { text: 'A', finish: 'stop' } });
  }
});

test.each<[string, (typeof names)[number], object]>([
  ['a part', 'openai', { choices: [{ message: { content: [{ text: null }, { text: 'A' }] }, finish_reason: 'stop' }] }],
  ['a refusal', 'openai', { choices: [{ message: { content: 'A', refusal: false }, finish_reason: 'stop' }] }],
  [
    'a block',
    'anthropic',
    {
      content: [
        { type: 'x', text: null },
        { type: 'text', text: 'A' },
      ],
      stop_reason: 'end_turn',
    },
  ],
  [
    'a part or a thought',
    'gemini',
    { candidates: [{ content: { parts: [{ text: null }, { text: 'A', thought: null }] }, finishReason: 'STOP' }] },
  ],
])('%s that is said to be none does not cost the answer beside it: %s', (_what, name, json) => {
  expect(dialects[name].read(json)).toEqual({ text: 'A', finish: 'stop' });
});
