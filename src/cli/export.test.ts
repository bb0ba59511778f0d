import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parquetFile } from '../benchmarks/mmsi/testing/fixture.ts';
import { makeData, writeRaw } from '../benchmarks/refspatial/testing/data.ts';
import { runName } from '../engine/run/spec.ts';
import { newFolder, sextant } from './testing/sextant.ts';

/** A folder with a model that always fails on some units, by their ids. */
function placeWithModel(answer: string, failing: string[]): { cwd: string } {
  const cwd = newFolder();
  const capabilities = "{ maxImages: 9, video: false, coordinates: null, peeks: 'nothing' }";
  const body = `if (${JSON.stringify(failing)}.includes(unit.id)) throw new Error('out of memory'); return { text: '${answer}', finish: 'stop' };`;
  writeFileSync(
    join(cwd, 'mine.ts'),
    `export const model = { id: 'org/mine', settings: {}, capabilities: ${capabilities}, async answer({ unit }) { ${body} } };`,
  );
  return { cwd };
}

test('units that ended in errors are written as the other tool records them, and come back as errors', async () => {
  const data = writeRaw(await makeData({ location: 4, placement: 3 }));
  const place = placeWithModel('(0.25, 0.25)', ['location/1', 'placement/0']);
  await sextant(
    place,
    'run',
    'refspatial-expand',
    '--data',
    data,
    '--model',
    './mine.ts',
    '--retries',
    '0',
    '--out',
    'r',
  );
  const official = (await sextant(place, 'score', 'r', '--format', 'official')).stdout;
  for (const format of ['roborefer-jsonl', 'lmms-samples', 'vlmevalkit-xlsx']) {
    const out = await sextant(place, 'export', 'r', '--to', format, '--data', data, '--out', format, '--json');
    expect(out.json[0], out.stderr).toMatchObject({ format, errors: 2 });
    expect(out.stderr).toContain('2 of 7 units ended in an error');
    const [location] = out.json[0].files;
    const path = format === 'vlmevalkit-xlsx' ? join(place.cwd, location) : join(place.cwd, location, '..');
    const foreign = [
      'score',
      '--benchmark',
      'refspatial-expand',
      '--data',
      data,
      '--from',
      format,
      '--predictions',
      path,
    ];
    const back = await sextant(place, ...foreign, '--json');
    // Of VLMEvalKit's files there is one per split, and only the first was read.
    const errors = format === 'vlmevalkit-xlsx' ? 1 : 2;
    expect(back.json[0].outcomes, back.stderr).toMatchObject({ provider_error: errors });
    if (format === 'roborefer-jsonl') {
      expect((await sextant(place, ...foreign, '--format', 'official')).stdout).toBe(official);
      expect(readFileSync(join(place.cwd, location), 'utf8')).toContain('"text": null');
    }
  }
});

test('a file of scores alone has no word for errors, so that a run with some is refused', async () => {
  const data = await parquetFile();
  const place = placeWithModel('B', ['166']);
  await sextant(place, 'run', 'mmsi', '--data', data, '--model', './mine.ts', '--retries', '0', '--out', 'r');
  const exported = (format: string) =>
    sextant(place, 'export', 'r', '--to', format, '--data', data, '--out', 'out', '--json');
  expect(await exported('easi-results')).toMatchObject({
    code: 1,
    json: [{ code: 'bad_run', message: 'unit 166 ended in an error, and easi-results has no word for that' }],
  });
  const easi = await exported('easi');
  expect(easi.json[0], easi.stderr).toMatchObject({ errors: 1 });
  expect(easi.stderr).toContain('1 of 4 units ended in an error');
});

test('a unit that was not asked is refused in every form', async () => {
  const data = await parquetFile();
  const place = placeWithModel('B', []);
  await sextant(place, 'run', 'mmsi', '--data', data, '--model', './mine.ts', '--limit', '2', '--out', 'r');
  const out = await sextant(place, 'export', 'r', '--to', 'vlmevalkit', '--data', data, '--out', 'out', '--json');
  expect(out).toMatchObject({ code: 1, json: [{ code: 'bad_run', fix: 'finish the run first' }] });
});

test('a failed call of an API in RoboRefer’s outputs keeps its text: the official figure stands beside our bracket', async () => {
  const data = writeRaw(await makeData({ location: 4 }));
  const place = { cwd: newFolder() };
  const said = ['(0.25, 0.25)', 'Failed: Query Error', null, '(0.9, 0.9)'];
  const lines = said.map((text, question_id) => `${JSON.stringify({ question_id, text })}\n`);
  writeFileSync(join(place.cwd, 'Location.jsonl'), lines.join(''));
  const foreign = ['score', '--benchmark', 'refspatial-expand', '--data', data, '--from', 'roborefer-jsonl'];
  const out = await sextant(place, ...foreign, '--predictions', 'Location.jsonl', '--json');
  const [summary] = out.json;
  const official = '0.3333 for location (3 of 4 evaluated)';
  expect(summary, out.stderr).toMatchObject({
    outcomes: { answered: 2, provider_error: 2 },
    metrics: [{ worst: 0.25, best: 0.75 }, {}],
    caution: expect.stringContaining(official),
  });
  const report = await sextant(place, 'report', summary.run, '--verify');
  expect(report.stdout.replaceAll(/\s+/g, ' ').split(official)).toHaveLength(3);
  expect((await sextant(place, 'score', summary.run, '--format', 'official')).stdout).toMatch(
    /^Failed to parse question 2: .*\nAccuracy: 0\.3333, Evaluated: 3, Total: 4\n$/,
  );
  await sextant(place, 'export', summary.run, '--to', 'roborefer-jsonl', '--data', data, '--out', 'again');
  const again = readFileSync(join(place.cwd, 'again/foreign_Location.jsonl/Location.jsonl'), 'utf8');
  const texts = again
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).text);
  expect(texts).toEqual(said);
});

test('a run with the data hash that MMSI-Bench had before is resumed, compared and exported', async () => {
  const data = await parquetFile();
  const place = placeWithModel('B', ['166']);
  const ask = ['run', 'mmsi', '--data', data, '--model', './mine.ts', '--retries', '0', '--json'];
  await sextant(place, ...ask);
  const [name = ''] = readdirSync(join(place.cwd, 'runs'));
  const runFile = (folder: string) => join(place.cwd, 'runs', folder, 'run.json');
  const run = JSON.parse(readFileSync(runFile(name), 'utf8'));
  const { sha256, formerly } = run.spec.data;
  // As an earlier version would have left it: another hash, and so another name.
  run.spec.data = { source: run.spec.data.source, sha256: formerly[0] };
  writeFileSync(runFile(name), JSON.stringify(run));
  const before = runName(run.spec);
  renameSync(join(place.cwd, 'runs', name), join(place.cwd, 'runs', before));
  await sextant(place, ...ask);
  expect(readdirSync(join(place.cwd, 'runs'))).toEqual([before]);
  const named = await sextant(place, ...ask, '--out', join('runs', before));
  expect(named.stderr).not.toContain('spec_differs');
  expect(named.json.at(-1), named.stderr).not.toMatchObject({ event: 'error' });
  await sextant(place, ...ask, '--out', 'new');
  expect(JSON.parse(readFileSync(join(place.cwd, 'new/run.json'), 'utf8')).spec.data.sha256).toBe(sha256);
  const compared = await sextant(place, 'compare', 'new', join('runs', before), '--json');
  expect(compared.json[0].warnings.join(), compared.stderr).not.toContain('different data');
  const files = ['--to', 'vlmevalkit', '--data', data, '--out', 'out', '--json'];
  expect((await sextant(place, 'export', join('runs', before), ...files)).json[0]).toMatchObject({ errors: 1 });
});

test('imported outputs may be given their model’s name, which --verify then knows', async () => {
  const data = await parquetFile();
  const place = { cwd: newFolder() };
  const said = ['21', '166', '525', '885'].map((id) => `${JSON.stringify({ id, text: 'A' })}\n`);
  writeFileSync(join(place.cwd, 'a.jsonl'), said.join(''));
  const foreign = [
    'score',
    '--benchmark',
    'mmsi',
    '--data',
    data,
    '--predictions',
    'a.jsonl',
    '--model-name',
    'GPT-4o',
  ];
  const { json } = await sextant(place, ...foreign, '--json');
  expect(json[0].model).toBe('foreign/GPT-4o');
  const verified = await sextant(place, 'report', json[0].run, '--verify', '--json');
  const [{ rows }] = verified.json[0].runs[0].verify.tables ?? verified.json[0].runs[0].verify;
  expect(JSON.stringify(rows)).toContain('ours has 4 of 1,000 published units');
});
