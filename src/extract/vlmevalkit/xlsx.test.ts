import { describe, expect, it } from 'vitest';
import type { ExtractContext, Extraction } from '../../contracts/index.ts';
import { sha256Hex } from '../../util/index.ts';
import { findExtractor } from '../index.ts';
import { readLines } from '../python/testing/fixtures.ts';
import { splitThink, throughSpreadsheet } from './spreadsheet.ts';

type Pieces = string | [piece: string, times: number][];
const whole = (text: Pieces) =>
  typeof text === 'string' ? text : text.map(([piece, times]) => piece.repeat(times)).join('');

/** Null where writing or reading the file throws; long texts by their length in characters and their hash. */
type Recorded = string | null | { length: number; sha256: string };

function recorded(text: string): Recorded {
  return [...text].length > 400
    ? { length: [...text].length, sha256: sha256Hex(new TextEncoder().encode(text)) }
    : text;
}

function through(text: string, formulas: boolean): Recorded {
  try {
    return recorded(throughSpreadsheet(text, { formulas }));
  } catch (error) {
    expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) });
    return null;
  }
}

describe('a text that has been through a spreadsheet', () => {
  // Recorded with pandas 2.3.3, XlsxWriter 3.2.9 and openpyxl 3.1.5, by the `dump` and `load` of the tools.
  it.each(['formulas', 'plain'] as const)('equals what pandas gives back (%s)', (kind) => {
    const url = new URL('fixtures/spreadsheet.ndjson', import.meta.url);
    for (const { text, ...is } of readLines<{ text: Pieces; formulas: Recorded; plain: Recorded }>(url))
      expect(through(whole(text), kind === 'formulas'), JSON.stringify(text)).toEqual(is[kind]);
  });

  it('stays as it is the second time: what was read from their file is read the same', () => {
    for (const text of ['N/A', 'C\r\n', '=A', '_x000D_', 'mailto:A', 'A\x00', `${'A'.repeat(40_000)}`, 'https://a b']) {
      const once = throughSpreadsheet(text, { formulas: true });
      expect(throughSpreadsheet(once, { formulas: true })).toBe(once);
    }
  });

  it('takes linear time on any text', () => {
    for (const piece of ['_x', '_x000D', '_x000D_', 'x005F_', '\r', '=', 'http://', 'file://', '#', '😀'])
      through(piece.repeat(1_000_000 / piece.length), true);
  });
});

describe('SPLIT_THINK', () => {
  it('equals VLMEvalKit', () => {
    for (const { text, is } of readLines<{ text: string; is: string }>(
      new URL('fixtures/split-think.ndjson', import.meta.url),
    ))
      expect(splitThink(text), JSON.stringify(text)).toBe(is);
  });
});

describe('extractors behind a spreadsheet', () => {
  interface Case {
    text: Pieces;
    context: ExtractContext;
    is: Record<string, Extraction | { count: number } | null>;
  }

  it('equal the official functions on what pandas gives back', () => {
    for (const { text, context, is } of readLines<Case>(new URL('fixtures/xlsx.ndjson', import.meta.url)))
      for (const [id, expected] of Object.entries(is)) {
        const found = findExtractor(id).extract(whole(text), context);
        const where = `${id} ${JSON.stringify(text)}`;
        if (expected === null) expect(found, where).toMatchObject({ effect: 'abort' });
        else if ('count' in expected) expect('points' in found && found.points.length, where).toBe(expected.count);
        else expect(found, where).toEqual(expected);
      }
  });

  it('a reply in CR LF loses its JSON, as it does officially', () => {
    const [size, reply] = [{ width: 640, height: 480 }, '```json\r\n[{"point_2d": [500, 250]}]\r\n```'];
    expect(findExtractor('refspatial/easi-point2d').extract(reply, size)).toEqual({ points: [[320, 120]] });
    expect(findExtractor('refspatial/easi-point2d-xlsx').extract(reply, size)).toEqual({ points: [] });
  });

  it('refuse to write what would not come through whole', () => {
    const context = { width: 2000, height: 2000 };
    const large = { points: [{ box: [0, 0, 100, 100] as [number, number, number, number] }] };
    expect(findExtractor('refspatial/vlmevalkit').write(large, context).length).toBeGreaterThan(32_767);
    expect(() => findExtractor('refspatial/vlmevalkit-xlsx').write(large, context)).toThrow('too long');
    expect(findExtractor('mmsi/fork-xlsx').write({ answer: 'C' }, {})).toBe('``C``');
  });
});
