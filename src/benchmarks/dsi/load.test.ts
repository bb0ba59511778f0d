import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dsi } from './index.ts';
import { load } from './load.ts';
import { evaluationOrder, views } from './sample.ts';
import { folderWith, smallData, tables, videos } from './testing/data.ts';

const loadFrom = (files: Record<string, string | readonly string[]>, args: Record<string, string> = {}) =>
  load({ dir: folderWith(files), args });

const few = '3 questions here, DSI-Bench has 1,769: scores are of these alone';

const combined = (order: readonly string[]) => [
  `${tables.std?.[0]},aug`,
  ...order.flatMap((view) => (tables[view] ?? []).slice(1).map((line) => `${line},${view}`)),
];

describe('the data set', () => {
  it('has one unit per question and view, those of a question together', async () => {
    const data = await loadFrom(smallData());
    expect(data.ids.slice(0, 5)).toEqual(['0000/std', '0000/hflip', '0000/reverse', '0000/reverse_hflip', '0001/std']);
    expect(data.ids).toHaveLength(12);
    expect(data.warnings).toEqual([few]);
  });

  it('gives every row as it is published', async () => {
    const data = await loadFrom(smallData());
    const bytes = 'hflip of k700/skiing mono/rQ_80/video-scene-00000.mp4';
    expect(await data.sample(5)).toEqual({
      id: '0001/hflip',
      cluster: 'k700/skiing mono/rQ_80/video-scene-00000.mp4',
      groups: { question: '0001', view: 'hflip', category: 'Obj:moving cam', source: 'k700' },
      media: [
        {
          sha256: createHash('sha256').update(bytes).digest('hex'),
          type: 'video/mp4',
          bytes: Buffer.byteLength(bytes),
        },
      ],
      view: 'hflip',
      category: 1,
      path: 'k700/skiing mono/rQ_80/video-scene-00000.mp4',
      question: 'How does it move?',
      options: 'A: Moving left; B: Moving right; C: Basically unchange; D: Basically unchange;',
      choices: { A: 'Moving left', B: 'Moving right', C: 'Basically unchange', D: 'Basically unchange' },
      answer: 'B',
      videoType: '0',
      others: '3-7',
    });
    const third = await data.sample(8);
    expect(third).toMatchObject({ question: 'How does the "observer" turn?', videoType: '0' });
    expect(dsi.schema.parse(JSON.parse(JSON.stringify(third)))).toEqual(third);
    expect(dsi.mediaName?.(third, 0)).toBe('0002_std');
  });

  it('aligns rows by position: two questions of one clip stay apart', async () => {
    const data = await loadFrom(smallData());
    const samples = await Promise.all(data.ids.map((_, index) => data.sample(index)));
    expect(new Set(samples.map(({ cluster }) => cluster)).size).toBe(2);
    for (const { groups, category } of samples) expect(category).toBe([0, 1, 5][Number(groups.question)]);
    expect(samples.slice(4, 8).map(({ answer }) => answer)).toEqual(['A', 'B', 'B', 'A']);
  });

  it('is the same from the combined file, whatever the order of views in it', async () => {
    const data = await loadFrom(smallData());
    for (const order of [views, evaluationOrder]) {
      const other = await loadFrom({ ...videos, 'metadata_4aug.csv': combined(order) });
      expect(other.ids).toEqual(data.ids);
      expect(other.sha256).toBe(data.sha256);
    }
  });

  it('has another hash when a question, option, truth, category or path changes', async () => {
    const { sha256 } = await loadFrom(smallData());
    for (const [from, to] of [
      ['How does it', 'How did it'],
      ['A: Moving left', 'A: Moving Left'],
      [',B,', ',C,'],
      ['\n1,', '\n2,'],
      ['M0jm.3.12', 'M0jm.3.13'],
    ] as const) {
      const changed = tables.std?.join('\n').replaceAll(from, to).split('\n') ?? [];
      const more = { 'videos/std/CameraBench/M0jm.3.13.mp4': 'x' };
      const data = await loadFrom({ ...smallData(), ...more, 'metadatas/std.csv': changed });
      expect(data.sha256).not.toBe(sha256);
    }
  });
});

describe('clips', () => {
  it('come back by their reference, also in another process, and only if they are the same', async () => {
    const dir = folderWith(smallData());
    const first = await load({ dir, args: {} });
    const { media } = await first.sample(9);
    const [ref] = media;
    if (!ref) throw new Error('a sample has a clip');
    const text = 'hflip of k700/skiing mono/rQ_80/video-scene-00000.mp4';
    expect(Buffer.from(await first.bytes(ref)).toString()).toBe(text);
    const later = await load({ dir, args: {} });
    expect(Buffer.from(await later.bytes(ref)).toString()).toBe(text);
    await expect(later.bytes({ ...ref, sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'missing_blob' });
  });

  it('that are missing or empty are named with file and row before anything is asked', async () => {
    const { 'videos/reverse/CameraBench/M0jm.3.12.mp4': _, ...files } = smallData();
    await expect(loadFrom(files)).rejects.toMatchObject({
      code: 'bad_data',
      message: expect.stringMatching(/videos\/reverse\/CameraBench\/M0jm\.3\.12\.mp4 is missing$/),
      where: expect.stringMatching(/metadatas\/reverse\.csv:2 column relative_path$/),
    });
    await expect(loadFrom({ ...files, 'videos/std/CameraBench/M0jm.3.12.mp4': '' })).rejects.toThrow(
      'is empty; so it is with 1 more of 8 files',
    );
  });
});

describe('views', () => {
  it('may be fewer than four, and then it is said', async () => {
    const { 'metadatas/hflip.csv': _, 'metadatas/reverse.csv': __, ...files } = smallData();
    const data = await loadFrom(files);
    expect(data.ids).toHaveLength(6);
    expect(data.warnings).toEqual([
      few,
      'only the views std, reverse_hflip are loaded: group-wise scores need all four',
    ]);
  });

  it('can be chosen', async () => {
    expect((await loadFrom(smallData(), { views: 'hflip+std' })).ids.slice(0, 3)).toEqual([
      '0000/std',
      '0000/hflip',
      '0001/std',
    ]);
    await expect(loadFrom(smallData(), { views: 'std+mirror' })).rejects.toMatchObject({ code: 'bad_argument' });
    const { 'metadatas/hflip.csv': _, ...files } = smallData();
    await expect(loadFrom(files, { views: 'hflip' })).rejects.toMatchObject({ code: 'bad_data' });
  });
});

describe('files that are not as they should be', () => {
  const withRow = (row: string) => ({ ...smallData(), 'metadatas/std.csv': [...(tables.std ?? []).slice(0, 3), row] });

  it.each([
    ['5,../../../etc/passwd,0,q,A: x; B: y; C: z; D: w,A,', 'std.csv:4 column relative_path', 'leads out'],
    ['5,/etc/passwd,0,q,A: x; B: y; C: z; D: w,A,', 'std.csv:4 column relative_path', 'leads out'],
    ['5,.,0,q,A: x; B: y; C: z; D: w,A,', 'std.csv:4 column relative_path', 'leads out'],
    ['5,,0,q,A: x; B: y; C: z; D: w,A,', 'std.csv:4 column relative_path', 'no path'],
    ['1.0,CameraBench/M0jm.3.12.mp4,0,q,o,A,', 'std.csv:4 column cate', '"1.0" is no category'],
    ['x,CameraBench/M0jm.3.12.mp4,0,q,o,A,', 'std.csv:4 column cate', 'whole number'],
    ['1,CameraBench/M0jm.3.12.mp4,0,q,o,A,,,', 'std.csv:4', 'fields'],
    ['1,CameraBench/M0jm.3.12.mp4,0,"q,o,A,', 'std.csv:4', 'quotes'],
    [`1,${'x'.repeat(5000)}.mp4,0,q,o,A,`, 'std.csv:4 column relative_path', 'cannot be looked at'],
  ])('%s', async (row, where, message) => {
    await expect(loadFrom(withRow(row))).rejects.toMatchObject({
      code: 'bad_data',
      where: expect.stringContaining(where),
      message: expect.stringContaining(message),
    });
  });

  it('are refused when views have different numbers of rows, as the official code does', async () => {
    const files = { ...smallData(), 'metadatas/hflip.csv': tables.hflip?.slice(0, 3) ?? [] };
    await expect(loadFrom(files)).rejects.toMatchObject({
      code: 'bad_data',
      message: expect.stringContaining('std 3, hflip 2'),
    });
    expect((await loadFrom(files, { views: 'std' })).ids).toHaveLength(3);
  });

  it('say nothing about counts when they are as published', async () => {
    const [header = '', row = ''] = tables.std ?? [];
    const whole = [header, ...Array.from({ length: 1769 }, () => row)];
    const all = Object.fromEntries(views.map((view) => [`metadatas/${view}.csv`, whole]));
    expect((await loadFrom({ ...videos, ...all })).warnings).toEqual([]);
  });

  it('are refused when columns or everything is missing', async () => {
    const noTruth = { ...smallData(), 'metadatas/std.csv': ['cate,relative_path,question,options', '0,a.mp4,q,o'] };
    await expect(loadFrom(noTruth)).rejects.toMatchObject({ where: expect.stringContaining('std.csv column GT') });
    await expect(loadFrom({ ...smallData(), 'metadatas/std.csv': '' })).rejects.toMatchObject({ code: 'bad_data' });
    const empty = { ...smallData(), 'metadatas/std.csv': tables.std?.slice(0, 1) ?? [] };
    await expect(loadFrom(empty)).rejects.toThrow('no rows');
    await expect(loadFrom({})).rejects.toMatchObject({ code: 'bad_data' });
    await expect(load({ args: {} })).rejects.toMatchObject({ code: 'bad_argument', where: '--data' });
    const odd = combined(views).map((line) => line.replace(/,hflip$/, ',mirror'));
    await expect(loadFrom({ ...videos, 'metadata_4aug.csv': odd })).rejects.toMatchObject({
      where: expect.stringContaining('metadata_4aug.csv:5 column aug'),
    });
  });

  it('are loaded with a warning where the official code does not care', async () => {
    const data = await loadFrom({
      ...smallData(),
      'metadatas/std.csv': [
        ...(tables.std ?? []).slice(0, 2),
        '1,CameraBench/M0jm.3.12.mp4,0,q,A: x; B: y,E,',
        '7,k700/skiing mono/rQ_80/video-scene-00000.mp4,0,,no options,C,',
      ],
    });
    expect(data.warnings.map((warning) => warning.replace(/ \S*metadatas/, ' metadatas'))).toEqual([
      few,
      '1 row has no truth among A to D, and so can never be right; the first is metadatas/std.csv:3',
      '1 row has a truth that is not among the options; the first is metadatas/std.csv:4',
      '2 rows have fewer than four options that can be told apart by letter; the first is metadatas/std.csv:3',
      '3 rows have another clip than the first view; the first is metadatas/hflip.csv:3',
      '3 rows have another category than the first view; the first is metadatas/hflip.csv:4',
    ]);
    const last = await data.sample(8);
    expect(last).toMatchObject({ question: 'nan', choices: {}, groups: { category: 'Category 7' } });
    expect(dsi.space(last)).toEqual({ choices: { A: '', B: '', C: '', D: '' } });
  });
});
