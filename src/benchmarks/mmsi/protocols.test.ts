import { describe, expect, it } from 'vitest';
import type { UnitResult } from '../../contracts/index.ts';
import { composePrompt } from '../../engine/run/prompt.ts';
import { mmsi } from './index.ts';
import type { MmsiSample } from './sample.ts';
import { answer, easiRows, load, parquetFile, questions, samplesOf, tsvFile } from './testing/fixture.ts';

const ask = "Answer with the option's letter from the given choices directly. Enclose the option's letter within ``.";

const sample: MmsiSample = {
  id: '1',
  cluster: 'c',
  groups: { category: 'MSR', images: '1' },
  media: [],
  question: 'Which direction?\nOptions: A: East, B: South, C: North, D: West',
  stem: 'Which direction?',
  choices: { A: 'East', B: 'South', C: 'North', D: 'West' },
  answer: 'A',
  label: 'MSR',
  original: '1',
};

/** The prompt as it is sent. */
function partsOf(protocolId: string, of: MmsiSample) {
  const protocol = mmsi.protocols.find(({ id }) => id === protocolId);
  if (!protocol) throw new Error(`no protocol ${protocolId}`);
  return composePrompt(protocol, of, mmsi.fields(of));
}

/** Its only text, behind the pictures; their labels aside. */
function promptOf(protocolId: string, of: MmsiSample = sample): string {
  const [text, ...more] = partsOf(protocolId, { ...of, media: [] });
  expect(more).toEqual([]);
  return text && 'text' in text ? text.text : '';
}

describe('prompts', () => {
  it.each([
    ['mmsi/official', `Which direction?\nOptions: A: East, B: South, C: North, D: West\n${ask}`],
    ['mmsi/readme', `Which direction?\nOptions: A: East, B: South, C: North, D: West\n${ask}`],
    ['mmsi/lmms', `Which direction?\nOptions: A: East, B: South, C: North, D: West\n${ask}`],
    ['mmsi/lmms-neo-ov', `Which direction?\nOptions: A: East, B: South, C: North, D: West\n${ask}`],
    ['mmsi/official-circular', `Which direction?\nOptions: A: East, B: South, C: North, D: West\n${ask}`],
    ['mmsi/easi', `Which direction?\nOptions: A: East, B: South, C: North, D: West, \n${ask}`],
    [
      'mmsi/vlmevalkit-circular',
      'Question: Which direction?\nOptions:\nA. East\nB. South\nC. North\nD. West\nPlease select the correct answer from the options above. \n',
    ],
    [
      'mmsi/vlmevalkit-circular-qwen2-vl',
      'Question: Which direction?\nOptions:\nA. East\nB. South\nC. North\nD. West\nPlease select the correct answer from the options above.',
    ],
  ])('%s, byte for byte', (id, text) => {
    expect(promptOf(id)).toBe(text);
  });

  it('show the pictures first; with their numbers for neo_ov alone', async () => {
    const [first] = await samplesOf(await load(await parquetFile()));
    if (!first) throw new Error('no question');
    const [a, b] = first.media;
    for (const { id } of mmsi.protocols) {
      const shown = partsOf(id, first).slice(0, -1);
      expect([id, shown]).toEqual([
        id,
        id.startsWith('mmsi/lmms-neo-ov')
          ? [{ text: 'Image-1: ' }, { media: a }, { text: 'Image-2: ' }, { media: b }]
          : [{ media: a }, { media: b }],
      ]);
    }
  });

  it('ask in Chinese where VLMEvalKit’s Qwen2-VL does', () => {
    for (const chinese of [{ stem: '哪个方向？' }, { hint: '看' }, { choices: { A: '东' } }])
      expect(promptOf('mmsi/vlmevalkit-circular-qwen2-vl', { ...sample, ...chinese })).toMatch(
        /\n请直接回答选项字母。$/,
      );
  });

  it('strips the question only for lmms-eval, of all that Python takes for space', () => {
    const padded = { ...sample, question: '\u3000 Which? \x1c\n' };
    for (const id of ['mmsi/lmms', 'mmsi/lmms-neo-ov']) expect(promptOf(id, padded)).toBe(`Which?\n${ask}`);
    expect(promptOf('mmsi/official', padded)).toBe(`\u3000 Which? \x1c\n\n${ask}`);
  });

  it('put the hint first where the toolkits do', () => {
    const hinted = { ...sample, hint: 'Look twice.' };
    expect(promptOf('mmsi/easi', hinted)).toMatch(/^Hint: Look twice\.\nWhich direction\?\nOptions: A/);
    expect(promptOf('mmsi/vlmevalkit-circular', hinted)).toMatch(/^Hint: Look twice\.\nQuestion: Which/);
    expect(promptOf('mmsi/official', hinted)).not.toContain('Hint');
  });

  it('are the same for a question whose options come in columns, but for what the authors wrote between options', async () => {
    const [a, b] = await samplesOf(await load(await parquetFile()));
    const [c, d] = await samplesOf(await load(tsvFile('a.tsv', await easiRows())));
    for (const { id } of mmsi.protocols) {
      if (a && c) expect(promptOf(id, c)).toBe(promptOf(id, a));
      // "…; B: …" has become "…;, B: …", as in the authors' circular code.
      if (b && d && id === 'mmsi/official') expect(promptOf(id, d)).not.toBe(promptOf(id, b));
    }
  });

  it('are sent without sampling, with room for 2048 tokens', () => {
    for (const { decoding } of mmsi.protocols) expect(decoding).toEqual({ temperature: 0, maxTokens: 2048 });
  });
});

describe.each(mmsi.protocols)('$id', ({ id, aggregate }) => {
  const sum = (results: UnitResult[]) => mmsi.aggregates[aggregate]?.(results) ?? [];

  it.each(['0', '1'])('gives the oracle 1.0 (circular=%s)', async (circular) => {
    const dataset = await load(await parquetFile(), { circular });
    const units = await answer(dataset, id, (unit, write) => {
      const truth = mmsi.truth(unit, { bytes: dataset.bytes, mask: () => Promise.reject(new Error('no masks')) });
      return write('answer' in truth ? String(truth.answer) : '');
    });
    expect(units.map(({ result }) => result.score)).toEqual(units.map(() => 1));
    const metrics = sum(units.map(({ result }) => result));
    // Without rotations there is nothing circular to be right about.
    const values = aggregate === 'accuracy' ? [1] : circular === '1' ? [1, 1] : [null, null];
    expect(metrics.map(({ value }) => value)).toEqual(values);
  });

  it('gives 0 for wrong letters and nonsense', async () => {
    const dataset = await load(await parquetFile(), { circular: '1' });
    for (const text of ['', 'I cannot see a picture.', '\0'.repeat(1000), '`````', '{question}', 'nan', 'Z', '(((']) {
      const units = await answer(dataset, id, () => text);
      expect(units.map(({ result }) => result.score)).toEqual(units.map(() => 0));
    }
    const wrong = await answer(dataset, id, (unit, write) => write(unit.answer === 'A' ? 'B' : 'A'));
    expect(sum(wrong.map(({ result }) => result))[0]?.value).toBe(0);
  });
});

describe('later versions', () => {
  it('ask exactly what the first ones ask, and read it otherwise', () => {
    const byId = new Map(mmsi.protocols.map((protocol) => [protocol.id, protocol]));
    const later = mmsi.protocols.filter(({ id }) => /@2$|-split-think$/.test(id));
    expect(later.length).toBe(9);
    for (const protocol of later) {
      const first = byId.get(protocol.id.replace(/@2$|-split-think$/, ''));
      expect({ ...protocol, id: '', about: '', extractor: '' }).toEqual({ ...first, id: '', about: '', extractor: '' });
      expect(protocol.extractor).not.toBe(first?.extractor);
    }
  });

  it.each<[text: string, scores: Record<string, number>]>([
    ['=A', { official: 1, 'official@2': 0, easi: 1, 'easi@2': 0 }],
    ['A\r', { official: 1, 'official@2': 0, easi: 1, 'easi@2': 0 }],
    ['<think>``B``</think>``A``', { lmms: 0, 'lmms@2': 1, 'official@2': 0 }],
    ['<think>It is B</think>A', { easi: 0, 'easi@2': 0, 'easi-split-think': 1 }],
  ])('%j', async (text, scores) => {
    const dataset = await load(await parquetFile(questions.slice(0, 1)));
    for (const [name, score] of Object.entries(scores)) {
      const [unit] = await answer(dataset, `mmsi/${name}`, () => text);
      expect([name, unit?.result.score]).toEqual([name, score]);
    }
  });
});

describe('scorers', () => {
  const scored = (scorer: string, letter: string | null, gold = 'A') =>
    mmsi.scorers[scorer]?.score(
      { ...sample, answer: gold },
      { answer: letter },
      { bytes: () => Promise.reject(new Error('no files')), mask: () => Promise.reject(new Error('no masks')) },
    );

  it('letter: in lower case, by the first character', () => {
    expect(scored('letter', 'A')).toMatchObject({ value: 1 });
    expect(scored('letter', 'a', ' A\n')).toMatchObject({ value: 1 });
    expect(scored('letter', 'B')).toMatchObject({ value: 0 });
    expect(scored('letter', null)).toMatchObject({ value: 0 });
  });

  it('exact: as it is', () => {
    expect(scored('exact', 'A')).toMatchObject({ value: 1 });
    expect(scored('exact', 'a')).toMatchObject({ value: 0 });
    expect(scored('exact', 'Z')).toMatchObject({ value: 0 });
    expect(scored('exact', null)).toMatchObject({ value: 0 });
  });

  it('easi: where neither the reply nor the truth can be read, it is a hit', () => {
    expect(scored('easi', 'A')).toMatchObject({ value: 1 });
    expect(scored('easi', 'B')).toMatchObject({ value: 0 });
    expect(scored('easi', null)).toMatchObject({ value: 0 });
    expect(scored('easi', null, 'the left one')).toMatchObject({ value: 1 });
    expect(scored('easi', 'C', '<answer>C</answer>')).toMatchObject({ value: 1 });
  });

  it('tell what diagnostics need', () => {
    expect(scored('letter', 'B')).toEqual({
      value: 0,
      note: 'gold A, given B',
      facts: { gold: 'A', letter: 'B', images: 0, label: 'MSR' },
    });
    expect(scored('letter', null)).toMatchObject({ note: 'gold A, none given', facts: { gold: 'A' } });
  });
});

describe('the same reply under other recipes', () => {
  it.each<[text: string, scores: Record<string, number>]>([
    ['a', { official: 0, readme: 0, lmms: 1, easi: 1 }],
    ['x{y}A', { official: 1, readme: 0, lmms: 0, easi: 1 }],
    ['<think>maybe A</think>B', { official: 1, readme: 1, lmms: 1, easi: 1 }],
    ['The answer is A because', { official: 0, readme: 0, lmms: 0, easi: 1 }],
    ['`B`, because A is wrong', { official: 0, readme: 0, lmms: 0, easi: 0 }],
  ])('%j', async (text, scores) => {
    const dataset = await load(await parquetFile(questions.slice(0, 1)));
    for (const [name, score] of Object.entries(scores)) {
      const [unit] = await answer(dataset, `mmsi/${name}`, () => text);
      expect([name, unit?.result.score]).toEqual([name, score]);
    }
  });
});
