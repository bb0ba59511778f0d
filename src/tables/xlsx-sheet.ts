import { count } from '../util/index.ts';
import type { SheetCell } from './dtype-excel.ts';
import { type XmlToken, xmlTokens } from './xml.ts';

interface SheetContext {
  /** What cells of the type `s` refer to. */
  strings: readonly string[];
  /** Styles that show numbers as dates. */
  dates: ReadonlySet<number>;
  from1904: boolean;
}

/** One cell far out makes a grid of everything before it: larger ones are refused. Benchmarks have some 10,000 rows. */
const MAX_CELLS = 2_000_000;
const MAX_ROWS = 250_000;

/** The cells of a worksheet as openpyxl reads them; rows and cells that are not there are holes. */
export function readSheet(xml: string, context: SheetContext): SheetCell[][] {
  const grid: SheetCell[][] = [];
  const item = new ItemText();
  let [row, column, width] = [-1, -1, 0];
  let attributes: Readonly<Record<string, string>> = {};
  let value = '';
  let inValue = false;
  for (const token of xmlTokens(xml)) {
    item.add(token);
    if ('text' in token) {
      if (inValue) value += token.text;
    } else if ('open' in token) {
      inValue = token.open === 'v' && !token.closed;
      if (token.open === 'row') {
        row = token.attributes.r === undefined ? row + 1 : Number(token.attributes.r) - 1;
        column = -1;
      } else if (token.open === 'c') {
        attributes = token.attributes;
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        value = '';
        item.take();
      }
    } else {
      inValue = false;
      if (token.close !== 'c') continue;
      const cell = cellOf(attributes, attributes.t === 'inlineStr' ? item.take() : value, context);
      if (cell === null) continue;
      width = Math.max(width, column + 1);
      if (!(row >= 0 && row < MAX_ROWS && (row + 1) * width <= MAX_CELLS)) {
        const most = `${count(MAX_ROWS)} rows and ${count(MAX_CELLS)} cells`;
        throw new RangeError(`a cell ${attributes.r ?? column + 1} in row ${row + 1}: at most ${most} are read`);
      }
      grid[row] ??= [];
      const cells = grid[row];
      if (cells) cells[column] = cell;
    }
  }
  return grid;
}

/** 27 for `AB12`. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) throw new RangeError(`a cell called ${reference}`);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellOf(
  { t: type = 'n', s, r }: Readonly<Record<string, string>>,
  text: string,
  context: SheetContext,
): SheetCell {
  if (text === '' || type === 'e') return null;
  if (type === 'n') {
    const number = Number(text);
    if (!Number.isFinite(number)) throw new RangeError(`cell ${r} holds "${text.slice(0, 20)}", expected a number`);
    return context.dates.has(Number(s)) ? dateText(number, context.from1904) : number;
  }
  if (type === 's') {
    const string = context.strings[Number(text)];
    if (string === undefined) throw new RangeError(`cell ${r} refers to a text that is not there`);
    return string === '' ? null : string;
  }
  if (type === 'b') return text !== '0';
  return text;
}

/** Number formats of Excel's own that show a date or a time. */
function isBuiltIn(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Which styles of a workbook (the `s` of a cell) show numbers as dates. */
export function dateStyles(styles: string): Set<number> {
  const custom = new Set<number>();
  const dates = new Set<number>();
  let style = 0;
  let inCells = false;
  for (const token of xmlTokens(styles)) {
    if ('close' in token && token.close === 'cellXfs') inCells = false;
    if (!('open' in token)) continue;
    const { open, attributes } = token;
    const id = Number(attributes.numFmtId);
    if (open === 'numFmt' && showsDate(attributes.formatCode ?? '')) custom.add(id);
    if (open === 'cellXfs') inCells = true;
    if (open === 'xf' && inCells) {
      if (isBuiltIn(id) || custom.has(id)) dates.add(style);
      style += 1;
    }
  }
  return dates;
}

function showsDate(format: string): boolean {
  // Texts in quotes, escaped characters and colours or locales in brackets are no date parts.
  const bare = format.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmhysDMHYS]/.test(bare);
}

/** A date as Python prints it: `2024-01-02 00:00:00`. */
function dateText(serial: number, from1904: boolean): string {
  const days = serial - (from1904 ? 24107 : serial < 60 ? 25568 : 25569);
  const time = new Date(Math.round(days * 86_400_000));
  if (Number.isNaN(time.getTime())) throw new RangeError(`${serial} is not a date`);
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** Collects the text of a string item: its `t`, or those of its runs; not the pronunciation beside it. */
class ItemText {
  #text = '';
  #inText = false;
  #aside = false;

  add(token: XmlToken): void {
    if ('text' in token) {
      if (this.#inText && !this.#aside) this.#text += token.text;
    } else if ('open' in token) {
      if (token.closed) return;
      if (token.open === 't') this.#inText = true;
      if (token.open === 'rPh') this.#aside = true;
    } else {
      if (token.close === 't') this.#inText = false;
      if (token.close === 'rPh') this.#aside = false;
    }
  }

  /** What was collected; the next item begins. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** As many as there may be cells. */
const MAX_STRINGS = 2_000_000;

/** The texts that the cells of all sheets refer to by number. */
export function readStrings(xml: string): string[] {
  const strings: string[] = [];
  const item = new ItemText();
  for (const token of xmlTokens(xml)) {
    item.add(token);
    const ends = ('close' in token && token.close === 'si') || ('open' in token && token.open === 'si' && token.closed);
    // openpyxl drops the mark of an escaped underscore and leaves escapes like _x000D_ as they are; so do scorers' texts.
    if (ends) strings.push(item.take().replaceAll('x005F_', ''));
    if (strings.length > MAX_STRINGS) throw new RangeError(`more than ${count(MAX_STRINGS)} texts`);
  }
  return strings;
}
