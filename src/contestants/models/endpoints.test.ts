import { expect, test } from 'vitest';
import { emptyConfig, parseConfig } from './config.ts';
import { resolveEndpoint } from './endpoints.ts';
import { providers } from './providers.ts';

const resolve = (id: string, env: Record<string, string> = {}, config = emptyConfig) =>
  resolveEndpoint(id, { env, config });

test('the name keeps its further slashes', () => {
  const endpoint = resolve('openrouter/qwen/qwen3-vl-8b', { OPENROUTER_API_KEY: 'k' });
  expect(endpoint).toMatchObject({ id: 'openrouter/qwen/qwen3-vl-8b', name: 'qwen/qwen3-vl-8b', key: 'k' });
});

test('an alias is the same model, and either key will do', () => {
  expect(resolve('google/gemini-x', { GOOGLE_API_KEY: 'g' })).toMatchObject({
    id: 'gemini/gemini-x',
    dialect: 'gemini',
    key: 'g',
  });
  expect(resolve('gemini/gemini-x', { GOOGLE_API_KEY: 'g', GEMINI_API_KEY: 'first' })?.key).toBe('first');
});

test.each(['nobody/x', 'openai', 'openai/', '/x', '', 'constructor/x'])('%j is nobody', (id) => {
  expect(resolve(id)).toBeNull();
});

test.each(Object.entries(providers))('%s asks for a key when it needs one, and names it', (id, provider) => {
  const attempt = () => resolve(`${id}/m`);
  if (!provider.needsKey) return void expect(attempt()).toMatchObject({ name: 'm' });
  const variable = provider.keyEnv[0] ?? '';
  expect(attempt).toThrow(
    expect.objectContaining({
      code: 'missing_key',
      message: expect.stringContaining(variable),
      fix: expect.stringContaining(variable),
    }),
  );
});

test('no key is needed for this machine', () => {
  const endpoint = resolve('openai/m', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(endpoint?.baseUrl.href).toBe('http://127.0.0.1:9/v1');
  expect(endpoint?.key).toBeUndefined();
  expect(() => resolve('openai/m', { OPENAI_BASE_URL: 'http://10.0.0.1/v1' })).toThrow(
    expect.objectContaining({ code: 'missing_key' }),
  );
});

test.each([
  [{}, 'http://127.0.0.1:11434/v1'],
  [{ OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/v1'],
  [{ OLLAMA_HOST: 'gpu:5000' }, 'http://gpu:5000/v1'],
  [{ OLLAMA_HOST: 'https://gpu' }, 'https://gpu/v1'],
  [{ OLLAMA_HOST: 'gpu', OLLAMA_BASE_URL: 'http://other/v1' }, 'http://other/v1'],
])('%j is %s', (env, expected) => {
  expect(resolve('ollama/m', env)?.baseUrl.href).toBe(expected);
});

test('a URL with a password is refused without showing it', () => {
  const attempt = () => resolve('vllm/m', { VLLM_BASE_URL: 'http://me:hunter22@host/v1' });
  expect(attempt).toThrow(expect.objectContaining({ code: 'bad_config', where: 'VLLM_BASE_URL' }));
  expect(attempt).not.toThrow(/hunter22/);
});

const config = parseConfig(
  JSON.stringify({
    endpoints: {
      lab: {
        baseUrl: 'http://10.0.0.5:8000/v1',
        keyEnv: 'LAB_KEY',
        headers: { 'x-team': '$TEAM', 'x-plain': 'plain' },
        maxImages: 8,
        video: true,
        coordinates: 'thousandths',
        timeoutSeconds: 30,
      },
    },
  }),
  'sextant.config.json',
);

test('an endpoint from the config file, its variables filled in', () => {
  expect(resolve('lab/org/name', { LAB_KEY: 'k', TEAM: 'red' }, config)).toMatchObject({
    id: 'lab/org/name',
    name: 'org/name',
    dialect: 'openai',
    key: 'k',
    headers: { 'x-team': 'red', 'x-plain': 'plain' },
    capabilities: { maxImages: 8, video: true, coordinates: 'thousandths', peeks: 'nothing' },
    timeoutMs: 30_000,
  });
});

test.each([
  [{ TEAM: 'red' }, /LAB_KEY/],
  [{ LAB_KEY: 'k' }, /TEAM/],
])('with only %j set, the missing variable is named', (env, message) => {
  expect(() => resolve('lab/m', env, config)).toThrow(
    expect.objectContaining({ code: 'missing_key', message: expect.stringMatching(message) }),
  );
});
