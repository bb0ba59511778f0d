import { describe, expect, it } from 'vitest';
import type { Outcome, UnitResult } from '../../contracts/index.ts';
import { rotations } from '../../extract/mmsi/testing/rotations.ts';
import { checkRow } from './forms/question.ts';
import { rotate } from './forms/rotate.ts';
import { circularTable, printOfficial } from './official.ts';
import { officialCircular, rotationGroups, vlmevalkitCircular } from './score.ts';

interface Given {
  question: number;
  k?: number;
  gold?: string;
  letter?: string | null;
  label?: string;
  outcome?: Outcome;
  epoch?: number;
}

function row({ question, k, gold = 'A', letter = gold, label = 'MSR', outcome, epoch = 0 }: Given): UnitResult {
  const failed = outcome === 'provider_error';
  return {
    id: String(question + (k ?? 0) * 1_000_000),
    epoch,
    cluster: `pictures of ${question}`,
    groups: { category: label, images: '2', ...(k !== undefined && { question: String(question) }) },
    outcome: outcome ?? (letter === null ? 'unparsed' : 'answered'),
    score: failed ? null : letter === gold ? 1 : 0,
    extraction: failed ? null : { answer: letter },
    ...(!failed && { facts: { gold, images: 2, label, ...(letter !== null && { letter }) } }),
  };
}

const group = (question: number, letters: (string | null)[], label = 'MSR') =>
  letters.map((letter, k) => row({ question, k, gold: 'ADCB'.charAt(k), letter, label }));

const right = ['A', 'D', 'C', 'B'];

describe.each([
  ['official', officialCircular],
  ['vlmevalkit', vlmevalkitCircular],
])('%s', (name, aggregate) => {
  const values = (rows: UnitResult[]) => aggregate(rows).map(({ name, value }) => [name, value]);

  it.each<[string, (string | null)[], number, number]>([
    ['all right', right, 1, 1],
    ['the last wrong', ['A', 'D', 'C', 'A'], 0, 1],
    ['one unread', ['A', null, 'C', 'B'], 0, 1],
    ['a refusal first', ['Z', 'D', 'C', 'B'], 0, 0],
    ['the same letter always', ['A', 'A', 'A', 'A'], 0, 1],
    ['nothing read', [null, null, null, null], 0, 0],
    ['two rotations there, both right', ['A', 'D'], 1, 1],
  ])('%s', (_, letters, circular, vanilla) => {
    expect(values(group(5, letters))).toEqual([
      ['Circular', circular],
      ['Vanilla', vanilla],
    ]);
  });

  it('counts questions, not rotations, and says what guessing gives', () => {
    const [circular, vanilla] = aggregate([...group(1, right), ...group(2, ['A', 'A', 'A', 'A']), ...group(3, right)]);
    expect(circular).toMatchObject({ value: 2 / 3, n: 3, chance: 0.25 ** 4, method: 'wilson' });
    expect(vanilla).toMatchObject({ value: 1, n: 3, chance: 0.25 });
  });

  it('leaves a question open only while the rotations that failed could decide it', () => {
    const failed = (question: number) => row({ question, k: 3, outcome: 'provider_error' });
    const open = [...group(1, ['A', 'D', 'C']), failed(1)];
    const settled = [...group(2, ['A', 'B', 'C']), failed(2)];
    const [circular] = aggregate([...open, ...settled, ...group(3, right)]);
    expect(circular).toMatchObject({ value: 0.5, n: 2, errors: 1, worst: 1 / 3, best: 2 / 3 });
  });

  it('keeps repetitions apart', () => {
    const again = group(1, ['A', 'D', 'C', 'A']).map((unit) => ({ ...unit, epoch: 1 }));
    const [circular] = aggregate([...group(1, right), ...again]);
    expect(circular).toMatchObject({ value: 0.5, n: 2 });
  });

  it('has nothing to say about questions that were not rotated', () => {
    expect(aggregate([row({ question: 1 }), row({ question: 2 })])[0]).toMatchObject({
      name: 'Circular',
      value: null,
      n: 0,
    });
    expect(aggregate([])[0]).toMatchObject({ value: null });
  });

  it(`takes a group without its original row ${name === 'official' ? 'as it is' : 'out'}`, () => {
    const headless = group(1, right).slice(1);
    const [circular, vanilla] = aggregate([...headless, ...group(2, ['B', 'B', 'B', 'B'])]);
    expect([circular?.value, vanilla?.value]).toEqual(name === 'official' ? [0.5, 0.5] : [0, 0]);
  });

  it('does not depend on the order of the units', () => {
    const units = [...group(10, right), ...group(9, ['D', 'D', 'D', 'D']), ...group(100, right)];
    expect(aggregate(units.toReversed())).toEqual(aggregate(units));
  });
});

describe('rotations', () => {
  it.each([
    ['Which direction?\nOptions: A: East, B: South, C: North, D: West', 'B'],
    ['Q Options: A: First front left, then front right, B: x, C: y, D: z', 'A'],
    ['Q\nOptions: A: a\nB: b\nC: c\nD: d', 'D'],
    ['Q Options: A: It is B: hmm, B: b, C: c, D: d', 'C'],
    ['Q Options: A: x. B: y. C: z. D: w.', 'A'],
    ['Q Options: A: left ,B: right,C: up , D: down', 'D'],
    ['Q Options: A: a, B: b', 'B'],
    ['Q Options: A: a, B: b', 'C'],
    ['Q Options: A：左, B：右', 'A'],
    ['no opts', 'A'],
  ])('%j are those of the authors', (question, answer) => {
    const place = { file: 'q', row: 0 };
    const names = { index: 'id', category: 'type' };
    const found = { ...checkRow({ place, index: '7', question, answer, label: 'MSR' }, names), media: [] };
    const made = rotate(found);
    expect(made.map((one) => ({ question: one.question, answer: one.answer }))).toEqual(rotations(question, answer));
    expect(made.map(({ index }) => index)).toEqual(made.map((_, k) => 7 + k * 1_000_000));
  });

  it('come in the order of their index', () => {
    const units = [...group(1000, right), ...group(7, right)].reverse();
    expect(rotationGroups(units).map(({ id, rows }) => [id, rows.map((unit) => unit.id)])).toEqual([
      ['7', ['7', '1000007', '2000007', '3000007']],
      ['1000', ['1000', '1001000', '2001000', '3001000']],
    ]);
  });
});

describe('printed as the authors print', () => {
  it('plain', () => {
    const units = Array.from({ length: 32 }, (_, question) => row({ question, letter: question === 0 ? 'A' : 'B' }));
    const open = row({ question: 1, outcome: 'provider_error' });
    // 1/32 is 3.125 %: ties go to even.
    expect(printOfficial([...units, row({ question: 0, epoch: 1 })])).toBe(
      'MMSI_Bench 评测结果：\n总样本数: 32\n正确样本数: 1\n准确率: 3.12%\n',
    );
    expect(printOfficial([open])).toContain('总样本数: 1\n正确样本数: 0\n准确率: 0.00%');
    expect(printOfficial([])).toContain('准确率: 0.00%');
  });

  it('circular, categories in the order of the questions and in the file’s own words', () => {
    const units = [
      ...group(30, right, '多步推理'),
      ...group(4, ['A', 'A', 'A', 'A'], '位置关系 cam-cam'),
      ...group(5, ['B', 'D', 'C', 'B'], '多步推理'),
    ];
    expect(printOfficial(units)).toBe(`缓存目录 '.cache' 中已有 0 个缓存文件
使用 32 个并行进程提取选项，缓存目录：.cache
使用多进程模式
已完成 12 个样本的选项提取
新增 0 个缓存文件，共有 0 个缓存文件
🔄 开始计算循环评估 (Circular Evaluation) 结果...
🔍 开始计算传统评估 (Vanilla Evaluation) 结果...

====== MMSI_Bench 评测结果 ======
总样本组数: 3

📊 传统评估 (Vanilla) - 单题正确率: 66.67%
📊 循环评估 (Circular) - 全题组正确率: 33.33%

📊 各类别准确率:
位置关系 cam-cam:
  传统评估: 100.00%
  循环评估: 0.00%
多步推理:
  传统评估: 50.00%
  循环评估: 50.00%
`);
  });

  it('puts questions whose reply never came into their category', () => {
    const failed = {
      ...row({ question: 8, k: 0, outcome: 'provider_error' }),
      groups: { category: 'MSR', question: '8' },
    };
    const known = group(9, right, '多步推理').map((unit) => ({ ...unit, groups: { ...unit.groups, category: 'MSR' } }));
    expect(circularTable(rotationGroups([failed, ...known]))).toEqual([
      { name: 'Overall', circular: 0.5, vanilla: 0.5 },
      { name: '多步推理', circular: 0.5, vanilla: 0.5 },
    ]);
  });
});
