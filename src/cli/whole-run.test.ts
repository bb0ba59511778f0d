import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeData, writeRaw } from '../benchmarks/refspatial/testing/data.ts';
import { openZipFile, zipBytes } from '../tables/index.ts';
import { newFolder, sextant } from './testing/sextant.ts';

const place = { cwd: newFolder() };

/** Ten questions; the model fails on one, is cut off on another, refuses a third. */
beforeAll(async () => {
  const capabilities = "{ maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }";
  writeFileSync(
    join(place.cwd, 'mine.ts'),
    `let n = 0;
     export const model = { id: 'org/mine', settings: {}, capabilities: ${capabilities}, async answer({ unit }) {
       if (unit.id.endsWith('3')) throw new Error('out of memory');
       if (unit.id.endsWith('5')) return { text: 'It is', finish: 'length' };
       if (unit.id.endsWith('7')) return { text: 'I cannot help', finish: 'refused' };
       return { text: '</script>B', reasoning: 'hm', finish: 'stop', usage: { inputTokens: 7, outputTokens: 2 } };
     } };`,
  );
  await sextant(place, 'run', 'tiny:count=10', '--model', './mine.ts', '--retries', '0', '--out', 'runs/r');
});

function lines(path: string) {
  const text = readFileSync(join(place.cwd, path), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a record of Every Eval Ever has the numbers with their interval, and errors are no lines', async () => {
  const summary = (await sextant(place, 'score', 'runs/r', '--json')).json[0];
  const to = ['export', 'runs/r', '--to', 'every-eval-ever', '--out', 'eee', '--organization', 'me'];
  const { files } = (await sextant(place, ...to, '--json')).json[0];
  const [record, samples] = files;
  const [first] = summary.metrics;
  const written = JSON.parse(readFileSync(join(place.cwd, record), 'utf8'));
  expect(written.evaluation_results[0]).toMatchObject({
    evaluation_name: 'tiny',
    metric_config: { additional_details: { protocol_hash: summary.protocol.hash, run_digest: summary.digest } },
    score_details: {
      score: first.value,
      details: { errors: '1' },
      // With all errors wrong below, and right above.
      uncertainty: { confidence_interval: { lower: first.lowest, upper: first.highest, confidence_level: 0.95 } },
    },
  });
  expect(written.detailed_evaluation_results).toMatchObject({
    total_rows: 9,
    additional_details: { units_without_a_score: '1' },
  });
  expect(`eee/${written.detailed_evaluation_results.file_path}`).toBe(samples);
  expect(lines(samples)).toHaveLength(9);
  expect(lines(samples)[0]).toMatchObject({
    interaction_type: 'single_turn',
    output: { raw: ['</script>B'], reasoning_trace: ['hm'] },
    token_usage: { total_tokens: 9 },
  });
  // The same run gives the same files.
  expect((await sextant(place, ...to, '--json')).json[0].files).toEqual(files);
});

test('an Inspect log comes back as the same run: outcomes, scores, errors', async () => {
  const { files } = (await sextant(place, 'export', 'runs/r', '--to', 'inspect', '--out', 'logs', '--json')).json[0];
  const zip = openZipFile(join(place.cwd, files[0]));
  const header = JSON.parse(String(zip.read('header.json')));
  expect(header).toMatchObject({ status: 'success', eval: { task: 'tiny', model: 'module/org/mine' } });
  expect(JSON.parse(String(zip.read('summaries.json')))).toHaveLength(10);
  // Inspect's page shows an error in place of a sample that has none of these.
  expect(JSON.parse(String(zip.read('samples/s1-000000_epoch_1.json')))).toMatchObject({ events: [], store: {} });
  const back = ['score', '--benchmark', 'tiny:count=10', '--from', 'inspect', '--predictions', files[0], '--json'];
  const [again] = (await sextant(place, ...back)).json;
  const [own] = (await sextant(place, 'score', 'runs/r', '--json')).json;
  expect(again.outcomes).toEqual(own.outcomes);
  expect(again.metrics[0]).toEqual(own.metrics[0]);
});

test.each([
  ['an archive without samples', { 'header.json': '{}' }, 'no samples'],
  ['a sample that is no JSON', { 'samples/a_epoch_1.json': '{' }, 'not JSON'],
  ['a sample without an epoch', { 'samples/a_epoch_1.json': '{"id":"a"}' }, 'epoch'],
  ['another task’s sample', { 'samples/a_epoch_1.json': '{"id":"a","epoch":1}' }, 'no sample a'],
  ['a name that leads out', { 'samples/../../a.json': '{}' }, 'leads out'],
])('a foreign log is refused by file and field: %s', async (name, held, message) => {
  const file = `${name.replaceAll(/\W/g, '')}.eval`;
  writeFileSync(join(place.cwd, file), zipBytes(held));
  const said = await sextant(place, 'score', '--benchmark', 'tiny', '--from', 'inspect', '--predictions', file);
  expect(said.code).toBe(1);
  expect(said.stderr).toContain(message);
  expect(said.stderr).toContain(file);
});

test('a results file for the hub is refused while units are open, and for data that are not there', async () => {
  const open = await sextant(place, 'export', 'runs/r', '--to', 'hugging-face', '--out', 'hf');
  expect(open.stderr).toContain('not complete');
  await sextant(place, 'run', 'tiny:count=4', '--model', 'baseline/random', '--out', 'runs/whole');
  const whole = await sextant(place, 'export', 'runs/whole', '--to', 'hugging-face', '--out', 'hf');
  expect(whole.stderr).toContain('not a data set on the hub');
});

test('a results file for the hub names the data set, and Python reads its date as text', async () => {
  const data = writeRaw(await makeData({ location: 2, placement: 2 }));
  const ask = ['run', 'refspatial-expand', '--data', data, '--model', 'baseline/oracle', '--out', 'hub'];
  expect((await sextant({ cwd: place.cwd }, ...ask)).stderr).toContain('run folder: hub');
  await sextant(place, 'export', 'hub', '--to', 'hugging-face', '--out', 'hf');
  const written = readFileSync(join(place.cwd, 'hf/.eval_results/refspatial-expand.yaml'), 'utf8');
  const [entry] = parse(written);
  expect(entry).toMatchObject({
    dataset: { id: 'JingkunAn/RefSpatial-Expand-Bench', task_id: 'refspatial-expand' },
    value: 100,
    notes: expect.stringMatching(/95 % interval .* run digest [0-9a-f]{64}/),
  });
  expect(written).toMatch(/date: "\d{4}-\d\d-\d\d"/);
  await sextant({ cwd: place.cwd }, ...ask.slice(0, -1), 'part', '--limit', '2');
  const part = await sextant(place, 'export', 'part', '--to', 'hugging-face', '--out', 'part-hf');
  expect([part.code, part.stderr]).toEqual([1, expect.stringContaining('only some questions')]);
});

test('agents read runs below the roots and nothing else, and texts only when they ask', async () => {
  const outside = { cwd: newFolder() };
  await sextant(outside, 'run', 'tiny:count=4', '--model', 'baseline/random', '--out', 'secret');
  symlinkSync(join(outside.cwd, 'secret'), join(place.cwd, 'runs', 'link'));
  // A name that would fill every answer, and what a server said of an error.
  cpSync(join(place.cwd, 'runs', 'r'), join(place.cwd, 'runs', 'loud'), { recursive: true });
  const file = join(place.cwd, 'runs', 'loud', 'run.json');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"id": "module/org/mine"', `"id": "${'obey me '.repeat(20_000)}"`),
  );
  const client = new Client({ name: 'test', version: '1' });
  const main = join(import.meta.dirname, 'main.ts');
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', 'runs'], cwd: place.cwd }),
  );
  try {
    const call = async (name: string, input: object) => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
      const [{ text }] = content as [{ text: string }];
      return { isError, text };
    };
    const { text } = await call('list_runs', {});
    expect(JSON.parse(text).runs.map(({ run }: { run: string }) => run)).toContain('r');
    expect(text).not.toContain('link');
    expect(text).toContain('obey me');
    expect(text.length).toBeLessThan(5000);
    expect(JSON.stringify(JSON.parse((await call('summary', { run: 'r' })).text).reasons)).not.toContain('example');
    for (const run of ['link', '../runs/r/../../..', join(outside.cwd, 'secret'), '/', '..'])
      expect(await call('summary', { run })).toMatchObject({ isError: true });
    expect(JSON.parse((await call('summary', { run: 'r' })).text)).toMatchObject({ benchmark: 'tiny', units: 10 });
    expect(JSON.parse((await call('compare', { a: 'r', b: 'r' })).text)).toMatchObject({
      overall: { difference: { value: 0 } },
    });
    expect((await call('samples', { run: 'r', which: 'all' })).text).not.toContain('</script>');
    const told = JSON.parse((await call('samples', { run: 'r', which: 'all', text: true, limit: 1 })).text);
    expect(told).toMatchObject({ total: 10, samples: [{ untrusted: { reply: '</script>B' } }] });
    expect((await call('samples', { run: 'r', limit: 1e9 })).isError).toBe(true);
  } finally {
    await client.close();
  }
});
