import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answered, Dataset } from '../../contracts/index.ts';
import { throughSpreadsheet } from '../../extract/index.ts';
import { inferExcelColumn } from '../../tables/dtype-excel.ts';
import { readXlsx } from '../../tables/xlsx-read.ts';
import { writeXlsx } from '../../tables/xlsx-write.ts';
import { mmsi } from './index.ts';
import type { MmsiSample } from './sample.ts';
import {
  answer,
  circularRows,
  easiRows,
  folder,
  forkRows,
  load,
  parquetFile,
  questions,
  textFile,
  tsvFile,
} from './testing/fixture.ts';

type Units = Answered<MmsiSample>[];

async function* stream(units: Units) {
  yield* units;
}

const refuse = () => Promise.reject(new Error('no files are needed'));
const noFiles = { bytes: refuse, mask: refuse };

const write = (format: string, units: Units, dir = folder()) =>
  mmsi.outputs?.[format]?.write?.(stream(units), dir, {
    model: 'openai/gpt 4o',
    createdAt: '2026-11-17T18:30:05.123Z',
    assets: noFiles,
  }) ?? Promise.resolve([]);

const read = async (format: string, path: string, dataset: Dataset<MmsiSample>) =>
  Array.fromAsync(mmsi.outputs?.[format]?.read?.(path, dataset) ?? []);

const hostile = ['`B`', '(=1+1) <b>&amp;\n\t"A"', '中文 ``C`` \u{1f600}', ' A'];
const replies = (dataset: Dataset<MmsiSample>) => (sample: MmsiSample) =>
  hostile[dataset.ids.indexOf(sample.id) % hostile.length] ?? '';

describe.each(['vlmevalkit', 'vlmevalkit-tsv', 'vlmevalkit-json', 'easi', 'lmms-samples', 'fork', 'fork-scores'])(
  '%s',
  (format) => {
    it('has a word for requests that failed, and takes it for no answer', async () => {
      const dataset = await load(await parquetFile());
      const failed = mmsi.outputs?.[format]?.failed?.({ message: 'HTTP 500', attempts: 2 }) ?? '';
      const units = await answer(dataset, 'mmsi/official', ({ id }) => (id === '166' ? failed : 'B'));
      const [path = ''] = await write(format, units);
      expect((await read(format, path, dataset)).map(({ id, text }) => [id, text])).toEqual([
        ['21', 'B'],
        ['166', null],
        ['525', 'B'],
        ['885', 'B'],
      ]);
    });

    it('comes back as it was written', async () => {
      const dataset = await load(await parquetFile());
      const units = await answer(dataset, 'mmsi/official', replies(dataset));
      const [path = ''] = await write(format, units);
      const back = await read(format, path, dataset);
      // lmms-eval strips what it scores.
      const kept = (text: string) => (format === 'lmms-samples' ? text.trim() : text);
      expect(back.map(({ id, epoch, text }) => ({ id, epoch, text }))).toEqual(
        units.map(({ sample, text }) => ({ id: sample.id, epoch: 0, text: kept(text) })),
      );
      for (const { where } of back) expect(where).toMatch(/:\d+$/);
    });

    it('holds the first repetition only', async () => {
      const dataset = await load(await parquetFile());
      const units = await answer(dataset, 'mmsi/official', () => 'A');
      const again = units.map((unit) => ({ ...unit, text: 'B', result: { ...unit.result, epoch: 1 } }));
      const [path = ''] = await write(format, [...units, ...again]);
      expect((await read(format, path, dataset)).map(({ text }) => text)).toEqual(['A', 'A', 'A', 'A']);
    });
  },
);

describe('vlmevalkit', () => {
  it('has the columns that the official code reads, in its order', async () => {
    const dataset = await load(tsvFile('a.tsv', await forkRows()));
    const units = await answer(dataset, 'mmsi/official', () => 'A');
    const [path = ''] = await write('vlmevalkit', units);
    expect(basename(path)).toBe('openai-gpt-4o_MMSIBench_wo_circular.xlsx');
    const { columns, rows } = readXlsx(path);
    expect(columns).toEqual(['index', 'question', 'A', 'B', 'C', 'D', 'answer', 'category', 'prediction']);
    expect(rows[3]).toEqual({
      index: 885,
      question: 'How many chairs are there in the house?',
      A: '4',
      B: '6',
      C: '7',
      D: '5',
      answer: 'B',
      category: 'MSR',
      prediction: 'A',
    });
  });

  it('has hints where there are some, as VLMEvalKit’s table has them', async () => {
    const rows = (await easiRows()).map((row, at) => ({ ...row, hint: at === 1 ? 'Look left.' : '' }));
    const dataset = await load(tsvFile('a.tsv', rows));
    const [path = ''] = await write('vlmevalkit', await answer(dataset, 'mmsi/easi', () => 'A'));
    const read = readXlsx(path);
    expect(read.columns).toContain('hint');
    expect(read.rows.map(({ hint }) => hint)).toEqual([null, 'Look left.', null, null]);
  });

  it('of the authors’ code has its names, and the options in the question', async () => {
    const units = await answer(await load(tsvFile('a.tsv', await forkRows())), 'mmsi/official', () => 'A');
    const [path = ''] = await write('fork', units);
    expect(basename(path)).toBe('openai-gpt-4o_MMSI_Bench.xlsx');
    expect(readXlsx(path).rows[3]).toMatchObject({
      question: 'How many chairs are there in the house?\nOptions: A: 4, B: 6, C: 7, D: 5',
      category: '多步推理',
    });
  });

  it('has g_index for rotations and thinking where there was some', async () => {
    const dataset = await load(tsvFile('a.tsv', await circularRows()), { circular: '1' });
    const [first, ...others] = await answer(dataset, 'mmsi/vlmevalkit-circular', () => 'A');
    if (!first) throw new Error('no units');
    const [path = ''] = await write('vlmevalkit-tsv', [{ ...first, reasoning: 'Hm.' }, ...others]);
    expect(basename(path)).toBe('openai-gpt-4o_MMSIBench_circular.tsv');
    const [header, line] = readFileSync(path, 'utf8').split('\n');
    expect(header).toBe(
      '"index"\t"question"\t"A"\t"B"\t"C"\t"D"\t"answer"\t"category"\t"g_index"\t"prediction"\t"thinking"',
    );
    expect(line).toMatch(/^"21"\t"Figure 1/);
    expect((await read('vlmevalkit', path, dataset)).map(({ id }) => id)).toEqual(dataset.ids);
  });

  it('reads an empty prediction as the official scorers do: as the text nan', async () => {
    const dataset = await load(await parquetFile());
    for (const format of ['vlmevalkit', 'vlmevalkit-tsv']) {
      const units = await answer(dataset, 'mmsi/official', ({ id }) => (id === '21' ? '' : id === '166' ? 'N/A' : 'B'));
      const [path = ''] = await write(format, units);
      expect((await read(format, path, dataset)).map(({ text }) => text)).toEqual(['nan', 'nan', 'B', 'B']);
    }
  });

  it('changes CR in .xlsx as VLMEvalKit does, and keeps it in the other forms', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', () => 'B\r\nso');
    for (const [format, text] of [
      ['vlmevalkit', 'B_x000D_\nso'],
      ['vlmevalkit-tsv', 'B\r\nso'],
      ['vlmevalkit-json', 'B\r\nso'],
    ] as const) {
      const [path = ''] = await write(format, units);
      expect((await read(format, path, dataset))[0]?.text).toBe(text);
    }
  });

  it('reads JSON as Python writes it, and numbers as Python prints them', async () => {
    const dataset = await load(await parquetFile());
    const path = textFile(
      'p.json',
      '[{"index": 21, "prediction": NaN}, {"index": 166, "prediction": 1.0}, {"index": 525.0, "prediction": null}]',
    );
    expect((await read('vlmevalkit', path, dataset)).map(({ id, text }) => [id, text])).toEqual([
      ['21', 'nan'],
      ['166', '1.0'],
      ['525', 'None'],
    ]);
    const xlsx = join(folder(), 'p.xlsx');
    writeXlsx(
      xlsx,
      ['index', 'prediction'],
      [
        [21, 4],
        [166, null],
        [525, 7],
      ],
    );
    expect((await read('vlmevalkit', xlsx, dataset)).map(({ text }) => text)).toEqual(['4.0', 'nan', '7.0']);
  });

  it.each([
    ['no prediction column', 'index\tanswer\n21\tA\n', 'column prediction'],
    ['an index that is none', 'index\tprediction\nx\tA\n', ':2 column index'],
    ['another answer', 'index\tprediction\tanswer\n21\tA\tB\n', ':2 column answer'],
  ])('refuses %s', async (_, text, where) => {
    const dataset = await load(await parquetFile());
    await expect(read('vlmevalkit', textFile('p.tsv', text), dataset)).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringContaining(where),
    });
  });

  it.each([
    ['p.json', '{'],
    ['p.json', '{}'],
    ['p.json', '[1]'],
    ['p.xlsx', 'PK'],
    ['p.pkl', ''],
  ])('refuses %s with %j', async (name, text) => {
    const dataset = await load(await parquetFile());
    await expect(read('vlmevalkit', textFile(name, text), dataset)).rejects.toMatchObject({ code: 'bad_data' });
    await expect(read('vlmevalkit', '/no/such/file.tsv', dataset)).rejects.toMatchObject({ code: 'bad_data' });
  });
});

describe('easi', () => {
  it('holds what EASI makes of the outputs, whatever the run was scored by', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', ({ id }) =>
      id === '21' ? 'The answer is A because' : id === '525' ? '?' : 'B',
    );
    const [xlsx = '', csv = ''] = await write('easi', units.toReversed());
    expect(basename(xlsx)).toBe('openai-gpt-4o_MMSIBench_wo_circular_extract_matching.xlsx');
    const { name, columns, rows } = readXlsx(xlsx);
    expect(name).toBe('ALL');
    expect(columns.slice(0, 6)).toEqual(['index', 'category', 'prediction', 'pred_extracted', 'answer', 'hit']);
    expect(rows.map((row) => [row.index, row.category, row.pred_extracted, row.hit])).toEqual([
      [21, 'Attr-Appr', 'A', 1],
      [166, 'Motion-Obj', 'B', 0],
      [525, 'Pos-Cam-Cam', false, 0],
      [885, 'MSR', 'B', 1],
    ]);
    expect(readFileSync(csv, 'utf8')).toBe(
      'overall\tPos-Cam-Cam_accuracy\tAttr-Appr_accuracy\tMotion-Obj_accuracy\tMSR_accuracy\n50.0000\t0.0000\t100.0000\t0.0000\t100.0000\n',
    );
  });
});

describe('lmms-samples', () => {
  it('holds what lmms-eval logs', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', ({ id }) => (id === '21' ? 'a' : id === '525' ? '?' : 'C'));
    const [jsonl = '', json = ''] = await write('lmms-samples', units);
    expect([jsonl, json].map((path) => path.split('/').slice(-2).join('/'))).toEqual([
      'openai__gpt 4o/20261118_023005_samples_mmsi_bench.jsonl',
      'openai__gpt 4o/20261118_023005_results.json',
    ]);
    expect(readFileSync(jsonl, 'utf8')).toContain('"score": 1.0}');
    const lines = readFileSync(jsonl, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const average = { question_id: 21, l2_category: 'Attribute (Appr.)', score: 1 };
    expect(lines[0]).toEqual({
      doc_id: 0,
      target: 'A',
      filtered_resps: 'a',
      token_counts: [null],
      doc_hash: '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b',
      'Attribute (Appr.)': average,
      average,
      input: 'as asked',
    });
    expect(lines[2].average).toMatchObject({ question_id: 525, score: 0, note: 'cannot find answer' });
    expect(JSON.parse(readFileSync(json, 'utf8')).results.mmsi_bench).toEqual({
      alias: 'mmsi_bench',
      samples: 4,
      'average,none': 0.5,
      'Attribute (Appr.),none': 1,
      'Motion (Obj.),none': 1,
      'Positional Relationship (Cam.–Cam.),none': 0,
      'MSR,none': 0,
    });
  });

  it('holds what a task scores, and the whole reply beside it where reasoning was cut out', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/lmms@2', () => '<think>``B``</think>\n``A``');
    const [path = ''] = await write('lmms-samples', units);
    const [line = ''] = readFileSync(path, 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({
      resps: '<think>``B``</think>\n``A``',
      filtered_resps: '``A``',
      average: { score: units[0]?.result.score },
    });
    expect((await read('lmms-samples', path, dataset))[0]?.text).toBe('``A``');
  });

  it('is read in the forms of several versions', async () => {
    const dataset = await load(await parquetFile());
    const path = textFile(
      's.jsonl',
      [
        '{"doc_id": 9, "doc": {"id": 525}, "resps": [["A"]], "filtered_resps": ["B"]}',
        '{"doc_id": 1, "resps": [["D"]]}',
        '',
        '{"average": {"question_id": "21"}, "filtered_resps": [["C"]]}',
      ].join('\n'),
    );
    const found = await read('lmms-samples', path, dataset);
    expect(found.map(({ id, text, where }) => [id, text, where.split(':')[1]])).toEqual([
      ['525', 'B', '1'],
      ['166', 'D', '2'],
      ['21', 'C', '4'],
    ]);
  });

  it('reads what lmms-eval writes since v0.7, where filtered_resps is a text', async () => {
    const dataset = await load(await parquetFile());
    const line = (doc_id: number, replies: object) =>
      JSON.stringify({ doc_id, target: 'A', ...replies, token_counts: [null], doc_hash: 'x', input: 'Q' });
    const lines = [
      line(0, { filtered_resps: '``A``' }),
      line(1, { resps: '<think>B?</think>C', filtered_resps: 'C' }),
      line(2, { resps: ['<think>B?</think>C'], filtered_resps: '' }),
      line(3, { filtered_resps: ['D', 'A'] }),
    ];
    const found = await read('lmms-samples', textFile('s.jsonl', lines.join('\n')), dataset);
    expect(found.map(({ text }) => text)).toEqual(['``A``', 'C', '', 'D']);
  });

  it.each([
    ['no id', '{"resps": [["A"]]}'],
    ['a place that the data have not', '{"doc_id": 4, "resps": [["A"]]}'],
    ['no reply', '{"doc_id": 0, "resps": []}'],
    ['a reply that is none', '{"doc_id": 0, "resps": [1]}'],
    ['no JSON', '{'],
  ])('refuses %s', async (_, text) => {
    const dataset = await load(await parquetFile());
    await expect(read('lmms-samples', textFile('s.jsonl', text), dataset)).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringContaining('s.jsonl:1'),
    });
  });
});

describe('easi-results', () => {
  it('is what EASI submits: this benchmark alone, in percent, as Python prints it', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', ({ id }) =>
      id === '21' ? 'The answer is A because' : id === '525' ? '?' : 'B',
    );
    const [path = ''] = await write('easi-results', units);
    expect(basename(path)).toBe('easi_results.json');
    const none = (name: string) => `      "${name}_accuracy": null,\n`;
    expect(readFileSync(path, 'utf8')).toBe(
      `{
  "modelName": "openai/gpt 4o",
  "modelType": "",
  "precision": "",
  "revision": "main",
  "weightType": "",
  "baseModel": "",
  "backend": "vlmevalkit",
  "remarks": "",
  "scores": {
    "mmsi_bench": 50.0
  },
  "subScores": {
    "mmsi_bench": {
      "attr_appr_accuracy": 100.0,
${none('attr_meas')}${none('motion_cam')}      "motion_obj_accuracy": 0.0,
      "msr_accuracy": 100.0,
      "pos_cam_cam_accuracy": 0.0,
${['pos_cam_obj', 'pos_cam_reg', 'pos_obj_obj', 'pos_obj_reg'].map(none).join('')}      "pos_reg_reg_accuracy": null
    }
  }
}`,
    );
  });

  it('goes by the rules of its backend', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', ({ id }) => (id === '21' ? 'The answer is A because' : 'B'));
    const [path = ''] = await write('easi-results-lmms', units);
    // lmms-eval cannot read the first reply; a third of a percent has four digits.
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ backend: 'lmmseval', scores: { mmsi_bench: 25 } });
    const [other = ''] = await write('easi-results-lmms', units.slice(1));
    expect(readFileSync(other, 'utf8')).toContain('"mmsi_bench": 33.3333\n');
  });

  it('holds no answers: errors would pass for wrong ones, and rotations are not EASI’s', async () => {
    expect(mmsi.outputs?.['easi-results']?.failed).toBeUndefined();
    expect(mmsi.outputs?.['easi-results']?.read).toBeUndefined();
    const dataset = await load(tsvFile('a.tsv', await circularRows()), { circular: '1' });
    const units = await answer(dataset, 'mmsi/vlmevalkit-circular', () => 'A');
    await expect(write('easi-results', units)).rejects.toMatchObject({ code: 'bad_argument' });
  });
});

describe('vlmevalkit-scores', () => {
  const rotated = async (reply: (sample: MmsiSample) => string) => {
    const dataset = await load(tsvFile('a.tsv', await circularRows()), { circular: '1' });
    return { dataset, units: await answer(dataset, 'mmsi/official-circular', reply) };
  };

  it('holds what VLMEvalKit makes of rotations, whatever the run was scored by', async () => {
    const { dataset, units } = await rotated(({ id, answer }) =>
      id === '1000525' ? 'Z' : id === '2000885' ? 'I see a house.' : id === '166' ? '' : answer,
    );
    const paths = await write('vlmevalkit-scores', units);
    const base = 'openai-gpt-4o_MMSIBench_circular';
    expect(paths.map((path) => basename(path))).toEqual([
      `${base}_exact_matching_result.xlsx`,
      `${base}_exact_matching_vanilla_circ0_result.xlsx`,
      `${base}_exact_matching_vanilla_all_result.xlsx`,
      `${base}_acc.csv`,
      `${base}_acc_all.csv`,
    ]);
    const [result = '', original = '', single = '', acc = '', all = ''] = paths;
    const { columns, rows } = readXlsx(result);
    expect(columns).toEqual([
      ...['index', 'question', 'A', 'B', 'C', 'D', 'answer', 'category', 'g_index', 'prediction', 'hit', 'log'],
    ]);
    const unread = 'Failed in Prefetch, no GPT-based answer matching under `exact_matching` policy.';
    const wrong = 'Failed in Prefetching Rolling 1: Answer is D, Prediction is Z, Pre-fetched is Z. ';
    expect(rows.map((row) => [row.index, row.category, row.hit, row.log])).toEqual([
      [21, 'Attr-Appr', 1, 'Succeed During Pre-fetching'],
      [166, 'Motion-Obj', 0, unread],
      [525, 'Pos-Cam-Cam', 0, wrong],
      [885, 'MSR', 0, unread],
    ]);
    expect(readXlsx(original).rows.map((row) => [row.index, row.prediction, row.hit, row.log])).toEqual([
      [21, 'A', 1, 'Match Log: A. '],
      [166, 'nan', 0, `Match Log: ${unread}. `],
      [525, 'A', 1, 'Match Log: A. '],
      [885, 'B', 1, 'Match Log: B. '],
    ]);
    expect(readXlsx(single).rows).toHaveLength(16);
    expect(readFileSync(acc, 'utf8')).toBe(
      '"split","Overall","Attr-Appr","MSR","Motion-Obj","Pos-Cam-Cam"\n"none","0.25","1.0","0.0","0.0","0.0"\n',
    );
    expect(readFileSync(all, 'utf8')).toBe(
      '"split","Overall","Attr-Appr","MSR","Motion-Obj","Pos-Cam-Cam"\n"vanilla_0_none","0.75","1.0","1.0","0.0","1.0"\n"vanilla_all_none","0.8125","1.0","0.75","0.75","0.75"\n"circular_none","0.25","1.0","0.0","0.0","0.0"\n',
    );
    expect((await read('vlmevalkit-scores', single, dataset)).map(({ id }) => id)).toHaveLength(16);
  });

  it('agrees with the protocol of that name', async () => {
    const { units } = await rotated(({ id, answer }) => (id.endsWith('525') ? 'B' : answer));
    const [, , , acc = ''] = await write('vlmevalkit-scores', units);
    const rescored = await answer(
      await load(tsvFile('a.tsv', await circularRows()), { circular: '1' }),
      'mmsi/vlmevalkit-circular',
      ({ id, answer }) => (id.endsWith('525') ? 'B' : answer),
    );
    const [metric] = mmsi.aggregates['vlmevalkit-circular']?.(rescored.map(({ result }) => result)) ?? [];
    expect(readFileSync(acc, 'utf8')).toContain(`"none","${metric?.value}"`);
  });

  it('needs rotations, and has a word for requests that failed', async () => {
    const dataset = await load(await parquetFile());
    const plain = await answer(dataset, 'mmsi/official', () => 'A');
    await expect(write('vlmevalkit-scores', plain)).rejects.toMatchObject({ code: 'bad_argument' });
    const failed = mmsi.outputs?.['vlmevalkit-scores']?.failed?.({ message: '', attempts: 1 }) ?? '';
    const { dataset: circular, units } = await rotated(({ id }) => (id === '21' ? failed : 'A'));
    const [path = ''] = await write('vlmevalkit-scores', units);
    expect((await read('vlmevalkit-scores', path, circular))[0]).toMatchObject({ id: '21', text: null });
  });
});

describe('fork-scores', () => {
  it('is _score.xlsx, with pandas’ row numbers', async () => {
    const dataset = await load(tsvFile('a.tsv', await forkRows()));
    // Scored by lmms-eval, where a small letter counts: not so for the authors.
    const units = await answer(dataset, 'mmsi/lmms', ({ id }) => (id === '21' ? 'a' : '`C`'));
    const [path = ''] = await write('fork-scores', units);
    expect(basename(path)).toBe('openai-gpt-4o_MMSI_Bench_score.xlsx');
    const { columns, rows } = readXlsx(path);
    expect([columns[0], ...columns.slice(-3)]).toEqual(['Unnamed: 0', 'prediction', 'extracted_pred', 'score']);
    expect(rows.map((row) => [row['Unnamed: 0'], row.index, row.extracted_pred, row.score])).toEqual([
      [0, 21, null, 0],
      [1, 166, 'C', 1],
      [2, 525, 'C', 0],
      [3, 885, 'C', 0],
    ]);
  });

  it('is _combined_acc.csv for rotations, in fractions as Python prints them', async () => {
    const dataset = await load(tsvFile('a.tsv', await forkRows()), { circular: '1' });
    const units = await answer(dataset, 'mmsi/official-circular', ({ id, answer }) =>
      id === '1000525' ? 'B' : id === '885' ? 'none' : `\`${answer}\``,
    );
    const paths = await write('fork-scores', units);
    const base = 'openai-gpt-4o_MMSI_Bench_Circular';
    expect(paths.map((path) => basename(path))).toEqual([
      `${base}_circular_result.xlsx`,
      `${base}_vanilla_result.xlsx`,
      `${base}_combined_acc.csv`,
    ]);
    const [circular = '', vanilla = '', combined = ''] = paths;
    const whole = readXlsx(circular);
    expect(whole.columns).toEqual(['index', 'category', 'hit', 'log']);
    expect(whole.rows.map(({ index, hit }) => [index, hit])).toEqual([
      [21, 1],
      [166, 1],
      [525, 0],
      [885, 0],
    ]);
    expect(whole.rows[2]?.log).toBe(
      [
        'Index 525: 预测=A, 答案=A, 正确=True',
        'Index 1000525: 预测=B, 答案=D, 正确=False',
        'Index 2000525: 预测=C, 答案=C, 正确=True',
        'Index 3000525: 预测=B, 答案=B, 正确=True',
      ].join('\n'),
    );
    const single = readXlsx(vanilla);
    expect(single.columns).toEqual(['index', 'category', 'answer', 'prediction', 'extracted_pred', 'hit', 'log']);
    expect(single.rows[3]).toEqual({
      index: 885,
      category: '多步推理',
      answer: 'B',
      prediction: 'none',
      extracted_pred: null,
      hit: 0,
      log: 'Index 885: 预测=None, 答案=B',
    });
    expect((await read('fork-scores', vanilla, dataset)).map(({ id }) => id)).toEqual(['21', '166', '525', '885']);
    await expect(read('fork-scores', circular, dataset)).rejects.toMatchObject({ code: 'bad_data' });
    expect(readFileSync(combined, 'utf8')).toBe(
      ',Circular,Vanilla\nOverall,0.5,0.75\n几何属性 shape,1.0,1.0\n运动感知 object,1.0,1.0\n位置关系 cam-cam,0.0,1.0\n多步推理,0.0,0.0\n',
    );
  });
});

describe('replies that a spreadsheet changes', () => {
  const replies = [
    '=A',
    'C\r\n',
    'N/A',
    '',
    'None',
    '`B`\r',
    'B\0',
    '{=B}',
    'mailto:B',
    'https://B',
    'x005F_B',
    'TRUE',
    '1e5',
  ];
  const tooLong = `${'.'.repeat(32_767)}B`;

  it.each([
    ['fork-scores', 'mmsi/official@2', 'score'],
    ['easi', 'mmsi/easi@2', 'hit'],
    ['vlmevalkit-scores', 'mmsi/vlmevalkit-circular@2', 'hit'],
  ])('count the same in %s as under %s', async (format, protocol, column) => {
    const circular = protocol.includes('circular') ? '1' : '0';
    const dataset = await load(await parquetFile(), { circular });
    for (const reply of [...replies, tooLong]) {
      const units = await answer(dataset, protocol, ({ id }) => (id === '21' ? reply : 'B'));
      const files = await write(format, units);
      const path = files.find((file) => /vanilla_all_result|_score\.xlsx|_matching\.xlsx/.test(file)) ?? '';
      const counted = Object.fromEntries(readXlsx(path).rows.map((row) => [String(row.index), row[column]]));
      const scored = Object.fromEntries(units.map(({ result }) => [result.id, result.score]));
      expect([reply.slice(0, 9), counted]).toEqual([reply.slice(0, 9), scored]);
    }
  });

  it('are read from our .xlsx as from theirs', async () => {
    const dataset = await load(await parquetFile(questions.slice(0, 1)));
    for (const reply of replies) {
      const [path = ''] = await write('vlmevalkit', await answer(dataset, 'mmsi/official@2', () => reply));
      const { prediction = null } = readXlsx(path).rows[0] ?? {};
      // A word beside it keeps the column one of texts.
      expect(inferExcelColumn([prediction, 'word']).str[0]).toBe(throughSpreadsheet(reply, { formulas: true }));
    }
  });

  it('end the export where the official tool ends', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', () => '\ud800');
    for (const format of ['vlmevalkit', 'fork-scores', 'easi'])
      await expect(write(format, units)).rejects.toMatchObject({ code: 'bad_run', where: '21' });
  });
});
