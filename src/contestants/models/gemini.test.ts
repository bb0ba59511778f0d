import { expect, test } from 'vitest';
import { encodeJson } from './body.ts';
import { gemini } from './gemini.ts';
import { clip, question } from './testing/request.ts';

const target = { name: 'gemini-x', baseUrl: new URL('https://example.test'), mmProcessorKwargs: false };

test('the body is, byte by byte', () => {
  const request = question({ parts: [...question().parts, clip()] });
  expect(encodeJson(gemini.body(request, target)).toString()).toBe(
    '{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Look:"},' +
      '{"inlineData":{"mimeType":"image/png","data":"iVBORw=="}},{"text":"Where is the “cup”?\\n"},' +
      '{"inlineData":{"mimeType":"video/mp4","data":"AAECAwQ="},"videoMetadata":{"fps":2}}]}],' +
      '"generationConfig":{"temperature":0,"topP":0.9,"maxOutputTokens":64,"seed":7}}',
  );
});

test('the key goes into a header, never into the URL', () => {
  expect(gemini.path('gemini-x')).toBe('/v1beta/models/gemini-x:generateContent');
  expect(gemini.path('a?b/c')).toBe('/v1beta/models/a%3Fb/c:generateContent');
  expect(gemini.auth('k')).toEqual({ 'x-goog-api-key': 'k' });
});

test('thoughts are told apart, and billed as output', () => {
  const json = {
    candidates: [
      { content: { parts: [{ text: 'hm', thought: true }, { text: 'A' }, { text: '!' }] }, finishReason: 'STOP' },
    ],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, thoughtsTokenCount: 10 },
    modelVersion: 'gemini-x-001',
    responseId: 'r1',
  };
  expect(gemini.read(json)).toEqual({
    text: 'A!',
    reasoning: 'hm',
    finish: 'stop',
    usage: { inputTokens: 5, outputTokens: 12, reasoningTokens: 10 },
    servedBy: 'gemini-x-001',
    responseId: 'r1',
  });
});

test.each([
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'refused'],
  ['RECITATION', 'refused'],
  ['PROHIBITED_CONTENT', 'refused'],
  ['BLOCKLIST', 'refused'],
  ['OTHER', 'other'],
])('%s is %s', (finishReason, finish) => {
  expect(gemini.read({ candidates: [{ finishReason }] })).toEqual({ text: '', finish });
});

test('a refused question is a refusal, with or without an empty list of candidates', () => {
  const promptFeedback = { blockReason: 'PROHIBITED_CONTENT' };
  expect(gemini.read({ promptFeedback })).toEqual({ text: '', finish: 'refused' });
  expect(gemini.read({ promptFeedback, candidates: [] })).toEqual({ text: '', finish: 'refused' });
});

test.each([[{}], [{ candidates: [] }], [[]]])('%j is not an answer', (json) => {
  expect(() => gemini.read(json)).toThrow(expect.objectContaining({ kind: 'bad_response' }));
});
