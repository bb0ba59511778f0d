import { describe, expect, it } from 'vitest';
import type { Sheet } from '../../contracts/index.ts';
import { mmsi } from './index.ts';
import { answer, forkRows, load, parquetFile, questions, tsvFile } from './testing/fixture.ts';

const named = (sheets: Sheet[], name: string) => sheets.find((sheet) => sheet.name === name);
const rowsOf = (sheets: Sheet[], name: string) => named(sheets, name)?.rows;

describe('diagnose', () => {
  it('shows a model that always says A, and what it could not read', async () => {
    const dataset = await load(await parquetFile());
    const units = await answer(dataset, 'mmsi/official', ({ id }) =>
      id === '885' ? 'I see a house.' : id === '525' ? '' : '`A`',
    );
    const sheets = mmsi.diagnose?.(units.map(({ result }) => result)) ?? [];
    expect(rowsOf(sheets, 'letters')).toEqual([
      ['A', 2, 0.5, 2, 0.5, 0],
      ['B', 0, 0, 1, 0.25, -0.25],
      ['C', 0, 0, 1, 0.25, -0.25],
      ['D', 0, 0, 0, 0, 0],
      ['none', 2, 0.5, 0, 0, 0.5],
    ]);
    expect(rowsOf(sheets, 'right option')).toEqual([
      ['A', 2, 1, 0.5, 1],
      ['B', 1, 0, 0, 1],
      ['C', 1, 0, 0, 0],
    ]);
    expect(rowsOf(sheets, 'pictures')).toEqual([
      ['2', 3, 1, 1 / 3, 1],
      ['3', 1, 0, 0, 1],
    ]);
    expect(rowsOf(sheets, 'not answered')).toEqual([
      ['unparsed', 'empty', 1, 0.25],
      ['unparsed', 'no answer found', 1, 0.25],
    ]);
    expect(named(sheets, 'rotations right')).toBeUndefined();
  });

  it('shows how much the order of options decides', async () => {
    const dataset = await load(await parquetFile(), { circular: '1' });
    const units = await answer(dataset, 'mmsi/official-circular', () => '`A`');
    const sheets = mmsi.diagnose?.(units.map(({ result }) => result)) ?? [];
    expect(rowsOf(sheets, 'rotations right')).toEqual([
      [0, 0, 0],
      [1, 4, 1],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
    ]);
  });

  it('names letters that are no options, leaves errors out, and has rows for every column', async () => {
    const dataset = await load(await parquetFile());
    const [first, ...others] = await answer(dataset, 'mmsi/lmms', () => 'f');
    if (!first) throw new Error('no units');
    const failed = { ...first.result, outcome: 'provider_error' as const, reason: 'http 500', score: null };
    const sheets = mmsi.diagnose?.([failed, ...others.map(({ result }) => result)]) ?? [];
    expect(rowsOf(sheets, 'letters')?.[4]).toEqual(['F', 3, 1, 0, 0, 1]);
    expect(rowsOf(sheets, 'not answered')).toEqual([['provider error', 'http 500', 1, 0.25]]);
    for (const { columns, rows } of [...sheets, ...(mmsi.diagnose?.([]) ?? [])])
      for (const row of rows) expect(row).toHaveLength(columns.length);
  });
});

describe('statistics', () => {
  it('counts what is there beside what others counted, flags differences and says who counted', async () => {
    const sheets = (await mmsi.statistics?.(await load(await parquetFile()))) ?? [];
    const audit = 'third party: one audit of the files';
    expect(named(sheets, 'size')?.columns).toEqual(['size', 'here', 'elsewhere', 'differs', 'counted by']);
    expect(rowsOf(sheets, 'size')).toEqual([
      ['questions', 4, 1000, 'yes', 'authors: the card'],
      ['different pictures', 7, 1990, 'yes', audit],
      ['pictures per question', 2.25, 2.55, 'yes', audit],
    ]);
    expect(rowsOf(sheets, 'question types')).toHaveLength(11);
    expect(rowsOf(sheets, 'question types')).toContainEqual([
      ...['MSR', 1, 198, 'yes', 'third parties: two repositories, alike'],
    ]);
    expect(rowsOf(sheets, 'answers')?.[0]).toEqual(['A', 2, 265, 'yes', audit]);
    expect(rowsOf(sheets, 'difficulty')?.[1]?.slice(0, 4)).toEqual(['hard', 2, 333, 'yes']);
    expect(rowsOf(sheets, 'difficulty')?.[1]?.[4]).toMatch(/^third party/);
    expect(rowsOf(sheets, 'pictures per question')?.[8]).toEqual(['10', 0, 3, 'yes', audit]);
    // Nothing but the number of questions is the authors' own figure.
    const authors = sheets.flatMap(({ rows }) => rows.filter((row) => String(row[4]).startsWith('authors')));
    expect(authors).toHaveLength(1);
  });

  it('counts questions once, not their rotations, and has no difficulty where the data have none', async () => {
    const sheets = (await mmsi.statistics?.(await load(tsvFile('a.tsv', await forkRows()), { circular: '1' }))) ?? [];
    expect(rowsOf(sheets, 'size')?.[0]).toEqual(['questions', 4, 1000, 'yes', 'authors: the card']);
    expect(named(sheets, 'difficulty')).toBeUndefined();
  });

  it('says the same numbers in all its tables', async () => {
    const sheets = (await mmsi.statistics?.(await load(await parquetFile()))) ?? [];
    for (const name of ['question types', 'pictures per question', 'answers', 'difficulty']) {
      const total = (column: 1 | 2) => rowsOf(sheets, name)?.reduce((sum, row) => sum + Number(row[column]), 0);
      expect([name, total(1), total(2)]).toEqual([name, questions.length, 1000]);
    }
  });
});

describe('published', () => {
  const rows = mmsi.published ?? [];

  it('has the leaderboard, EASI’s check and what others told', () => {
    expect(rows.filter(({ source }) => source.includes('leaderboard (github'))).toHaveLength(41);
    expect(rows.filter(({ source }) => source.startsWith('EASI'))).toHaveLength(8);
    expect(rows.filter(({ secondHand }) => secondHand)).toHaveLength(19);
    expect(rows.find(({ model }) => model === 'o3')).toMatchObject({ percent: 41, protocol: 'mmsi/official' });
  });

  it('names only protocols and metrics that there are, and percents', () => {
    const protocols = new Set(mmsi.protocols.map(({ id }) => id));
    for (const { protocol, metric, percent } of rows) {
      if (protocol !== undefined) expect(protocols).toContain(protocol);
      expect(['accuracy', 'Circular']).toContain(metric);
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThanOrEqual(100);
    }
  });
});

it('names pictures as the authors’ script does', async () => {
  const sample = await (await load(await parquetFile())).sample(0);
  expect(mmsi.mediaName?.(sample, 1)).toBe('21_1');
});
