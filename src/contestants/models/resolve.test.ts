import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listModels } from './listing.ts';
import { openPrices } from './price-lookup.ts';
import { openModel } from './resolve.ts';
import { behave, startBadServer } from './testing/bad-server.ts';
import { question } from './testing/request.ts';

const root = resolve(import.meta.dirname, '../../..');
const signal = new AbortController().signal;

/** A folder with these files in it. */
async function folder(files: Record<string, string> = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'sextant-models-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

const open = async (id: string, files: Record<string, string> = {}, env: Record<string, string> = {}) =>
  openModel(id, { env, cwd: await folder(files), seed: 0 });

test('the key comes from .env, the endpoint from the config file', async () => {
  const server = await startBadServer(() => behave.says('A'));
  onTestFinished(server.close);
  const config = JSON.stringify({
    endpoints: { lab: { baseUrl: server.url, keyEnv: 'LAB_KEY', headers: { 'x-team': '$TEAM' } } },
  });
  const model = await open(
    'lab/some/name',
    { '.env': 'LAB_KEY=from-file\nTEAM=file', 'sextant.config.json': config },
    { TEAM: 'real' },
  );
  onTestFinished(() => model.close?.());
  expect(await model.answer(question(), signal)).toMatchObject({ text: 'A' });
  expect(server.received[0]?.headers).toMatchObject({ authorization: 'Bearer from-file', 'x-team': 'real' });
  expect(model).toMatchObject({ id: 'lab/some/name', settings: { dialect: 'openai', baseUrl: server.url } });
});

test('SEXTANT_CONFIG points to the config file, which must then be there', async () => {
  const config = '{"endpoints":{"lab":{"baseUrl":"http://127.0.0.1:9/v1"}}}';
  expect(await open('lab/m', { 'other.json': config }, { SEXTANT_CONFIG: 'other.json' })).toMatchObject({
    id: 'lab/m',
  });
  await expect(open('lab/m', {}, { SEXTANT_CONFIG: 'other.json' })).rejects.toMatchObject({ code: 'bad_config' });
});

test.each(['random', 'first', 'center', 'oracle'])('baseline/%s', async (name) => {
  expect(await open(`baseline/${name}`)).toMatchObject({ id: `baseline/${name}` });
});

test('replay needs a run', async () => {
  await expect(open('replay/runs/a')).rejects.toMatchObject({
    code: 'bad_run',
    where: expect.stringMatching(/runs.a$/),
  });
});

test.each([
  ['opnai/gpt-4o', /did you mean openai\/gpt-4o\?/],
  ['baseline/orcale', /did you mean baseline\/oracle\?/],
  ['gpt-4o', /did you mean openai\/gpt-4o\?/],
  ['vllm', /did you mean vllm\/<name>\?/],
  ['training/point.onnx', /did you mean \.\/training\/point\.onnx\?/],
  ['my/model.mjs', /did you mean \.\/my\/model\.mjs\?/],
])('%s is unknown, with a guess', async (id, message) => {
  await expect(open(id)).rejects.toMatchObject({
    code: 'unknown_model',
    message: expect.stringMatching(message),
    fix: expect.stringContaining('sextant list models'),
  });
});

test('what is like nothing known is answered with what to do', async () => {
  await expect(open('something-else')).rejects.toMatchObject({
    message: 'no model is called "something-else"',
    fix: expect.stringMatching(/vllm\/something-else .*list models/),
  });
});

test('the examples load and answer', async () => {
  const opts = { env: {}, cwd: root, seed: 0 };
  const mine = await openModel('./examples/my-model.ts', opts);
  expect(mine.id).toBe('module/always-a');
  expect(await mine.answer(question(), signal)).toEqual({
    text: 'I saw 1 pictures. The answer is (A).',
    finish: 'stop',
  });
  const command = await openModel(join(root, 'examples/command-model.ts'), opts);
  expect(await command.answer(question(), signal)).toMatchObject({ text: expect.stringContaining('Look:') });
});

const capabilities = '{ maxImages: 1, video: false, coordinates: null, peeks: "nothing" }';
const moduleWith = (answer: string) => ({
  'm.mjs': `export default { id: 'm', capabilities: ${capabilities}, settings: {}, said: 'A', answer: ${answer} };`,
});

test('a module keeps its own state, and its id cannot pass for another model', async () => {
  const model = await open('./m.mjs', moduleWith("async function () { return { text: this.said, finish: 'stop' }; }"));
  expect(await model.answer(question(), signal)).toEqual({ text: 'A', finish: 'stop' });
  expect(model.id).toBe('module/m');
});

test.each([
  ['async () => { throw new Error("out of memory") }', /^m\.mjs: out of memory$/],
  ['() => { throw new Error("not even async") }', /^m\.mjs: not even async$/],
  ['async () => undefined', /^m\.mjs: this is no reply: /],
  ['async () => ({ text: 7, finish: "stop" })', /^m\.mjs: this is no reply: text: /],
])('a module whose answer is %s is an error that asking again does not cure', async (answer, message) => {
  const model = await open('./m.mjs', moduleWith(answer));
  await expect(model.answer(question(), signal)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringMatching(message),
  });
});

test.each([
  [{}, /there is no such file/],
  [{ 'm.mjs': 'export const other = 1;' }, /exports no model/],
  [
    { 'm.mjs': `export const model = { id: '', capabilities: ${capabilities}, settings: {} };` },
    /is no model: id: .*; answer: must be a function/,
  ],
  [{ 'm.mjs': 'export const model = {' }, /cannot load the module/],
])('a module like %j is explained', async (files, message) => {
  await expect(open('./m.mjs', { ...files })).rejects.toMatchObject({
    code: 'unknown_model',
    message: expect.stringMatching(message),
    where: expect.stringMatching(/m\.mjs$/),
  });
});

test('the list tells which keys are missing', async () => {
  const config = '{"endpoints":{"lab":{"baseUrl":"http://10.0.0.5/v1","keyEnv":"LAB_KEY"}}}';
  const cwd = await folder({ '.env': 'OPENAI_API_KEY=k', 'sextant.config.json': config });
  const listed = new Map((await listModels({ env: {}, cwd })).map((line) => [line.id, line]));
  expect(listed.get('openai/<name>')).toMatchObject({ keyEnv: ['OPENAI_API_KEY'], missingKey: false });
  expect(listed.get('gemini/<name>')).toMatchObject({ keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], missingKey: true });
  expect(listed.get('lab/<name>')).toMatchObject({ about: '10.0.0.5', missingKey: true });
  expect(listed.get('vllm/<name>')).toMatchObject({ missingKey: false });
  expect(listed.get('baseline/oracle')).toMatchObject({ keyEnv: [], missingKey: false });
});

test('prices: one’s own file over the config file over the list', async () => {
  const config = '{"endpoints":{"lab":{"baseUrl":"http://10.0.0.5/v1","price":{"input":1,"output":2,"note":"ours"}}}}';
  const prices = '{"models":{"lab/big":{"input":5,"output":6,"note":"bigger"}}}';
  const cwd = await folder({ 'sextant.config.json': config, 'prices.json': prices });
  const price = await openPrices({ env: {}, cwd, file: 'prices.json' });
  expect(price('lab/small')).toEqual({ input: 1, output: 2, note: 'ours' });
  expect(price('lab/big')).toEqual({ input: 5, output: 6, note: 'bigger' });
  expect(price('openai/gpt-4o')).toMatchObject({ input: 2.5 });
  expect(price('openai/never-heard-of')).toBeNull();
  await expect(openPrices({ env: {}, cwd, file: 'none.json' })).rejects.toMatchObject({ code: 'bad_config' });
});

test.each<[string, Record<string, string>, string, string[]]>([
  [
    'moves an exported key',
    { OPENAI_API_KEY: 'sk' },
    'OPENAI_BASE_URL=http://elsewhere.test/v1',
    ['OPENAI_BASE_URL in .env sends OPENAI_API_KEY of your environment to http://elsewhere.test'],
  ],
  [
    'lets a proxy read an exported key',
    { OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: 'http://mine.test/v1' },
    'HTTP_PROXY=http://elsewhere.test',
    ['HTTP_PROXY in .env sends OPENAI_API_KEY of your environment to a proxy'],
  ],
  ['brings both', {}, 'OPENAI_BASE_URL=http://elsewhere.test/v1\nOPENAI_API_KEY=sk', []],
  ['names the usual host', { OPENAI_API_KEY: 'sk' }, 'OPENAI_BASE_URL=https://api.openai.com/v2', []],
  [
    'is overruled',
    { OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: 'http://mine.test/v1' },
    'OPENAI_BASE_URL=http://elsewhere.test',
    [],
  ],
  ['tunnels', { OPENAI_API_KEY: 'sk' }, 'HTTPS_PROXY=http://elsewhere.test', []],
])('.env says so before it leads an exported key elsewhere: one that %s', async (_name, env, file, expected) => {
  const warnings: string[] = [];
  const cwd = await folder({ '.env': file });
  const model = await openModel('openai/m', { env, cwd, seed: 0, onWarning: (text) => warnings.push(text) });
  await model.close?.();
  expect(warnings).toEqual(expected);
});

test('.env says so before a host alone leads an exported key elsewhere', async () => {
  const warnings: string[] = [];
  const opts = { seed: 0, onWarning: (text: string) => warnings.push(text) };
  const cwd = await folder({ '.env': 'OLLAMA_HOST=elsewhere.test' });
  const model = await openModel('ollama/m', { ...opts, env: { OLLAMA_API_KEY: 'sk' }, cwd });
  await model.close?.();
  expect(warnings).toEqual([
    'OLLAMA_HOST in .env sends OLLAMA_API_KEY of your environment to http://elsewhere.test:11434',
  ]);
});
