import { count } from '../util/index.ts';
import type { Cell } from './dtype-excel.ts';
import { dateText } from './xlsx-dates.ts';
import { ItemText } from './xlsx-strings.ts';
import { xmlTokens } from './xml.ts';

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
export function readSheet(xml: string, context: SheetContext): Cell[][] {
  const grid: Cell[][] = [];
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

function cellOf({ t: type = 'n', s, r }: Readonly<Record<string, string>>, text: string, context: SheetContext): Cell {
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
