import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rotations } from '../../extract/mmsi/testing/rotations.ts';
import { mmsi } from './index.ts';
import { MmsiSample } from './sample.ts';
import {
  circularRows,
  easiRows,
  folder,
  forkRows,
  imageCell,
  load,
  type PublishedQuestion,
  parquetFile,
  picture,
  questions,
  samplesOf,
  textFile,
  tsvFile,
} from './testing/fixture.ts';

const ids = ['21', '166', '525', '885'];
const few = '4 questions here, MMSI-Bench has 1,000: scores are of these alone';
const forms: [form: string, make: () => Promise<string>][] = [
  ['parquet', () => parquetFile()],
  ['fork TSV', async () => tsvFile('MMSI_bench.tsv', await forkRows())],
  ['EASI TSV', async () => tsvFile('MMSIBench_wo_circular.tsv', await easiRows())],
  ['circular TSV', async () => tsvFile('MMSIBench_circular.tsv', await circularRows())],
];

describe.each(forms)('%s', (form, make) => {
  it('has the questions, in groups, with their pictures', async () => {
    const dataset = await load(await make());
    const samples = await samplesOf(dataset);
    expect(dataset.ids).toEqual(ids);
    expect(samples.map(({ id }) => id)).toEqual(ids);
    expect(samples.map(({ answer }) => answer)).toEqual(['A', 'C', 'A', 'B']);
    expect(samples.map(({ groups }) => [groups.category, groups.images])).toEqual([
      ['Attribute (Appr.)', '2'],
      ['Motion (Obj.)', '2'],
      ['Positional Relationship (Cam.–Cam.)', '2'],
      ['MSR', '3'],
    ]);
    expect(samples[3]).toMatchObject({
      stem: 'How many chairs are there in the house?',
      question: 'How many chairs are there in the house?\nOptions: A: 4, B: 6, C: 7, D: 5',
      choices: { A: '4', B: '6', C: '7', D: '5' },
      original: '885',
    });
    for (const [at, sample] of samples.entries()) {
      expect(MmsiSample.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      const bytes = await Promise.all(sample.media.map(dataset.bytes));
      const wanted = await Promise.all((questions[at]?.pictures ?? []).map(picture));
      expect(bytes.map((one) => Buffer.from(one))).toEqual(wanted);
    }
    expect(samples[0]?.media[0]).toMatchObject({ type: 'image/jpeg', width: 24, height: 16 });
    expect(dataset.onDisk).toBe(true);
  });

  it('clusters questions about the same pictures, in whatever order they are shown', async () => {
    const [a, b, c] = await samplesOf(await load(await make()));
    expect(c?.cluster).toBe(a?.cluster);
    expect(b?.cluster).not.toBe(a?.cluster);
  });

  it('has four rotations of each question when asked for', async () => {
    const dataset = await load(await make(), { circular: '1' });
    const samples = await samplesOf(dataset);
    expect(samples).toHaveLength(16);
    for (const { id, question, answer } of questions) {
      const group = samples.filter(({ groups }) => groups.question === String(id));
      expect(group.map((sample) => sample.id)).toEqual([0, 1, 2, 3].map((k) => String(id + k * 1_000_000)));
      expect(group.map((sample) => ({ question: sample.question, answer: sample.answer }))).toEqual(
        rotations(question, answer),
      );
      const [first] = group;
      for (const sample of group) {
        expect(sample.choices[sample.answer]).toBe(first?.choices[answer]);
        expect([sample.media, sample.cluster, sample.original]).toEqual([first?.media, first?.cluster, String(id)]);
      }
      const [ref] = group[3]?.media ?? [];
      expect(ref && (await dataset.bytes(ref))).toHaveLength(ref?.bytes ?? -1);
    }
    expect(dataset.source).toContain('16 rotations');
    expect(form === 'circular TSV' ? dataset.ids[4] : dataset.ids[1]).toBe('1000021');
  });

  it('is the same for the same file, and another when anything changes', async () => {
    const path = await make();
    const { sha256 } = await load(path);
    expect((await load(path)).sha256).toBe(sha256);
    expect((await load(path, { circular: '1' })).sha256).not.toBe(sha256);
  });
});

describe('the hash', () => {
  it('covers questions, answers and pictures', async () => {
    const hash = async (change: (question: PublishedQuestion) => PublishedQuestion) =>
      (await load(await parquetFile(questions.map(change)))).sha256;
    const same = await hash((question) => question);
    const others = await Promise.all([
      hash((question) => ({ ...question, question: question.question.replace('chairs', 'tables') })),
      hash((question) => ({ ...question, answer: 'D' })),
      hash((question) => ({ ...question, pictures: question.pictures.toReversed() })),
      hash((question) => ({ ...question, type: 'MSR' })),
    ]);
    expect(new Set([same, ...others]).size).toBe(5);
    expect(await hash(({ difficulty: _, ...question }) => question)).toBe(same);
  });
});

describe('the hash of the authors’ TSV', () => {
  it.each(['0', '1'])('is that of their parquet file, whatever else the two hold (circular=%s)', async (circular) => {
    const parquet = await load(await parquetFile(), { circular });
    const tsv = await load(tsvFile('MMSI_bench.tsv', await forkRows()), { circular });
    expect(tsv.sha256).toBe(parquet.sha256);
    // What they were until then is remembered of each.
    expect(parquet.formerly).toHaveLength(1);
    expect(parquet.formerly).not.toEqual(tsv.formerly);
    expect([...(parquet.formerly ?? []), ...(tsv.formerly ?? [])]).not.toContain(parquet.sha256);
  });
});

describe('what only some files have', () => {
  it('keeps reasoning, difficulty and duration', async () => {
    const [sample] = await samplesOf(await load(await parquetFile()));
    expect(sample).toMatchObject({ thought: 'Because of 21.', difficulty: 'easy', duration: 2.625 });
    expect(sample?.groups.difficulty).toBe('easy');
  });

  it('reads the parquet file as it was before it had difficulty', async () => {
    const path = await parquetFile(questions, { without: ['difficulty', 'mean_normed_duration_seconds'] });
    const [sample] = await samplesOf(await load(path));
    expect(sample).not.toHaveProperty('difficulty');
    expect(sample?.groups).not.toHaveProperty('difficulty');
  });

  it('keeps labels as the file spells them, and maps each to the hub’s name', async () => {
    const [sample] = await samplesOf(await load(tsvFile('a.tsv', await forkRows())));
    expect([sample?.label, sample?.groups.category]).toEqual(['几何属性 shape', 'Attribute (Appr.)']);
  });

  it('takes lmms-eval’s hyphens for the hub’s dashes', async () => {
    const rows = questions.map((question) => ({ ...question, type: question.type.replaceAll('–', '-') }));
    const samples = await samplesOf(await load(await parquetFile(rows)));
    expect(samples[2]?.groups.category).toBe('Positional Relationship (Cam.–Cam.)');
  });

  it('reads hints, and options as pandas does', async () => {
    const rows = (await easiRows()).map((row, at) => ({ ...row, hint: at === 0 ? 'Look twice.' : '', D: 'N/A' }));
    const dataset = await load(tsvFile('a.tsv', rows));
    const [first, second] = await samplesOf(dataset);
    expect(first?.hint).toBe('Look twice.');
    expect(second).not.toHaveProperty('hint');
    expect(first?.choices).toEqual({ A: 'Southeast', B: 'West', C: 'Southwest' });
    expect(dataset.warnings[1]).toMatch(/a\.tsv:2 column D: pandas reads "N\/A" as missing/);
  });

  it('uses the original rows of a file with rotations, and says so', async () => {
    const { warnings } = await load(tsvFile('MMSIBench_circular.tsv', await circularRows()));
    expect(warnings).toEqual([
      few,
      expect.stringContaining('of 16 rows only the originals are used: 4 questions (mmsi:circular=1'),
    ]);
  });

  it('finds rotations without g_index by their index', async () => {
    const rows = (await circularRows()).map(({ g_index: _, ...row }) => row);
    const samples = await samplesOf(await load(tsvFile('a.tsv', rows), { circular: '1' }));
    expect(samples.map(({ groups }) => groups.question)).toEqual([...ids, ...ids, ...ids, ...ids]);
  });

  it('leaves questions without readable options out of rotations, and asks them as published otherwise', async () => {
    const odd = { ...questions[0], id: 7, question: 'Which? Options: A：左, B：右' } as PublishedQuestion;
    const path = await parquetFile([odd, ...questions]);
    const circular = await load(path, { circular: '1' });
    expect(circular.ids).toHaveLength(16);
    expect(circular.warnings).toEqual([
      '5 questions here, MMSI-Bench has 1,000: scores are of these alone',
      expect.stringContaining('the options of 1 question (7) cannot be read: left out'),
    ]);
    const plain = await load(path);
    expect(plain.ids).toHaveLength(5);
    expect(mmsi.space(await plain.sample(0)).choices).toEqual({ A: '', B: '', C: '', D: '' });
  });
});

describe('what is missing', () => {
  it('is said for anything but 1,000 questions, and never refused', async () => {
    const many = Array.from({ length: 250 }, (_, n) => questions.map((one, at) => ({ ...one, id: 4 * n + at }))).flat();
    expect((await load(await parquetFile(many))).warnings).toEqual([]);
    expect((await load(await parquetFile(many), { circular: '1' })).warnings).toEqual([]);
    expect((await load(await parquetFile(many.slice(1)))).warnings).toEqual([
      '999 questions here, MMSI-Bench has 1,000: scores are of these alone',
    ]);
    expect((await load(await parquetFile(many.slice(0, 1)))).warnings).toEqual([
      '1 question here, MMSI-Bench has 1,000: scores are of these alone',
    ]);
  });

  it('is said of rotations too', async () => {
    const rows = (await circularRows()).filter(({ index }) => index !== 1_000_021n && index !== 3_000_525n);
    const dataset = await load(tsvFile('MMSIBench_circular.tsv', rows), { circular: '1' });
    expect(dataset.warnings).toEqual([few, '2 questions without all 4 rotations: 21, 525']);
    expect(dataset.ids).toHaveLength(14);
  });
});

describe('a folder', () => {
  it('may hold several forms: the authors’ parquet is used and the others are named', async () => {
    const dir = folder();
    copyFileSync(await parquetFile(), join(dir, 'MMSI_Bench.parquet'));
    copyFileSync(tsvFile('a.tsv', await forkRows()), join(dir, 'MMSI_bench.tsv'));
    writeFileSync(join(dir, 'README.md'), '');
    const dataset = await load(dir);
    expect(dataset.source).toContain('MMSI_Bench.parquet (parquet, 4 questions)');
    expect(dataset.warnings).toEqual([expect.stringContaining('also has MMSI_bench.tsv'), few]);
    expect((await load(dirname(await parquetFile()))).warnings).toEqual([few]);
  });

  it.each([
    ['no data', () => undefined, 'bad_argument'],
    ['nothing there', () => '/no/such/place', 'bad_argument'],
    ['an empty folder', () => folder(), 'bad_data'],
    ['another file', () => textFile('a.zip', ''), 'bad_data'],
  ])('refuses %s', async (_, path, code) => {
    const dir = path();
    await expect(mmsi.load({ ...(dir && { dir }), args: {} })).rejects.toMatchObject({ code });
  });

  it('refuses circular=yes', async () => {
    await expect(load(await parquetFile(), { circular: 'yes' })).rejects.toMatchObject({ code: 'bad_argument' });
  });
});

describe('pictures', () => {
  it('may be one base64 text instead of a list', async () => {
    const [row] = await forkRows();
    const path = tsvFile('a.tsv', [{ ...row, image: (await picture(9)).toString('base64') }]);
    const [sample] = await samplesOf(await load(path));
    expect(sample?.media).toHaveLength(1);
  });

  it('are found again in files with CRLF, CR, quotes, line ends in cells, a BOM and no last line end', async () => {
    const rows = await forkRows();
    const lines = rows.map((row) =>
      ['index', 'image', 'question', 'answer', 'category'].map((name) => `"${row[name]}"`).join('\t'),
    );
    const header = 'index\timage\tquestion\tanswer\tcategory';
    for (const end of ['\n', '\r\n', '\r']) {
      const path = textFile('a.tsv', `\ufeff${header}${end}${end}${lines.join(end)}`);
      const dataset = await load(path);
      expect(dataset.ids).toEqual(ids);
      for (const sample of (await samplesOf(dataset)).toReversed())
        for (const ref of sample.media) expect(await dataset.bytes(ref)).toHaveLength(ref.bytes);
    }
  });

  it('are not those of another data set, nor of a file that was changed', async () => {
    const path = tsvFile('a.tsv', await forkRows());
    const dataset = await load(path);
    const unknown = { sha256: '0'.repeat(64), type: 'image/png', bytes: 1 } as const;
    await expect(dataset.bytes(unknown)).rejects.toMatchObject({ code: 'missing_blob' });
    const [ref] = (await dataset.sample(3)).media;
    writeFileSync(path, '');
    if (ref) await expect(dataset.bytes(ref)).rejects.toMatchObject({ code: 'bad_data' });
  });

  it('of ten megabytes in a cell are no problem', async () => {
    const large = Buffer.concat([await picture(1), Buffer.alloc(7_500_000)]);
    const [row] = await forkRows();
    const path = tsvFile('a.tsv', [
      { ...row, image: `['${large.toString('base64')}']` },
      ...(await forkRows(questions.slice(1))),
    ]);
    const dataset = await load(path);
    const [ref] = (await dataset.sample(0)).media;
    expect(ref?.bytes).toBe(large.length);
    expect(ref && (await dataset.bytes(ref))).toHaveLength(large.length);
  });
});

describe('hostile tables', () => {
  const long = 'x'.repeat(100);
  it.each<[problem: string, change: Record<string, string>, code: string, where: RegExp, message: RegExp]>([
    ['a wrong letter', { answer: 'E' }, 'bad_data', /a\.tsv:\d+ column answer$/, /"E", expected one of A, B, C, D/],
    ['a small letter', { answer: 'a' }, 'bad_data', /column answer$/, /"a"/],
    ['no answer', { answer: '' }, 'bad_data', /column answer$/, /""/],
    ['an unknown category', { category: 'Cooking' }, 'bad_data', /column category$/, /"Cooking" is no category/],
    ['an empty question', { question: ' \u3000' }, 'bad_data', /column question$/, /empty/],
    ['an index that is not a number', { index: '1e3' }, 'bad_data', /column index$/, /"1e3" is not a whole number/],
    ['an index that is there twice', { index: '166' }, 'bad_data', /column index$/, /166 is there twice/],
    ['no picture', { image: '' }, 'bad_data', /column image$/, /no picture/],
    ['an empty list', { image: `[${' '.repeat(100)}]` }, 'bad_data', /column image$/, /no picture/],
    ['bad base64', { image: `['${long}!!!!']` }, 'bad_data', /column image$/, /picture 0 is not base64/],
    ['base64 cut off', { image: `['${long}A']` }, 'bad_data', /column image$/, /not base64/],
    ['a list cut off', { image: `['${long}'` }, 'bad_data', /column image$/, /, or \]/],
    [
      'something else in base64',
      { image: `['${'QUJD'.repeat(40)}']` },
      'bad_media',
      /column image$/,
      /picture 0: not a PNG/,
    ],
    ['a reference to no row', { image: '999' }, 'bad_data', /column image$/, /"999", which no row has/],
    ['a reference to itself', { image: '21' }, 'bad_data', /column image$/, /circle/],
    ['a g_index that is none', { g_index: 'x' }, 'bad_data', /column g_index$/, /not a whole number/],
  ])('%s', async (_, change, code, where, message) => {
    const [row, ...others] = await forkRows();
    const path = tsvFile('a.tsv', [...others, { ...row, ...change }]);
    await expect(load(path)).rejects.toMatchObject({
      code,
      where: expect.stringMatching(where),
      message: expect.stringMatching(message),
    });
  });

  it('references in a circle', async () => {
    const rows = (await forkRows()).map((row, at) => ({ ...row, image: ['166', '525', '21', ''][at] || row.image }));
    await expect(load(tsvFile('a.tsv', rows))).rejects.toMatchObject({
      where: expect.stringMatching(/:2 column image$/),
    });
  });

  it('references to references are followed', async () => {
    const rows = (await forkRows()).map((row, at) => ({ ...row, image: ['166', '525', row.image, row.image][at] }));
    const samples = await samplesOf(await load(tsvFile('a.tsv', rows)));
    expect(samples[0]?.media).toEqual(samples[2]?.media);
  });

  it('an answer without its option, where options have columns', async () => {
    const rows = (await easiRows()).map((row) => ({ ...row, A: '' }));
    await expect(load(tsvFile('a.tsv', rows))).rejects.toThrow('the answer is "A", expected one of B, C, D');
  });

  it('missing columns, and a file with only a header', async () => {
    const rows = (await forkRows()).map(({ answer: _, ...row }) => row);
    await expect(load(tsvFile('a.tsv', rows))).rejects.toMatchObject({
      where: expect.stringContaining('column answer'),
    });
    await expect(load(textFile('a.tsv', 'index\timage\n'))).rejects.toMatchObject({ code: 'bad_data' });
    await expect(load(textFile('a.tsv', ''))).rejects.toThrow('the file is empty');
  });

  it('texts that look like markup, fields or formulas stay as they are', async () => {
    const question = '{stem} <script>$&</script> =1+1 \u202e `\nOptions: A: {hint}, B: $1, C: =2, D: <b>';
    const [sample] = await samplesOf(
      await load(tsvFile('a.tsv', await forkRows([{ ...questions[0], question } as PublishedQuestion]))),
    );
    expect(sample?.question).toBe(question);
    expect(sample?.choices).toEqual({ A: '{hint}', B: '$1', C: '=2', D: '<b>' });
  });
});

describe('hostile parquet', () => {
  it.each<[problem: string, change: Partial<PublishedQuestion>, where: RegExp]>([
    ['a wrong letter', { answer: 'F' }, /MMSI_Bench\.parquet:1 column answer$/],
    ['an unknown type', { type: 'Cooking' }, /:1 column question_type$/],
    ['an id that is there twice', { id: 21 }, /:1 column id$/],
    ['no pictures', { pictures: [] }, /:1 column images$/],
  ])('%s', async (_, change, where) => {
    const rows = questions.map((question, at) => (at === 1 ? { ...question, ...change } : question));
    await expect(load(await parquetFile(rows))).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringMatching(where),
    });
  });

  it('pictures that are none', async () => {
    const path = await parquetFile(questions, { bytes: async () => Buffer.from('GIF?') });
    await expect(load(path)).rejects.toMatchObject({
      code: 'bad_media',
      where: expect.stringMatching(/:0 column images$/),
    });
  });

  it('a column that is missing, a file that is none', async () => {
    await expect(load(await parquetFile(questions, { without: ['images'] }))).rejects.toThrow('no such column');
    await expect(load(textFile('a.parquet', 'PAR1'))).rejects.toMatchObject({ code: 'bad_data' });
  });
});

it('finds nothing wrong with an image cell as short as a reference may not be', async () => {
  expect((await imageCell([1])).length).toBeGreaterThan(64);
});
