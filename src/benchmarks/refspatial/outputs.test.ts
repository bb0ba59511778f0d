import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered, Dataset, Prediction } from '../../contracts/index.ts';
import { composePrompt } from '../../engine/run/prompt.ts';
import { assetsFrom } from '../../media/index.ts';
import { readXlsx } from '../../tables/xlsx-read.ts';
import { writeXlsx } from '../../tables/xlsx-write.ts';
import { refspatialExpand } from './index.ts';
import type { RefspatialSample } from './sample.ts';
import { makeData, put, temporaryFolder, writeRaw } from './testing/data.ts';
import { judge, protocolOf } from './testing/judge.ts';

let dataset: Dataset<RefspatialSample>;
beforeAll(async () => {
  dataset = await refspatialExpand.load({ dir: writeRaw(await makeData({ location: 5, placement: 3 })), args: {} });
});

const texts = [
  '[(0.25, 0.25)]',
  '',
  'I see “two”:\n(0.2, 0.2), (0.9, 0.9)\t\\ 🙂 \x7f',
  '(0, 0, 1, 1)',
  '(0.5, 0.5, 0.1, 0.1)',
];

/** Null is a request that failed, for which the engine gives what the format records. */
async function* units(
  protocol = 'roborefer',
  said: (string | null)[] = texts,
  failed?: string,
): AsyncGenerator<Answered<RefspatialSample>> {
  for (const index of dataset.ids.keys()) {
    const sample = await dataset.sample(index);
    const text = said[index % said.length] ?? null;
    const parts = composePrompt(protocolOf(protocol), sample, refspatialExpand.fields(sample));
    const instruction = parts.flatMap((part) => ('text' in part ? part.text : [])).join('');
    const result = await judge(sample, text, protocolOf(protocol), assetsFrom(dataset.bytes));
    yield { sample, instruction, text: text ?? failed ?? '', result };
  }
}

const format = (name: string) => {
  const found = refspatialExpand.outputs?.[name];
  if (!found?.read || !found.write) throw new Error(`no format ${name}`);
  return { read: found.read, write: found.write };
};

const written = async (name: string, from = units(), model = 'provider/Some Model') => {
  const dir = temporaryFolder();
  const files = await format(name).write(from, dir, {
    model,
    createdAt: '2026-11-17T18:30:05.123Z',
    assets: assetsFrom(dataset.bytes),
  });
  return { dir, files, names: files.map((file) => relative(dir, file)) };
};

/** Beside them, some tools write files of scores alone. */
const holdsAnswers = (file: string) => !/(\.csv|_results\.json)$/.test(file);

const readAll = async (name: string, path: string): Promise<Prediction[]> =>
  Array.fromAsync(format(name).read(path, dataset));

describe.each(['roborefer-jsonl', 'lmms-samples', 'vlmevalkit-xlsx'])('%s', (name) => {
  it('gives back the same texts and scores', async () => {
    const { files } = await written(name);
    const back = (await Promise.all(files.filter(holdsAnswers).map((file) => readAll(name, file)))).flat();
    expect(back.map(({ id, epoch, text }) => ({ id, epoch, text }))).toEqual(
      dataset.ids.map((id, index) => ({ id, epoch: 0, text: texts[index % texts.length] })),
    );
    for (const { id, text } of back) {
      const sample = await dataset.sample(dataset.ids.indexOf(id));
      const again = await judge(sample, text, protocolOf('roborefer'), assetsFrom(dataset.bytes));
      const [first] = (await Array.fromAsync(units())).filter(({ result }) => result.id === id);
      expect(again).toEqual(first?.result);
    }
  });

  it('names folders safely, and keeps epochs apart', async () => {
    async function* epochs() {
      for await (const unit of units()) yield { ...unit, result: { ...unit.result, epoch: 1 } };
    }
    const { names } = await written(name, epochs(), '../..');
    expect(names.every((path) => /^\.\._{1,2}\.\.-epoch2/.test(path))).toBe(true);
    for (const model of ['..', '.', '', '/etc/x'])
      expect((await written(name, units(), model)).names.every((path) => /^[\w.]*[\w][\w.]*\//.test(path))).toBe(true);
  });

  it('refuses what is not there or is something else', async () => {
    await expect(readAll(name, '/nonexistent')).rejects.toMatchObject({ code: expect.stringMatching(/^bad_/) });
    const dir = temporaryFolder();
    put(join(dir, 'Location.jsonl'), 'no\n');
    put(join(dir, 'x_samples_refspatial_location.jsonl'), '{"doc_id": -1}\n');
    put(join(dir, 'x.xlsx'), 'PK no');
    for (const file of ['Location.jsonl', 'x_samples_refspatial_location.jsonl', 'x.xlsx'])
      await expect(readAll(name, join(dir, file))).rejects.toMatchObject({ code: expect.stringMatching(/^bad_/) });
  });
});

describe.each(Object.keys(refspatialExpand.outputs ?? {}))('%s', (name) => {
  it('has a word for requests that failed, and takes it for no answer', async () => {
    const failed = refspatialExpand.outputs?.[name]?.failed?.({ message: 'HTTP 500:\nout of memory', attempts: 3 });
    const { files } = await written(name, units('easi', ['(0.25, 0.25)', null], failed));
    const holding = files.filter(holdsAnswers);
    const back = (await Promise.all(holding.map((file) => readAll(name, file)))).flat();
    expect(back.map(({ text }) => text)).toEqual(
      dataset.ids.map((_, index) => (index % 2 === 0 ? '(0.25, 0.25)' : null)),
    );
  });
});

describe('easi', () => {
  it('holds what EASI makes of the outputs, whatever the run was scored by', async () => {
    const said = ['[{"point_2d": [250, 250]}]', '', '[{"point_2d": [0, 0]}, {"point_2d": [220, 250]}]', '(0, 0, 1, 1)'];
    const { files, names } = await written('easi', units('molmo', said));
    const base = 'provider_Some_Model/provider_Some_Model_RefSpatial_wo_unseen_Point2D';
    expect(names).toEqual([`${base}.xlsx`, `${base}_acc.csv`]);
    const { columns, rows } = readXlsx(files[0] ?? '');
    expect(columns).toEqual([
      'index',
      'category',
      'image_path',
      'mask_path',
      'question',
      'suffix',
      'prediction',
      'score',
      'num_points',
      'is_parsable',
    ]);
    expect(rows[1]).toMatchObject({
      index: 1,
      category: 'location',
      image_path: 'Location/image/1.jpg',
      mask_path: 'Location/mask/1.png',
    });
    // The patch has 100 of 2400 pixels; an empty cell is the text nan to EASI.
    expect(rows.map((row) => [row.prediction, row.score, row.num_points, row.is_parsable]).slice(0, 4)).toEqual([
      ['[{"point_2d": [250, 250]}]', 1, 1, true],
      ['nan', 0, 0, true],
      [said[2], 0.5, 2, true],
      ['(0, 0, 1, 1)', 100 / 2400, 2400, true],
    ]);
    const [header, values] = readFileSync(files[1] ?? '', 'utf8').split('\n');
    expect(header).toBe('overall\tlocation\tplacement');
    expect(values?.split('\t').map(Number)[1]).toBeCloseTo((1 + 0.5 + 100 / 2400 + 1) / 5, 5);
    expect(values).toMatch(/^\d\.\d{6}\t\d\.\d{6}\t\d\.\d{6}$/);
  });
});

describe('vlmevalkit-scores', () => {
  it('holds what RefSpatialDataset makes of the outputs, whatever the run was scored by', async () => {
    const said = ['[{"point_2d": [250, 250]}]', '', '[{"point_2d": [0, 0]}, {"point_2d": [250, 250]}]', '(0.9, 0.9)'];
    const { files, names } = await written('vlmevalkit-scores', units('molmo', said), 'm');
    expect(names).toEqual(
      ['Location', 'Placement'].flatMap((task) => [
        `m/m_RefSpatial_${task}_detail.xlsx`,
        `m/m_RefSpatial_${task}_acc.csv`,
      ]),
    );
    const { columns, rows } = readXlsx(files[0] ?? '');
    expect(columns).toEqual(['index', 'split', 'step', 'prediction', 'pred_points', 'success', 'failure_reason']);
    expect(rows.map(({ prediction: _, ...row }) => Object.values(row)).slice(0, 4)).toEqual([
      ['Location_0', 'Location', 1, '[(0.25, 0.25)]', 1, null],
      ['Location_1', 'Location', 2, null, 0, 'parse_failed'],
      ['Location_2', 'Location', 3, '[(0.0, 0.0), (0.25, 0.25)]', 1, null],
      ['Location_3', 'Location', 1, '[(0.9, 0.9)]', 0, 'point_outside_mask'],
    ]);
    expect(readFileSync(files[1] ?? '', 'utf8')).toBe(
      '"Split","Success Rate (%)","Samples"\n"Overall","60.0","5"\n"Location","60.0","5"\n"Step 1","50.0","2"\n"Step 2","50.0","2"\n"Step 3","100.0","1"\n',
    );
  });

  it('refuses where VLMEvalKit itself would end', async () => {
    await expect(written('vlmevalkit-scores', units('easi', ['(1.2.3, 4)']))).rejects.toMatchObject({
      code: 'bad_run',
      message: expect.stringContaining('ValueError'),
    });
  });
});

describe('roborefer-jsonl', () => {
  it('is byte for byte what json.dumps writes', async () => {
    const { files, names } = await written('roborefer-jsonl', units(), 'RoboRefer-2B-SFT');
    expect(names).toEqual(['RoboRefer-2B-SFT/Location.jsonl', 'RoboRefer-2B-SFT/Placement.jsonl']);
    const lines = readFileSync(files[0] ?? '', 'utf8').split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toBe(
      '{"question_id": 2, "prompt": "Please point out the blue thing no. 2 of the \\u201clocation\\u201d \\u00e9.", "object_name": "the blue thing no. 2 of the \\u201clocation\\u201d \\u00e9", "suffix": "Your answer should be formatted as a list of tuples, i.e. [(x1, y1)].", "instruction": "Please point out the blue thing no. 2 of the \\u201clocation\\u201d \\u00e9. Your answer should be formatted as a list of tuples, i.e. [(x1, y1)].", "text": "I see \\u201ctwo\\u201d:\\n(0.2, 0.2), (0.9, 0.9)\\t\\\\ \\ud83d\\ude42 \\u007f", "model_id": "RoboRefer-2B-SFT", "rgb_path": "image/2.png", "mask_path": "mask/2.png", "category": "location", "step": 3}',
    );
  });

  it('writes null where the server failed, and takes it for no answer', async () => {
    const { dir, files } = await written('roborefer-jsonl', units('roborefer', ['(0.5, 0.5)', null]), 'm');
    expect(readFileSync(files[1] ?? '', 'utf8').match(/"text": null/g)).toHaveLength(2);
    const back = await readAll('roborefer-jsonl', join(dir, 'm'));
    const answered = back.filter(({ text }) => text !== null);
    expect(answered.map(({ id }) => id)).toEqual(['location/0', 'location/2', 'location/4', 'placement/1']);
    expect(back).toHaveLength(8);
    expect(back[0]?.where).toMatch(/Location\.jsonl:1$/);
  });

  it('takes what a failed call of an API leaves behind for no answer, too', async () => {
    const path = join(temporaryFolder(), 'Location.jsonl');
    put(path, '{"question_id": 1, "text": "Failed: Query Error"}\n');
    const read = await readAll('roborefer-jsonl', path);
    expect(read).toMatchObject([{ id: 'location/1', text: null, recorded: 'Failed: Query Error' }]);
  });

  it('tells the split by the category where the name of the file does not', async () => {
    const path = join(temporaryFolder(), 'answers.jsonl');
    put(path, '{"question_id": 1, "text": "a", "category": "placement"}\n\n');
    expect(await readAll('roborefer-jsonl', path)).toMatchObject([{ id: 'placement/1', text: 'a' }]);
    put(path, '{"question_id": 1, "text": "a", "category": "elsewhere"}\n');
    await expect(readAll('roborefer-jsonl', path)).rejects.toMatchObject({ code: 'bad_data' });
    put(path, '{"question_id": 1, "text": 5}\n');
    await expect(readAll('roborefer-jsonl', path)).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringMatching(/answers\.jsonl:1 column text$/),
    });
  });
});

describe('lmms-samples', () => {
  it('reads the forms of several versions', async () => {
    const path = join(temporaryFolder(), '20260101_000000_samples_refspatial_location_json.jsonl');
    const lines = [
      { doc_id: 0, target: '', filtered_resps: ['a'], doc_hash: 'x', refspatial_acc: { id: 1, pred: 'a' } },
      { doc_id: 2, doc: { id: 2, prompt: '' }, resps: [['b']], filtered_resps: [['b']] },
      { doc_id: 3, resps: [['c']] },
      // Since v0.7: a text by itself, and the whole reply beside it where reasoning was cut out.
      { doc_id: 4, filtered_resps: 'd', token_counts: [null] },
      { doc_id: 5, resps: '<think>?</think>e', filtered_resps: 'e' },
    ];
    put(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await readAll('lmms-samples', path)).toMatchObject([
      { id: 'location/1', text: 'a' },
      { id: 'location/2', text: 'b' },
      { id: 'location/3', text: 'c' },
      { id: 'location/4', text: 'd' },
      { id: 'location/5', text: 'e' },
    ]);
  });

  it('refuses a folder with two runs of a split', async () => {
    const dir = temporaryFolder();
    for (const run of ['a', 'b'])
      put(join(dir, `${run}_samples_refspatial_location.jsonl`), '{"doc_id": 0, "resps": [["x"]]}\n');
    await expect(readAll('lmms-samples', dir)).rejects.toMatchObject({ code: 'bad_data' });
  });

  it('writes what lmms-eval logs of a score', async () => {
    const said = units('lmms', ['(0.2, 0.2), (0.9, 0.9)']);
    async function* metered() {
      for await (const unit of said) yield { ...unit, usage: { inputTokens: 7, outputTokens: 3 } };
    }
    const { files, names } = await written('lmms-samples', metered(), 'vllm/Qwen/Qwen3-VL');
    expect(names).toEqual(
      ['samples_refspatial_location.jsonl', 'samples_refspatial_placement.jsonl', 'results.json'].map(
        (name) => `Qwen__Qwen3-VL/20261118_023005_${name}`,
      ),
    );
    const [line = ''] = readFileSync(files[0] ?? '', 'utf8').split('\n');
    expect(line).toMatch(
      /^\{"doc_id": 0, "target": "", "filtered_resps": "\(0\.2, 0\.2\), \(0\.9, 0\.9\)", "token_counts": \[\{"input_tokens": 7, "output_tokens": 3\}\], "doc_hash": "74234e98/,
    );
    expect(line).toContain('"parsed_points": [[12, 8], [54, 36]], "accuracy": 0.5}');
    const results = JSON.parse(readFileSync(files[2] ?? '', 'utf8'));
    const lines = readFileSync(files[0] ?? '', 'utf8')
      .trimEnd()
      .split('\n');
    const scores: number[] = lines.map((each) => JSON.parse(each).refspatial_acc.accuracy);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(results).toMatchObject({
      results: { refspatial_location: { alias: 'refspatial_location', 'refspatial_acc,none': mean, samples: 5 } },
      'n-samples': { refspatial_placement: { original: 3, effective: 3 } },
      date: '20261118_023005',
      model_name_sanitized: 'Qwen__Qwen3-VL',
    });
  });
});

describe('vlmevalkit-xlsx', () => {
  it('reads tables of other kinds, and EASI by its masks', async () => {
    const dir = temporaryFolder();
    put(join(dir, 'a.tsv'), '"index"\t"prediction"\n"Location_3"\t"(1, 2)\nand ""more"""\n');
    expect(await readAll('vlmevalkit-xlsx', join(dir, 'a.tsv'))).toMatchObject([
      { id: 'location/3', text: '(1, 2)\nand "more"' },
    ]);
    put(join(dir, 'b.json'), '[{"index": "Placement_0", "prediction": null}]');
    expect(await readAll('vlmevalkit-xlsx', join(dir, 'b.json'))).toMatchObject([{ id: 'placement/0', text: '' }]);
    writeXlsx(
      join(dir, 'c.xlsx'),
      ['index', 'category', 'mask_path', 'prediction'],
      [[17, 'location', "['Location/mask/4.png']", 5]],
    );
    expect(await readAll('vlmevalkit-xlsx', join(dir, 'c.xlsx'))).toMatchObject([{ id: 'location/4', text: '5' }]);
  });

  it.each([
    ['index,prediction\nUnseen_1,a\n', 'column index'],
    ['index,prediction\n17,a\n', 'column index'],
    ['index,answer\nLocation_1,a\n', 'column prediction'],
  ])('refuses %j, naming the column', async (content, where) => {
    const path = join(temporaryFolder(), 'a.csv');
    put(path, content);
    await expect(readAll('vlmevalkit-xlsx', path)).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringContaining(where),
    });
  });
});

describe('replies that a spreadsheet changes', () => {
  const replies = [
    '(0.2, 0.2)',
    '(0.2,\r\n0.2)',
    '=(0.2, 0.2)',
    'N/A',
    'mailto:(0.2, 0.2)',
    `${'.'.repeat(32_767)}(0.2, 0.2)`,
  ];

  it.each([
    ['easi', 'easi@2', /_Point2D\.xlsx$/, 'score'],
    ['vlmevalkit-scores', 'vlmevalkit@2', /_detail\.xlsx$/, 'success'],
  ])('count the same in %s as under refspatial/%s', async (name, protocol, file, column) => {
    const { files } = await written(name, units(protocol, replies));
    const rows = files.filter((path) => file.test(path)).flatMap((path) => readXlsx(path).rows);
    const scored = await Array.fromAsync(units(protocol, replies), ({ result }) => result.score);
    expect(rows.map((row) => row[column])).toEqual(scored);
    expect(scored).toContain(0);
    expect(scored.some((score) => score !== 0)).toBe(true);
  });

  it('end the export where the official tool ends', async () => {
    for (const name of ['easi', 'vlmevalkit-scores', 'vlmevalkit-xlsx'])
      await expect(written(name, units('easi', ['\ud800']))).rejects.toMatchObject({ code: 'bad_run' });
  });
});
