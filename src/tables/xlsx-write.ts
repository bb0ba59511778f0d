import { SextantError } from '../contracts/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import type { SheetCell } from './dtype-excel.ts';
import { zipBytes } from './zip.ts';

/** What a cell of Excel holds at most. */
const MAX_TEXT = 32_767;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Writes a sheet with a header, to be read by `pandas.read_excel` and Excel. Empty cells are null (or NaN).
 * Characters that XML cannot hold are written as `_x000D_`, as XlsxWriter does, from which VLMEvalKit's files come.
 * @example writeXlsx('out.xlsx', ['index', 'prediction'], [[0, 'A'], [1, null]])
 */
export function writeXlsx(
  path: string,
  columns: readonly string[],
  rows: Iterable<readonly SheetCell[]>,
  opts: { sheet?: string } = {},
): void {
  const strings = new Map<string, number>();
  const lines: string[] = [];
  const add = (cells: readonly SheetCell[]): void => {
    const number = lines.length + 1;
    const inside = cells.map((cell, at) => cellXml(cell, `${letters(at)}${number}`, strings)).join('');
    lines.push(`<row r="${number}">${inside}</row>`);
  };
  add(columns);
  for (const row of rows) add(row);
  const items = Array.from(strings.keys(), (text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  const bytes = zipBytes({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${KIND}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(opts.sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}" uniqueCount="${strings.size}">${items}</sst>`,
  });
  writeFileAtomic(path, bytes);
}

function cellXml(cell: SheetCell, place: string, strings: Map<string, number>): string {
  if (cell === null || Number.isNaN(cell)) return '';
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  // pandas writes infinities as text, too.
  const text = typeof cell === 'string' ? cell : cell > 0 ? 'inf' : '-inf';
  if (text.length > MAX_TEXT) {
    throw new SextantError(
      'bad_argument',
      `a text of ${text.length} characters does not fit a cell of Excel (${MAX_TEXT})`,
      {
        where: `cell ${place}`,
        fix: 'write CSV, TSV or JSON instead',
      },
    );
  }
  const index = strings.get(text) ?? strings.size;
  strings.set(text, index);
  return `<c r="${place}" t="s"><v>${index}</v></c>`;
}

/** `A`, `B` … `Z`, `AA`. */
function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

function escaped(text: string): string {
  const plain = text
    .replace(/_x[0-9a-fA-F]{4}_/g, '_x005F$&')
    .replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
  return plain
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function sheetName(name = 'Sheet1'): string {
  if (/^[^[\]:*?/\\]{1,31}$/.test(name)) return name;
  throw new SextantError('bad_argument', `"${name}" cannot be the name of a sheet (31 characters, none of []:*?/\\)`);
}
