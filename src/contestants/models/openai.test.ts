import { expect, test } from 'vitest';
import { acceptReply } from '../../contracts/index.ts';
import { encodeJson } from './body.ts';
import { openai } from './openai.ts';
import { clip, picture, question } from './testing/request.ts';

const target = { name: 'qwen3-vl', baseUrl: new URL('http://127.0.0.1:8000/v1'), mmProcessorKwargs: true };
const bodyOf = (...args: Parameters<typeof openai.body>) => encodeJson(openai.body(...args)).toString();

test('the body is, byte by byte', () => {
  expect(bodyOf(question(), target)).toBe(
    '{"model":"qwen3-vl","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[' +
      '{"type":"text","text":"Look:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw=="}},' +
      '{"type":"text","text":"Where is the “cup”?\\n"}]}],"temperature":0,"top_p":0.9,"seed":7,"max_tokens":64}',
  );
});

test('a picture carries the detail that the protocol asks for', () => {
  const body = JSON.parse(bodyOf(question({ parts: [{ ...picture(), detail: 'high' }] }), target));
  expect(body.messages[1].content[0].image_url).toEqual({ url: 'data:image/png;base64,iVBORw==', detail: 'high' });
});

test('what the protocol leaves open is left to the server', () => {
  const { system, ...bare } = question({ parts: [{ text: 'Hi' }], decoding: {} });
  expect(bodyOf(bare, target)).toBe(
    '{"model":"qwen3-vl","messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}',
  );
});

test('a clip carries its rate where DashScope and where vLLM look for it', () => {
  const request = question({ parts: [clip(), picture()], decoding: {} });
  const part = { type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAECAwQ=' }, fps: 2 };
  const body = JSON.parse(bodyOf(request, target));
  expect(body.messages[1].content[0]).toEqual(part);
  expect(body.mm_processor_kwargs).toEqual({ fps: 2, do_sample_frames: true });
  const plain = JSON.parse(bodyOf(request, { ...target, mmProcessorKwargs: false }));
  expect(plain.messages[1].content[0]).toEqual(part);
  expect(plain).not.toHaveProperty('mm_processor_kwargs');
});

test('only OpenAI itself is asked for max_completion_tokens', () => {
  const at = (url: string) => JSON.parse(bodyOf(question(), { ...target, baseUrl: new URL(url) }));
  expect(at('https://api.openai.com/v1')).toMatchObject({ max_completion_tokens: 64 });
  expect(at('https://eu.api.openai.com/v1')).not.toHaveProperty('max_tokens');
  expect(at('https://notapi.openai.com.evil.test/v1')).toMatchObject({ max_tokens: 64 });
});

const reply = (message: object, finish_reason: string | null = 'stop') =>
  openai.read({ choices: [{ message, finish_reason }] });

test('a reply is read the same with or without the short cut', () => {
  const message = { content: 'A', refusal: null, reasoning: 'so' };
  const plain = { id: 'r', model: 'm', choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 1 } };
  const odd = [null, undefined, '', 'B', 0, true, [], {}, ['x'], [{ text: 'C' }, {}], { reasoning_tokens: 3 }];
  const variants = odd.flatMap((value) => [
    value,
    ...Object.keys(plain).map((key) => ({ ...plain, [key]: value })),
    ...['content', 'refusal', 'reasoning', 'reasoning_content'].map((key) => ({
      ...plain,
      choices: [{ message: { ...message, [key]: value } }, value],
    })),
    { ...plain, choices: [value] },
    { ...plain, choices: [{ message: value }] },
    { ...plain, choices: [{ message, finish_reason: value }] },
    { ...plain, usage: { completion_tokens_details: value } },
  ]);
  const read = (json: unknown) => {
    try {
      return openai.read(json);
    } catch (error) {
      return String(error);
    }
  };
  for (const json of [plain, ...variants]) {
    // Not what JSON makes: only the schema takes it.
    const other =
      json && Object.getPrototypeOf(json) === Object.prototype ? Object.assign(Object.create(null), json) : json;
    expect(read(json), JSON.stringify(json)).toEqual(read(other));
  }
});

test('text, thinking, usage and names are read', () => {
  const json = {
    id: 'r1',
    model: 'qwen3-vl-8b',
    choices: [{ message: { content: '<think>x</think>A', reasoning: 'because' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 1 } },
  };
  expect(openai.read(json)).toEqual({
    text: '<think>x</think>A',
    reasoning: 'because',
    finish: 'stop',
    usage: { inputTokens: 5, outputTokens: 2, reasoningTokens: 1 },
    servedBy: 'qwen3-vl-8b',
    responseId: 'r1',
  });
});

test.each([
  [
    'parts are joined',
    {
      content: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
      ],
    },
    'stop',
    { text: 'AB', finish: 'stop' },
  ],
  ['no content is an empty answer', { content: null }, 'stop', { text: '', finish: 'stop' }],
  ['a refusal is not an answer', { content: null, refusal: 'No.' }, 'stop', { text: 'No.', finish: 'refused' }],
  ['a filter is a refusal', { content: 'Well' }, 'content_filter', { text: 'Well', finish: 'refused' }],
  ['a cut-off is told', { content: 'The' }, 'length', { text: 'The', finish: 'length' }],
  ['other ends are others', { content: '' }, 'tool_calls', { text: '', finish: 'other' }],
  [
    'thinking under its other name',
    { content: 'A', reasoning_content: 'hm' },
    'stop',
    { text: 'A', finish: 'stop', reasoning: 'hm' },
  ],
] as const)('%s', (_name, message, finish, expected) => {
  expect(reply(message, finish)).toEqual(expected);
});

test('a strange bill does not spoil the answer', () => {
  const json = { choices: [{ message: { content: 'A' }, finish_reason: 'stop' }], usage: { prompt_tokens: 'many' } };
  expect(acceptReply(openai.read(json))).toEqual({
    reply: { text: 'A', finish: 'stop' },
    doubt: 'input tokens: no number',
  });
});

test.each([[{ choices: [] }], [{}], [{ choices: [{ finish_reason: 'stop' }] }], [null], ['A']])(
  '%j is not an answer',
  (json) => {
    expect(() => openai.read(json)).toThrow(expect.objectContaining({ kind: 'bad_response' }));
  },
);
