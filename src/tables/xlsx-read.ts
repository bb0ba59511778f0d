import { messageOf, SextantError } from '../contracts/index.ts';
import { badData } from './bad-data.ts';
import type { SheetCell } from './dtype-excel.ts';
import { columnNames } from './pandas.ts';
import { dateStyles, readSheet, readStrings } from './xlsx-sheet.ts';
import { xmlTokens } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

export interface XlsxSheet {
  name: string;
  columns: string[];
  /** The first one is row 2 of the sheet. */
  rows: Record<string, SheetCell>[];
}

/**
 * Reads a sheet (the first unless named) of an .xlsx file as `pandas.read_excel` does: first row names, then cells as
 * text, numbers, truth values or null. Dates come as text, `2024-01-02 00:00:00`.
 * @example const { rows } = readXlsx('model_MMSIBench.xlsx'); rows[0]?.prediction
 */
export function readXlsx(path: string, opts: { sheet?: string } = {}): XlsxSheet {
  try {
    return readWorkbook(path, openZip(path), opts.sheet);
  } catch (error) {
    if (error instanceof SextantError) throw error;
    const message = `this is not a spreadsheet that can be read: ${messageOf(error)}`;
    throw badData(message, { file: path }, { fix: 'save it again as .xlsx', cause: error });
  }
}

function readWorkbook(path: string, zip: Zip, wanted: string | undefined): XlsxSheet {
  const { sheets, from1904 } = readSheetList(need(zip, 'xl/workbook.xml'));
  const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted);
  if (!sheet) {
    const names = sheets.map(({ name }) => name).join(', ');
    throw badData(`there is no sheet ${wanted ?? 'at all'}; it has ${names || 'none'}`, { file: path });
  }
  const parts = readParts(need(zip, 'xl/_rels/workbook.xml.rels'));
  const byType = (type: string) => parts.find((part) => part.type.endsWith(`/${type}`))?.path ?? '';
  const grid = readSheet(need(zip, parts.find(({ id }) => id === sheet.id)?.path ?? sheet.name), {
    strings: readStrings(zip.read(byType('sharedStrings'))?.toString() ?? ''),
    dates: dateStyles(zip.read(byType('styles'))?.toString() ?? ''),
    from1904,
  });
  return { name: sheet.name, ...asTable(grid) };
}

function readSheetList(workbook: string): { sheets: { name: string; id: string }[]; from1904: boolean } {
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  for (const token of xmlTokens(workbook)) {
    if (!('open' in token)) continue;
    const { name, id, date1904 } = token.attributes;
    if (token.open === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true';
    if (token.open === 'sheet' && name !== undefined && id !== undefined) sheets.push({ name, id });
  }
  return { sheets, from1904 };
}

/** The parts of a workbook, and where they lie in its archive. */
function readParts(relations: string): { id: string; type: string; path: string }[] {
  const parts = [];
  for (const token of xmlTokens(relations)) {
    if (!('open' in token) || token.open !== 'Relationship') continue;
    const { Id: id = '', Type: type = '', Target: target = '' } = token.attributes;
    parts.push({ id, type, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
  }
  return parts;
}

function need(zip: Zip, name: string): string {
  const content = zip.read(name);
  if (content === undefined) throw new RangeError(`it has no ${name}`);
  return content.toString();
}

function asTable(grid: SheetCell[][]): { columns: string[]; rows: Record<string, SheetCell>[] } {
  const width = grid.reduce((most, cells) => Math.max(most, cells.length), 0);
  const full = Array.from(grid, (cells) => Array.from({ length: width }, (_, at) => cells?.[at] ?? null));
  const columns = columnNames((full[0] ?? []).map((name) => (name === null ? '' : String(name))));
  return {
    columns,
    rows: full.slice(1).map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null]))),
  };
}
