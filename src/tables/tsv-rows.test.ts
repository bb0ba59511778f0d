import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAgain, readTsv } from './tsv-rows.ts';

function textFile(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sextant-')), name);
  writeFileSync(path, text);
  return path;
}

/** Every row, and the same rows read again from the last to the first. */
async function twice(text: string) {
  const path = textFile('a.tsv', text);
  const rows = await Array.fromAsync(readTsv(path));
  for (const { values, spot } of rows.toReversed())
    expect(await readAgain(path, spot)).toEqual(Object.values(values).slice(0, (await readAgain(path, spot)).length));
  return rows.map(({ values, line }) => [line, ...Object.values(values)]);
}

describe('readTsv', () => {
  it.each(['\n', '\r\n', '\r'])('knows where each row lies (%j)', async (end) => {
    const lines = ['a\tb', '1\t"x\ny"', '', '2\t"say ""hi"""', '3', `4\t"p\r\nq\rr"`];
    const wanted = [
      ['1', 'x\ny'],
      ['2', 'say "hi"'],
      ['3', ''],
      ['4', 'p\r\nq\rr'],
    ];
    for (const text of [lines.join(end), lines.join(end) + end, `\ufeff${lines.join(end)}`])
      expect((await twice(text)).map(([, ...values]) => values)).toEqual(wanted);
  });

  it('counts lines rightly where a line end falls between two reads', async () => {
    for (const before of [-2, -1, 0, 1]) {
      const header = 'a\tb\r\n';
      const filler = 'x'.repeat(2 ** 18 - header.length - '1\t'.length + before);
      const rows = await twice(`${header}1\t${filler}\r\n2\ty\r\n3\tz\r\n`);
      expect(rows.map(([line, a]) => [line, a])).toEqual([
        [2, '1'],
        [3, '2'],
        [4, '3'],
      ]);
    }
  });

  it('refuses rows with more fields than columns, and empty files', async () => {
    await expect(twice('a\tb\n1\t2\t3\n')).rejects.toMatchObject({ where: expect.stringMatching(/a\.tsv:2$/) });
    await expect(twice('')).rejects.toMatchObject({ code: 'bad_data' });
  });
});
