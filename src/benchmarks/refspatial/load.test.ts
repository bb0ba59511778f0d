import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeImage } from '../../media/index.ts';
import { refspatial, refspatialExpand } from './index.ts';
import {
  type Data,
  makeData,
  put,
  temporaryFolder,
  writeEasi,
  writeParquet,
  writeRaw,
  writeTsv,
} from './testing/data.ts';
import { png } from './testing/png.ts';

let data: Data;
beforeAll(async () => {
  data = await makeData({ location: 7, placement: 4 });
});

const load = (dir: string) => refspatialExpand.load({ dir, args: {} });
const all = async (dir: string) => {
  const dataset = await load(dir);
  return Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
};

/** Every way the files may lie in a folder. */
const places: Record<string, () => string> = {
  'raw folders': () => writeRaw(data),
  'raw folders in RefSpatial-Expand-Bench/': () => {
    const dir = temporaryFolder();
    writeRaw(data, join(dir, 'RefSpatial-Expand-Bench'));
    return dir;
  },
  // The authors' scripts want this name for both editions.
  'raw folders in RefSpatial-Bench/': () => {
    const dir = temporaryFolder();
    writeRaw(data, join(dir, 'RefSpatial-Bench'));
    return dir;
  },
  'raw folders in small letters': () => {
    const dir = writeRaw(data);
    renameSync(join(dir, 'Location'), join(dir, 'location'));
    return dir;
  },
  'parquet in data/': () => writeParquet(data),
  'parquet directly': () => writeParquet(data, (split) => `${split}-00000-of-00001.parquet`),
  'splits as configurations': () => writeParquet(data, (split) => `${split}/test-00000-of-00001.parquet`),
  'splits as configurations of the converted branch': () =>
    writeParquet(data, (split) => `default/${split}/0000.parquet`),
  'a clone with raw folders and parquet': () => writeParquet(data, undefined, writeRaw(data)),
  'several parquet files per split': () => {
    const part = (from: number, to: number) =>
      Object.fromEntries(
        Object.entries(data).map(([split, { questions, files }]) => [
          split,
          { questions: questions.slice(from, to), files },
        ]),
      );
    const dir = writeParquet(part(0, 2), (split) => `data/${split}-00000-of-00002.parquet`);
    return writeParquet(part(2, 9), (split) => `data/${split}-00001-of-00002.parquet`, dir);
  },
};

describe.each(Object.keys(places))('%s', (name) => {
  it('gives the same questions, pictures and hash', async () => {
    const dataset = await load(places[name]?.() ?? '');
    const reference = await load(writeRaw(data));
    expect(dataset).toMatchObject({ sha256: reference.sha256, ids: reference.ids, onDisk: true });
    for (const index of dataset.ids.keys()) {
      const sample = await dataset.sample(index);
      expect(sample).toEqual(await reference.sample(index));
      for (const ref of [...sample.media, sample.mask]) expect(describeImage(await dataset.bytes(ref))).toEqual(ref);
    }
  });
});

describe('a sample', () => {
  it('has what the authors wrote, and is named by split and id', async () => {
    const [sample, second] = await all(writeRaw(data));
    const question = data.location?.questions[1];
    expect(second).toMatchObject({
      ...question,
      id: 'location/1',
      number: 1,
      groups: { split: 'location', step: '2', scene: 'outdoor' },
      size: { width: 60, height: 40 },
      maskChannels: 1,
    });
    expect(refspatialExpand.schema.parse(JSON.parse(JSON.stringify(second)))).toEqual(second);
    expect(sample?.media[0]?.type).toBe('image/png');
    expect(second?.media[0]?.type).toBe('image/jpeg');
    expect(second && refspatialExpand.mediaName?.(second, 0)).toBe('location_1');
    expect(second && refspatialExpand.evidence?.(second)).toEqual([second?.mask]);
  });

  it('shares its cluster with others about the same picture, also in another split', async () => {
    const samples = await all(writeRaw(data));
    const ids = (cluster?: string) => samples.flatMap((sample) => (sample.cluster === cluster ? sample.id : []));
    expect(ids(samples[0]?.cluster)).toEqual(['location/0', 'placement/0']);
  });

  it('of RefSpatial-Bench has no scene', async () => {
    const dir = writeRaw(await makeData({ location: 2, placement: 1, unseen: 1 }, false));
    const dataset = await refspatial.load({ dir, args: {} });
    expect(dataset.ids).toEqual(['location/0', 'location/1', 'placement/0', 'unseen/0']);
    expect((await dataset.sample(3)).groups).toEqual({ split: 'unseen', step: '1' });
  });

  it('comes from VLMEvalKit too, without scenes', async () => {
    const plain = await makeData({ location: 5, placement: 2, unseen: 3 }, false);
    const [tsv, raw] = [await refspatial.load({ dir: writeTsv(plain), args: {} }), writeRaw(plain)];
    expect(tsv.sha256).toBe((await refspatial.load({ dir: raw, args: {} })).sha256);
    const last = await tsv.sample(4);
    const first = await tsv.sample(0);
    const [a, b, c] = await Promise.all([tsv.bytes(last.mask), tsv.bytes(first.mask), tsv.bytes(last.mask)]);
    expect([a, b, c].map(describeImage)).toEqual([last.mask, first.mask, last.mask]);
  });
});

describe('EASI’s table', () => {
  const plain = makeData({ location: 4, placement: 3, unseen: 2 }, false);
  const open = (dir: string) => refspatial.load({ dir, args: {} });
  /** The authors' folders without what EASI's table does not need. */
  const bare = (data: Data, dir = temporaryFolder()) => {
    writeRaw(data, dir);
    for (const task of ['Location', 'Placement', 'Unseen']) rmSync(join(dir, task, 'question.json'));
    return dir;
  };

  it('beside the authors’ folders gives the same questions, pictures and hash', async () => {
    const data = await plain;
    const reference = await open(writeRaw(data));
    const [above, below] = [writeRaw(data), temporaryFolder()];
    writeRaw(data, join(below, 'RefSpatial-Bench'));
    const odd = (question: { mask_path: string }, split: string) => ({
      mask_path: `['/${split.charAt(0).toUpperCase()}${split.slice(1)}/${question.mask_path}']`,
    });
    for (const file of [
      writeEasi(data, join(above, 'RefSpatial.tsv')),
      writeEasi(data, join(below, 'RefSpatial.tsv'), odd),
    ]) {
      const dataset = await open(file);
      expect(dataset).toMatchObject({ sha256: reference.sha256, ids: reference.ids });
      expect(dataset.source).toContain('EASI TSV');
      for (const index of dataset.ids.keys()) {
        const sample = await dataset.sample(index);
        expect(sample).toEqual(await reference.sample(index));
        for (const ref of [...sample.media, sample.mask]) expect(describeImage(await dataset.bytes(ref))).toEqual(ref);
      }
    }
  });

  it('is taken by its folder where there is no other form, and by its own words where it has them', async () => {
    const data = await plain;
    const dir = bare(data);
    writeEasi(data, join(dir, 'RefSpatial.tsv'), ({ object, suffix, step }) => ({ object, suffix, step }));
    writeEasi(data, join(dir, 'RefSpatial_wo_unseen.tsv'));
    expect((await open(dir)).sha256).toBe((await open(writeRaw(data))).sha256);
  });

  it('without unseen says that it is missing', async () => {
    const { unseen: _, ...seen } = await plain;
    const file = writeEasi(seen, join(writeRaw(await plain), 'RefSpatial_wo_unseen.tsv'));
    const dataset = await open(file);
    expect(dataset.ids).toHaveLength(7);
    expect(dataset.warnings).toContain('unseen is missing: its 77 questions will not be asked');
  });

  it('may hold the pictures themselves', async () => {
    const data = await plain;
    const dir = writeRaw(data);
    const base64 = (question: { rgb_path: string }, split: string) => ({
      image_path: '',
      image: Buffer.from(data[split]?.files.get(question.rgb_path) ?? []).toString('base64'),
    });
    const dataset = await open(writeEasi(data, join(dir, 'RefSpatial.tsv'), base64));
    expect(dataset.sha256).toBe((await open(dir)).sha256);
  });

  it.each([
    [{ category: 'elsewhere' }, 'bad_data', 'category', 'is none of location, placement, unseen'],
    [{ mask_path: '../../secret.png' }, 'bad_data', 'mask_path', 'leads out of the data folder'],
    [{ mask_path: "['a.png', 'b.png']" }, 'bad_data', 'mask_path', 'expected one path'],
    [{ mask_path: '' }, 'bad_data', 'mask_path', 'expected one path'],
    [{ mask_path: 'Location/mask/9.png', object: 'o', step: 1, suffix: 's' }, 'bad_media', 'mask_path', 'no file'],
    [{ mask_path: 'Location/mask/9.png' }, 'bad_data', 'object', 'nor Location/question.json tells it'],
    [{ question: ' ' }, 'bad_data', 'prompt', 'expected text'],
  ])('with %j is refused, naming row and column', async (cells, code, column, message) => {
    const data = await plain;
    const file = writeEasi(data, join(writeRaw(data), 'RefSpatial.tsv'), () => cells);
    await expect(open(file)).rejects.toMatchObject({
      code,
      where: expect.stringMatching(new RegExp(`RefSpatial\\.tsv:2 column ${column}$`)),
      message: expect.stringContaining(message),
    });
  });

  it('is not a form of the successor', async () => {
    const data = await plain;
    const file = writeEasi(data, join(bare(data), 'RefSpatial.tsv'));
    await expect(load(file)).rejects.toMatchObject({ code: 'bad_data', where: file });
  });
});

describe('the hash', () => {
  it.each(['object', 'prompt', 'suffix', 'step', 'scene'] as const)('changes with %s', async (field) => {
    const changed = structuredClone(data);
    const [question] = changed.placement?.questions ?? [];
    Object.assign(question ?? {}, { [field]: field === 'step' ? 9 : 'other' });
    expect((await load(writeRaw(changed))).sha256).not.toBe((await load(writeRaw(data))).sha256);
  });

  it('changes with a mask', async () => {
    const changed = structuredClone(data);
    changed.location?.files.set(
      'mask/3.png',
      png('L', 60, 40, () => [1]),
    );
    expect((await load(writeRaw(changed))).sha256).not.toBe((await load(writeRaw(data))).sha256);
  });
});

describe('warnings', () => {
  it('name samples whose mask has another size, which decides', async () => {
    const odd = structuredClone(data);
    odd.location?.files.set(
      'mask/3.png',
      png('L', 30, 20, () => [1]),
    );
    const dataset = await load(writeRaw(odd));
    expect(dataset.warnings.filter((warning) => warning.includes('pixels'))).toEqual([
      "location/3: the picture has 60 × 40 pixels, its mask 30 × 20; points are scored at the mask's size",
    ]);
    const sample = await dataset.sample(3);
    expect(refspatialExpand.space(sample)).toEqual({ size: { width: 30, height: 20 } });
  });

  it('tell of missing splits and other numbers of questions', async () => {
    const dir = writeRaw(data);
    rmSync(join(dir, 'Placement'), { recursive: true });
    expect((await load(dir)).warnings).toEqual([
      'location has 7 questions here, RefSpatial-Expand-Bench has 241',
      'placement is missing: its 200 questions will not be asked',
    ]);
  });
});

describe('refuses', () => {
  /** The data with one field of location's question 2 changed. */
  const withField = (fields: Record<string, unknown>) => {
    const dir = writeRaw(data);
    const questions = data.location?.questions.map((question) =>
      question.id === 2 ? { ...question, ...fields } : question,
    );
    put(join(dir, 'Location/question.json'), JSON.stringify(questions));
    return dir;
  };

  it.each([
    [{ rgb_path: '../../secret.png' }, 'rgb_path', 'leads out of the data folder'],
    [{ mask_path: '/etc/passwd' }, 'mask_path', 'leads out of the data folder'],
    [{ rgb_path: 'image/../../../x.png' }, 'rgb_path', 'leads out of the data folder'],
    [{ rgb_path: 'image/2.png\0.jpg' }, 'rgb_path', 'leads out of the data folder'],
    [{ rgb_path: '' }, 'rgb_path', 'expected text, found ""'],
    [{ rgb_path: 7 }, 'rgb_path', 'expected text, found 7'],
    [{ id: 'two' }, 'id', 'expected a whole number'],
    [{ id: 1e300 }, 'id', 'expected a whole number, found 1e+300'],
    [{ id: -1 }, 'id', 'expected a whole number from 0 on, found -1'],
    [{ id: 2.5 }, 'id', 'expected a whole number'],
    [{ id: 1 }, 'id', 'is there twice (first in'],
    [{ prompt: ' ' }, 'prompt', 'expected text, found " "'],
    [{ suffix: undefined }, 'suffix', 'expected text, found nothing'],
    [{ prompt: null }, 'prompt', 'expected text'],
    [{ object: ['a'] }, 'object', 'expected text'],
    [{ step: '2' }, 'step', 'expected a whole number, found "2"'],
    [{ scene: 5 }, 'scene', 'expected text'],
  ])('%j, naming file, row and column', async (fields, column, message) => {
    await expect(load(withField(fields))).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringMatching(new RegExp(`Location/question\\.json\\[2\\] column ${column}$`)),
      message: expect.stringContaining(message),
    });
  });

  it('pictures that are missing or are none, before anything is asked', async () => {
    const missing = { code: 'bad_media', where: expect.stringMatching(/question\.json\[2\] column rgb_path$/) };
    await expect(load(withField({ rgb_path: 'image/9.png' }))).rejects.toMatchObject(missing);
    await expect(load(withField({ rgb_path: 'image' }))).rejects.toMatchObject(missing);
    await expect(load(withField({ rgb_path: 'question.json' }))).rejects.toMatchObject(missing);
    const cut = structuredClone(data);
    cut.location?.files.set('image/2.png', png('L', 4, 4, () => [0]).subarray(0, 20));
    await expect(load(writeRaw(cut))).rejects.toMatchObject(missing);
    const parquet = structuredClone(data);
    parquet.location?.files.delete('mask/2.png');
    await expect(load(writeParquet(parquet))).rejects.toMatchObject({
      code: 'bad_media',
      where: expect.stringMatching(/location-00000-of-00001\.parquet:2 column mask$/),
    });
  });

  it('broken tables', async () => {
    const dir = writeRaw(data);
    writeFileSync(join(dir, 'Location/question.json'), '{"id": 0}');
    await expect(load(dir)).rejects.toMatchObject({ code: 'bad_data', message: expect.stringContaining('a list') });
    writeFileSync(join(dir, 'Location/question.json'), '[{"id": 0,');
    await expect(load(dir)).rejects.toMatchObject({ code: 'bad_data' });
    const parquet = writeParquet(data);
    writeFileSync(join(parquet, 'data/location-00000-of-00001.parquet'), 'PAR1 no');
    await expect(load(parquet)).rejects.toMatchObject({ code: 'bad_data' });
    const tsv = temporaryFolder();
    put(join(tsv, 'RefSpatial_Location.tsv'), 'index\timage\nLocation_0\tAAAA\n');
    await expect(refspatial.load({ dir: tsv, args: {} })).rejects.toMatchObject({ code: 'bad_data' });
  });

  it('folders without data', async () => {
    await expect(refspatialExpand.load({ args: {} })).rejects.toMatchObject({ code: 'bad_argument' });
    await expect(load('/nonexistent/folder')).rejects.toMatchObject({ code: 'bad_data' });
    await expect(load(temporaryFolder())).rejects.toMatchObject({ code: 'bad_data' });
    const empty = temporaryFolder();
    mkdirSync(join(empty, 'Location'));
    put(join(empty, 'Location/question.json'), '[]');
    await expect(load(empty)).rejects.toMatchObject({ code: 'bad_data', message: 'there are no questions' });
  });

  it('units that are not there, files that changed, and pictures of others', async () => {
    const dir = writeRaw(data);
    const dataset = await load(dir);
    await expect(dataset.sample(11)).rejects.toMatchObject({ code: 'bad_argument' });
    const { mask } = await dataset.sample(6);
    await expect(dataset.bytes({ ...mask, sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'missing_blob' });
    cpSync(join(dir, 'Location/mask/1.png'), join(dir, 'Location/mask/6.png'));
    await expect(dataset.bytes(mask)).rejects.toMatchObject({ code: 'bad_media' });
  });
});
