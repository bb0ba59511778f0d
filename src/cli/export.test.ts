import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parquetFile } from '../benchmarks/mmsi/testing/fixture.ts';
import { makeData, writeRaw } from '../benchmarks/refspatial/testing/data.ts';
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
