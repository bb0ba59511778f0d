import { expect, test } from 'vitest';
import { anthropic } from './anthropic.ts';
import { encodeJson } from './body.ts';
import { question } from './testing/request.ts';

const target = { name: 'claude-x', baseUrl: new URL('https://api.anthropic.com'), mmProcessorKwargs: false };

test('the body is, byte by byte', () => {
  expect(encodeJson(anthropic.body(question(), target)).toString()).toBe(
    '{"model":"claude-x","max_tokens":64,"system":"Be brief.","messages":[{"role":"user","content":[' +
      '{"type":"text","text":"Look:"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}},' +
      '{"type":"text","text":"Where is the “cup”?\\n"}]}],"temperature":0,"top_p":0.9}',
  );
});

test('the API insists on a limit: ours is in the settings', () => {
  const { system, ...bare } = question({ decoding: {} });
  expect(anthropic.body(bare, target)).toMatchObject({ max_tokens: 4096 });
  expect(anthropic.settings).toEqual({ defaultMaxTokens: 4096 });
});

test('text and thinking are told apart; cached input is input', () => {
  const json = {
    id: 'msg_1',
    model: 'claude-x-20260101',
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'redacted_thinking', data: '…' },
      { type: 'text', text: 'A' },
      { type: 'text', text: '.' },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: null, output_tokens: 2 },
  };
  expect(anthropic.read(json)).toEqual({
    text: 'A.',
    reasoning: 'hm',
    finish: 'stop',
    usage: { inputTokens: 9, outputTokens: 2 },
    servedBy: 'claude-x-20260101',
    responseId: 'msg_1',
  });
});

test.each([
  ['max_tokens', 'length'],
  ['refusal', 'refused'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'other'],
])('%s is %s', (stop_reason, finish) => {
  expect(anthropic.read({ content: [], stop_reason })).toEqual({ text: '', finish });
});

test('something else is not an answer', () => {
  expect(() => anthropic.read({ type: 'message' })).toThrow(expect.objectContaining({ kind: 'bad_response' }));
});
