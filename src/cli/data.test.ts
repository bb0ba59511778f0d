import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { views } from '../benchmarks/dsi/sample.ts';
import { folderWith, smallData } from '../benchmarks/dsi/testing/data.ts';
import { parquetFile } from '../benchmarks/mmsi/testing/fixture.ts';
import { makeData, writeRaw } from '../benchmarks/refspatial/testing/data.ts';
import { json, testHub } from '../hub/testing/test-hub.ts';
import { zipBytes } from '../tables/index.ts';
import { newFolder, sextant } from './testing/sextant.ts';

test('pulled, checked, looked into, carried to a machine without network, run', async () => {
  const parquet = readFileSync(await parquetFile());
  const hub = await testHub(
    { 'MMSI_Bench.parquet': parquet, 'README.md': Buffer.from('card') },
    undefined,
    'RunsenXu/MMSI-Bench',
  );
  const here = { cwd: newFolder(), env: hub.env };
  const pulled = await sextant(here, 'data', 'pull', 'mmsi', '--json');
  await hub[Symbol.asyncDispose]();
  expect(pulled.json[0], pulled.stderr).toMatchObject({ repo: 'RunsenXu/MMSI-Bench', files: 1 });
  const { stdout } = await sextant(here, 'data', 'path', 'mmsi');
  expect(stdout.trim()).toBe(pulled.json[0].dir);
  expect((await sextant(here, 'data', 'check', 'mmsi', '--json')).json[0]).toMatchObject({ fine: true });

  const run = await sextant(here, 'run', 'mmsi', '--model', 'baseline/oracle', '--json');
  expect(run.json.at(-1), run.stderr).toMatchObject({
    event: 'done',
    summary: { metrics: [{ name: 'accuracy', value: 1 }] },
  });
  expect((await sextant(here, 'data', 'stats', 'mmsi')).stdout).toContain('pictures per question');
  const unpacked = await sextant(here, 'data', 'unpack', 'mmsi', '--out', 'files', '--json');
  expect(readdirSync(join(here.cwd, 'files'))).toHaveLength(unpacked.json[0].files + 1);
  expect(readdirSync(join(here.cwd, 'files'))).toContain('samples.jsonl');

  await sextant(here, 'data', 'pack', 'mmsi', '--out', 'mmsi.tar');
  const there = { cwd: newFolder() };
  await sextant(there, 'data', 'import', 'mmsi', join(here.cwd, 'mmsi.tar'));
  const again = await sextant(there, 'run', 'mmsi', '--model', 'baseline/oracle', '--json');
  expect(again.json.at(-1).summary.data.sha256).toBe(run.json.at(-1).summary.data.sha256);

  const file = join(pulled.json[0].dir, 'MMSI_Bench.parquet');
  writeFileSync(file, Buffer.concat([parquet, Buffer.from('x')]));
  const damaged = await sextant(here, 'data', 'check', 'mmsi', '--json');
  expect(damaged).toMatchObject({ code: 1, json: [{ fine: false, changed: ['MMSI_Bench.parquet'] }] });
  rmSync(pulled.json[0].dir, { recursive: true });
  const gone = await sextant(here, 'run', 'mmsi', '--model', 'baseline/oracle', '--json');
  expect(gone.json[0]).toMatchObject({ code: 'bad_argument', fix: expect.stringContaining('sextant data pull mmsi') });
});

test('a pulled file that the hub gives no hash of is named as unchecked, by `pull` and by `check`', async () => {
  const path = 'MMSI_Bench.parquet';
  const parquet = readFileSync(await parquetFile());
  const bare = [{ type: 'file', path, size: parquet.length }];
  await using hub = await testHub(
    { [path]: parquet },
    (request, response) => {
      if (!request.url?.includes('/tree/')) return false;
      json(response, bare);
      return true;
    },
    'RunsenXu/MMSI-Bench',
  );
  const here = { cwd: newFolder(), env: hub.env };
  for (const verb of ['pull', 'check']) {
    const { json, stderr } = await sextant(here, 'data', verb, 'mmsi', '--json');
    expect(json[0]).toMatchObject({ unchecked: [path] });
    expect(stderr).toContain(`unchecked: ${path}`);
  }
});

test('a mask that cannot be decoded is found before anything is asked, by file and column', async () => {
  const dir = writeRaw(await makeData({ location: 3, placement: 3 }));
  const mask = join(dir, 'Location', 'mask', '1.png');
  const bytes = readFileSync(mask);
  // Its head is whole, its rows are not.
  const [at, rows] = [bytes.indexOf('IDAT'), Buffer.from('no zlib stream')];
  const data = Buffer.concat([Buffer.from('IDAT'), rows]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(rows.length);
  sum.writeUInt32BE(crc32(data));
  writeFileSync(mask, Buffer.concat([bytes.subarray(0, at - 4), length, data, sum, bytes.subarray(-12)]));
  const cwd = newFolder();
  const asked = await sextant(
    { cwd },
    'run',
    'refspatial-expand',
    '--data',
    dir,
    '--model',
    'baseline/random',
    '--json',
  );
  expect(asked.code).not.toBe(0);
  expect(asked.json).toEqual([
    expect.objectContaining({ code: 'bad_media', message: expect.stringContaining('cannot be unpacked') }),
  ]);
  expect(asked.json[0].where).toMatch(/question\.json\[1\].*mask/);
  expect(existsSync(join(cwd, 'runs'))).toBe(false);
});

test('RefSpatial: what we export scores the same when it comes back, and prints what the authors’ script prints', async () => {
  const data = writeRaw(await makeData({ location: 4, placement: 3 }));
  const place = { cwd: newFolder() };
  const run = await sextant(
    place,
    'run',
    'refspatial-expand',
    '--data',
    data,
    '--model',
    'baseline/random',
    '--out',
    'run',
    '--json',
  );
  expect(run.json.at(-1), run.stderr).toMatchObject({ event: 'done', summary: { units: 7, missing: 0 } });
  const official = (await sextant(place, 'score', 'run', '--format', 'official')).stdout;
  expect(official).toMatch(/Accuracy: \d\.\d{4}, Evaluated: 4, Total: 4/);
  const exported = await sextant(
    place,
    'export',
    'run',
    '--to',
    'roborefer-jsonl',
    '--data',
    data,
    '--out',
    'out',
    '--json',
  );
  expect(exported.json[0].files, exported.stderr).toHaveLength(2);
  const folder = join(place.cwd, exported.json[0].files[0], '..');
  const foreign = [
    'score',
    '--benchmark',
    'refspatial-expand',
    '--data',
    data,
    '--predictions',
    folder,
    '--from',
    'roborefer-jsonl',
  ];
  expect((await sextant(place, ...foreign, '--format', 'official')).stdout).toBe(official);
  const back = await sextant(place, ...foreign, '--json');
  expect(back.json[0].metrics, back.stderr).toEqual(run.json.at(-1).summary.metrics);
  expect((await sextant(place, 'report', 'run', '--diagnostics', '--published')).stdout).toContain('not measured here');
});

test('DSI: four views, four files, the same numbers', async () => {
  const data = folderWith(smallData());
  const place = { cwd: newFolder() };
  const run = await sextant(
    place,
    'run',
    'dsi',
    '--data',
    data,
    '--model',
    'baseline/random',
    '--out',
    'run',
    '--json',
  );
  expect(run.json.at(-1), run.stderr).toMatchObject({ event: 'done', summary: { missing: 0 } });
  const official = (await sextant(place, 'score', 'run', '--format', 'official')).stdout;
  expect(official).toContain('=== Method 2: Ensemble Voting (n>=3) ===');
  await sextant(place, 'export', 'run', '--to', 'dsi-csv', '--data', data, '--out', 'out');
  const foreign = ['score', '--benchmark', 'dsi', '--data', data, '--predictions', 'out', '--from', 'dsi-csv'];
  expect((await sextant(place, ...foreign, '--format', 'official')).stdout).toBe(official);
});

test('DSI: files from elsewhere came back with our answer in the place of the model’s words', async () => {
  const data = folderWith(smallData());
  const place = { cwd: newFolder() };
  const rows = ['"It drifts ""left"",\nso A",A', '<answer>A</answer>,B', 'I would say C,C'];
  const table = ['result_text,final_answer', ...rows];
  const files = folderWith(Object.fromEntries(views.map((view) => [`${view}/m.csv`, table])));
  const foreign = ['score', '--benchmark', 'dsi', '--data', data, '--predictions', files, '--from', 'dsi-csv'];
  const [{ run }] = (await sextant(place, ...foreign, '--model-name', 'm', '--json')).json;
  await sextant(place, 'export', run, '--to', 'dsi-csv', '--data', data, '--out', 'out');
  for (const view of views)
    expect(readFileSync(join(place.cwd, 'out', view, 'foreign-m.csv'), 'utf8')).toBe(`${table.join('\n')}\n`);
});

test('a benchmark whose archives lie beside its table is pulled whole, and asked as it comes', async () => {
  const question = { id: 0, dataset: 'scannet', scene_name: 'a', question_type: 'object_counting', ground_truth: '4' };
  await using hub = await testHub(
    {
      'test.jsonl': Buffer.from(`${JSON.stringify({ ...question, question: 'How many chairs?', options: null })}\n`),
      'scannet.zip': zipBytes({ 'scannet/a.mp4': Buffer.from('a clip') }),
    },
    undefined,
    'nyu-visionx/VSI-Bench',
  );
  const here = { cwd: newFolder(), env: hub.env };
  const pulled = await sextant(here, 'data', 'pull', 'vsi', '--json');
  expect(pulled.json[0], pulled.stderr).toMatchObject({ repo: 'nyu-visionx/VSI-Bench', files: 2 });
  const plan = await sextant(here, 'run', 'vsi', '--model', 'baseline/oracle', '--json');
  expect(plan.json.at(-1), plan.stderr).toMatchObject({ summary: { metrics: [{ value: 1 }, {}] } });
});

test('of a repository with one folder per task only the asked split is pulled, however many parts it has', async () => {
  const files = ['val-00000-of-00002.parquet', 'val-00001-of-00002.parquet', 'test-00000-of-00001.parquet'];
  await using hub = await testHub(
    Object.fromEntries(files.map((file) => [`Jigsaw/${file}`, Buffer.from(file)])),
    undefined,
    'BLINK-Benchmark/BLINK',
  );
  const pulled = await sextant({ cwd: newFolder(), env: hub.env }, 'data', 'pull', 'blink', '--json');
  expect(pulled.json[0], pulled.stderr).toMatchObject({ files: 2 });
});
