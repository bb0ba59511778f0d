import { afterEach, expect, onTestFinished, test } from 'vitest';
import { ProviderError } from '../../contracts/index.ts';
import { emptyConfig } from './config.ts';
import { resolveEndpoint } from './endpoints.ts';
import { remoteModel } from './remote.ts';
import { type BadServer, type Behaviour, behave, completion, startBadServer } from './testing/bad-server.ts';
import { clip, question } from './testing/request.ts';

const KEY = 'sk-very-secret-key';
const servers: BadServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function modelAgainst(
  behaviour: Behaviour,
  opts: { timeoutMs?: number; onRateLimit?(waitMs: number): void } = {},
) {
  const server = await startBadServer(() => behaviour);
  servers.push(server);
  const endpoint = resolveEndpoint('vllm/some/model', {
    env: { VLLM_BASE_URL: server.url, VLLM_API_KEY: KEY },
    config: emptyConfig,
  });
  if (!endpoint) throw new Error('vllm is a provider');
  const { timeoutMs = 600_000, ...rest } = opts;
  const model = remoteModel({ ...endpoint, timeoutMs }, { env: {}, ...rest });
  onTestFinished(() => model.close?.());
  return { server, model, ask: (signal = new AbortController().signal) => model.answer(question(), signal) };
}

/** The error of asking a server that behaves so. */
async function errorOf(behaviour: Behaviour, timeoutMs?: number): Promise<ProviderError> {
  const { ask } = await modelAgainst(behaviour, timeoutMs === undefined ? {} : { timeoutMs });
  const thrown = await ask().then(
    () => expect.unreachable('there was a reply'),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ProviderError);
  if (!(thrown instanceof ProviderError)) throw thrown;
  return thrown;
}

test('a good answer, and what was sent for it', async () => {
  const { server, ask } = await modelAgainst(behave.says('A'));
  expect(await ask()).toEqual({
    text: 'A',
    finish: 'stop',
    usage: { inputTokens: 11, outputTokens: 7, reasoningTokens: 3 },
    servedBy: 'served-name',
    responseId: 'chatcmpl-1',
  });
  const [request] = server.received;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    prompt: 'Look:\nWhere is the “cup”?\n',
  });
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
});

test.each([
  ['a refusal', behave.refuses(), { text: 'I cannot help.', finish: 'refused' }],
  ['a filtered answer', behave.isFiltered(), { text: '', finish: 'refused' }],
  ['a cut-off answer', behave.isCutOff(), { text: 'The answer is', finish: 'length' }],
  ['an empty answer', behave.isEmpty(), { text: '', finish: 'stop' }],
])('%s is a reply, not an error', async (_name, behaviour, expected) => {
  const { ask } = await modelAgainst(behaviour);
  expect(await ask()).toMatchObject(expected);
});

const quota = JSON.stringify({ error: { message: 'no money', code: 'insufficient_quota' } });
const lowCredit = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
});
const retryInfo = JSON.stringify({ error: { message: 'slow down', details: [{}, { retryDelay: '34s' }] } });
const inChoice = completion('', { error: { code: 502, message: 'died' }, finish_reason: 'error' });
test.each<[string, Behaviour, Partial<ProviderError>]>([
  [
    '429',
    behave.status(429),
    { kind: 'rate_limited', status: 429, retryAfterMs: undefined, retryable: true, overload: true },
  ],
  ['429 with a wait', behave.status(429, '{}', { 'retry-after': '3' }), { kind: 'rate_limited', retryAfterMs: 3000 }],
  ["429 with Google's wait", behave.status(429, retryInfo), { kind: 'rate_limited', retryAfterMs: 34_000 }],
  ['429 on an empty account', behave.status(429, quota), { kind: 'quota', status: 429, retryable: false }],
  ['402', behave.status(402), { kind: 'quota', retryable: false }],
  ['400 on an empty account', behave.status(400, lowCredit), { kind: 'quota', status: 400 }],
  ['401', behave.status(401), { kind: 'auth', status: 401, retryable: false }],
  ['403', behave.status(403), { kind: 'auth' }],
  [
    '500',
    behave.status(500, 'oops', { 'content-type': 'text/plain' }),
    { kind: 'server', status: 500, message: expect.stringMatching(/: HTTP 500: oops$/) },
  ],
  ['502 with an HTML page', behave.status(502, '<html>Bad gateway</html>'), { kind: 'server', status: 502 }],
  ['503', behave.status(503, '', { 'retry-after': '1' }), { kind: 'overloaded', status: 503, retryAfterMs: 1000 }],
  ['529', behave.status(529), { kind: 'overloaded' }],
  ['408', behave.status(408), { kind: 'server' }],
  [
    '400',
    behave.status(400, '{"error":"image too big"}'),
    { kind: 'rejected', status: 400, message: expect.stringMatching(/: HTTP 400: image too big$/) },
  ],
  [
    '404 from FastAPI',
    behave.status(404, '{"detail":"Not Found"}'),
    { kind: 'unknown_model', message: expect.stringMatching(/Not Found$/), retryable: false },
  ],
  [
    'an unknown model as a 400',
    behave.status(400, '{"message":"Invalid model: some","code":"1500"}'),
    { kind: 'unknown_model' },
  ],
  ['a redirect', behave.status(307, '', { location: 'http://elsewhere.test' }), { kind: 'rejected', status: 307 }],
  ['an error inside a success', behave.hidesError(429), { kind: 'rate_limited', status: 429 }],
  ['an error inside a choice', behave.sends(inChoice), { kind: 'server', status: 502 }],
  [
    'an error without a status',
    behave.sends('{"error":"overheated"}'),
    { kind: 'bad_response', status: 200, retryable: true },
  ],
  ['a reset before the reply', behave.resets(), { kind: 'connection' }],
  ['a reset in the body', behave.resetsMidBody(), { kind: 'connection' }],
  ['a truncated body', behave.truncates(), { kind: 'connection' }],
  ['a truncated chunked body', behave.truncatesChunks(), { kind: 'connection' }],
  [
    'HTML',
    behave.html(),
    {
      kind: 'bad_response',
      status: 200,
      message: expect.stringMatching(/expected JSON, got text\/html: "<html><body>Log in<\/body><\/html>"$/),
    },
  ],
  ['nothing', behave.sends(''), { kind: 'bad_response' }],
  ['invalid UTF-8', behave.invalidUtf8(), { kind: 'bad_response', message: expect.stringContaining('UTF-8') }],
  [
    'another shape',
    behave.sends('{"choices":[]}'),
    { kind: 'bad_response', message: expect.stringContaining('choices') },
  ],
  ['50 MB', behave.floods(50e6), { kind: 'too_large', retryable: false }],
])('%s is told apart', async (_name, behaviour, expected) => {
  const error = await errorOf(behaviour);
  expect(error).toMatchObject(expected);
  expect(error.message).not.toContain('\u0007');
});

test.each([
  ['silence', behave.isSilent()],
  ['a body that never ends', behave.drips()],
])('%s ends with a timeout, and the connection with it', async (_name, behaviour) => {
  expect(await errorOf(behaviour, 100)).toMatchObject({ kind: 'timeout', overload: true });
  await expect.poll(() => servers[0]?.active(), { interval: 5 }).toBe(0);
});

test('a server that is not there is a connection error', async () => {
  const { server, ask } = await modelAgainst(behave.says('A'));
  await server.close();
  await expect(ask()).rejects.toMatchObject({ kind: 'connection', message: expect.stringContaining('ECONNREFUSED') });
});

test('cancelling ends the request, also when it is cancelled already', async () => {
  const cancel = new AbortController();
  const { server, ask } = await modelAgainst(() => cancel.abort());
  await expect(ask(cancel.signal)).rejects.toMatchObject({ kind: 'aborted', retryable: false });
  await expect(ask(cancel.signal)).rejects.toMatchObject({ kind: 'aborted' });
  expect(server.received).toHaveLength(1);
});

test('what cannot be sent is not tried again', async () => {
  const server = await startBadServer(() => behave.says('A'));
  servers.push(server);
  const endpoint = resolveEndpoint('vllm/m', { env: { VLLM_BASE_URL: server.url }, config: emptyConfig });
  if (!endpoint) throw new Error('vllm is a provider');
  const model = remoteModel({ ...endpoint, key: 'two\nlines' }, { env: {} });
  onTestFinished(() => model.close?.());
  const asked = model.answer(question(), new AbortController().signal);
  await expect(asked).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('invalid authorization header'),
  });
});

test('a used-up quota is passed on although the answer came', async () => {
  const waits: number[] = [];
  const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' };
  const { ask } = await modelAgainst(behave.sends(completion('A'), headers), { onRateLimit: (ms) => waits.push(ms) });
  expect(await ask()).toMatchObject({ text: 'A' });
  expect(waits).toEqual([360_000]);
});

test('the key is in no error, whatever the server says', async () => {
  const leaks = [
    behave.status(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } })),
    behave.status(500, `Authorization: Bearer ${KEY}`),
    behave.sends(`<html>${KEY}</html>`),
    behave.sends(JSON.stringify({ error: KEY })),
  ];
  for (const leak of leaks) {
    const error = await errorOf(leak);
    expect(error.message).toContain('***');
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY);
    expect(error.cause).toBeUndefined();
  }
});

test.each(['vllm', 'anthropic', 'gemini'])('%s: an echoed key is nowhere in a reply', async (provider) => {
  const echoes = {
    vllm: {
      id: `id-${KEY}`,
      model: `m ${KEY}`,
      choices: [{ message: { content: `You sent ${KEY}`, reasoning: KEY }, finish_reason: 'stop' }],
    },
    anthropic: {
      id: `id-${KEY}`,
      model: `m ${KEY}`,
      stop_reason: 'end_turn',
      content: [
        { type: 'thinking', thinking: KEY },
        { type: 'text', text: `You sent ${KEY}` },
      ],
    },
    gemini: {
      responseId: `id-${KEY}`,
      modelVersion: `m ${KEY}`,
      candidates: [
        { content: { parts: [{ text: KEY, thought: true }, { text: `You sent ${KEY}` }] }, finishReason: 'STOP' },
      ],
    },
  };
  const server = await startBadServer(() => behave.sends(JSON.stringify(Reflect.get(echoes, provider))));
  servers.push(server);
  const name = provider.toUpperCase();
  const env = { [`${name}_BASE_URL`]: server.url, [`${name}_API_KEY`]: KEY };
  const endpoint = resolveEndpoint(`${provider}/m`, { env, config: emptyConfig });
  if (!endpoint) throw new Error(`${provider} is a provider`);
  const model = remoteModel(endpoint, { env: {} });
  onTestFinished(() => model.close?.());
  expect(await model.answer(question(), new AbortController().signal)).toEqual({
    text: 'You sent ***',
    reasoning: '***',
    finish: 'stop',
    servedBy: 'm ***',
    responseId: 'id-***',
  });
});

test('a key of digits leaves the numbers of an answer alone, and is no id', async () => {
  const said = '(0.123456, 0.5) or (123456, 7)';
  const server = await startBadServer(() => behave.sends(completion(said).replace('chatcmpl-1', '123456')));
  servers.push(server);
  const env = { VLLM_BASE_URL: server.url, VLLM_API_KEY: '123456' };
  const endpoint = resolveEndpoint('vllm/m', { env, config: emptyConfig });
  if (!endpoint) throw new Error('vllm is a provider');
  const model = remoteModel(endpoint, { env: {} });
  onTestFinished(() => model.close?.());
  const reply = await model.answer(question(), new AbortController().signal);
  expect(reply).toMatchObject({ text: said, responseId: '***' });
});

test('a key in the base URL is in neither the settings nor an error, but is sent', async () => {
  const server = await startBadServer(({ path }) => behave.status(400, path));
  servers.push(server);
  const endpoint = resolveEndpoint('vllm/m', {
    env: { VLLM_BASE_URL: `${server.url}?key=${KEY}` },
    config: emptyConfig,
  });
  if (!endpoint) throw new Error('vllm is a provider');
  const model = remoteModel(endpoint, { env: {} });
  onTestFinished(() => model.close?.());
  const asked = model.answer(question(), new AbortController().signal);
  await expect(asked).rejects.toMatchObject({
    message: expect.stringMatching(/HTTP 400: \/v1\/chat\/completions\?key=\*\*\*$/),
  });
  expect(server.received[0]?.path).toBe(`/v1/chat/completions?key=${KEY}`);
  expect(JSON.stringify(model.settings)).not.toContain(KEY);
});

test('HTTP_PROXY is honoured, but not for this machine', async () => {
  const proxy = await startBadServer(() => behave.says('through the proxy'));
  servers.push(proxy);
  const env = { HTTP_PROXY: new URL(proxy.url).origin };
  const at = async (baseUrl: string, more = {}) => {
    const all = { ...env, ...more };
    const endpoint = resolveEndpoint('vllm/m', { env: { VLLM_BASE_URL: baseUrl }, config: emptyConfig });
    if (!endpoint) throw new Error('vllm is a provider');
    const model = remoteModel(endpoint, { env: all });
    onTestFinished(() => model.close?.());
    return model.answer(question(), new AbortController().signal);
  };
  expect(await at('http://model.invalid/v1')).toMatchObject({ text: 'through the proxy' });
  expect(proxy.received[0]?.path).toBe('http://model.invalid/v1/chat/completions');
  await expect(at('http://model.invalid/v1', { NO_PROXY: 'model.invalid' })).rejects.toMatchObject({
    kind: 'connection',
  });
  const here = await startBadServer(() => behave.says('directly'));
  servers.push(here);
  expect(await at(here.url)).toMatchObject({ text: 'directly' });
});

test('ping tells what is served when the name is wrong', async () => {
  const { model } = await modelAgainst(behave.sends('{"data":[{"id":"qwen"},{"id":"llava"}]}'));
  const line = await model.ping?.(new AbortController().signal);
  expect(line).toMatch(/answers, but does not list some\/model; it has qwen, llava$/);
});

test('a clip is refused before anything is sent to a model that takes none', async () => {
  const { server, model } = await modelAgainst(behave.says('A'));
  model.capabilities.video = false;
  const asked = model.answer(question({ parts: [clip()] }), new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ kind: 'rejected' });
  expect(server.received).toHaveLength(0);
});
