import { type FormatOptions, type ReportFormat, SextantError } from '../contracts/index.ts';
import { didYouMean, Registry } from '../util/index.ts';
import { oneLine, safeText } from './plain-text.ts';
import { renderTerminal } from './render-terminal.ts';
import { cellText, columnKeys, rowValues, shownTable, type Table } from './table.ts';

/** Every form that tables can take: those that come with Sextant, and those that modules of users brought. */
export const formatRegistry = new Registry<ReportFormat>(
  [
    {
      id: 'terminal',
      about: 'aligned columns, as wide as the terminal',
      render: (tables, opts) => `${tables.map((table) => renderTerminal(table, opts)).join('\n\n\n')}\n`,
    },
    {
      id: 'markdown',
      about: 'tables of GitHub-flavoured Markdown',
      render: (tables) => `${tables.map(renderMarkdown).join('\n\n')}\n`,
    },
    {
      id: 'latex',
      about: 'tables for a paper, in the manner of booktabs',
      render: (tables) => `${tables.map(renderLatex).join('\n\n')}\n`,
    },
    {
      id: 'csv',
      about: 'bare numbers, RFC 4180',
      render: (tables) => `${tables.map(renderCsv).join('\r\n\r\n')}\r\n`,
    },
    { id: 'json', about: 'rows of plain values', render: (tables) => `${renderJson(tables)}\n` },
  ],
  // Not made of tables: the viewer with the runs inside, what the authors' own scripts print, and verdicts for CI.
  (id) => ['html', 'official', 'junit'].includes(id),
);

/** @example findReportFormat('csv').render(tables, { width: 80, color: false }) */
export function findReportFormat(id: string, others: readonly string[] = []): ReportFormat {
  const found = formatRegistry.get(id);
  if (found) return found;
  const known = [...formatRegistry.all().map((format) => format.id), ...others];
  throw new SextantError('bad_argument', `there is no format "${id}"; known: ${known.join(', ')}`, {
    where: '--format',
    ...didYouMean(id, known),
  });
}

/**
 * Tables as text, with a line end at the end.
 * @example stdout.write(render(tables, 'terminal', { width: stdout.columns, color: stdout.isTTY }))
 */
export function render(
  tables: readonly Table[],
  format: string,
  opts: FormatOptions = { width: 80, color: false },
): string {
  return findReportFormat(format).render(tables, opts);
}

/** Everything that could end a cell, start markup or become HTML. */
function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]|~$]/g, '\\$&');
}

/** A GitHub-flavoured Markdown table. */
export function renderMarkdown(given: Table): string {
  const table = shownTable(given);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(table.columns.map((column) => escapeMarkdown(column.name))),
    line(table.columns.map((column) => (column.align === 'right' ? '---:' : '---'))),
    ...table.rows.map((row) => line(row.map((cell) => escapeMarkdown(cellText(cell))))),
  ];
  const title = table.title === undefined ? [] : [`**${escapeMarkdown(table.title)}**`];
  // At the start of a line these would make a heading or a list.
  const notes = table.notes.map((note) => `- ${escapeMarkdown(note).replace(/^[#+-]/, '\\$&')}`).join('\n');
  return [...title, lines.join('\n'), ...(notes === '' ? [] : [notes])].join('\n\n');
}

/** Spreadsheets run text that starts like this as a formula; an apostrophe makes it text again. */
const formula = /^\s*[=+\-@＝＋－＠]/;

function field(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = safeText(value).replace(formula, "'$&");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. Numbers are bare, in the unit their column names; title and notes have no place in this format. */
export function renderCsv(table: Table): string {
  const rows = table.rows.map((row) => rowValues(row, table.columns));
  return [columnKeys(table.columns), ...rows].map((row) => row.map(field).join(',')).join('\r\n');
}

/** Left as they are by `JSON.stringify`, though a terminal would obey them. */
const unseen = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/gv;

/** Tables as JSON: rows of plain values under the columns' names. Nothing is lost; what a terminal obeys is escaped. */
function renderJson(tables: readonly Table[]): string {
  const plain = tables.map(({ title, columns, rows, notes }) => ({
    ...(title === undefined ? {} : { title }),
    columns: columnKeys(columns),
    rows: rows.map((row) => rowValues(row, columns)),
    notes,
  }));
  return JSON.stringify(plain, null, 2).replace(unseen, (char) =>
    char
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Brackets and stars too: after `\\` LaTeX takes them for an argument. */
const special: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\char34{}',
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '-': '{-}',
  '`': '\\textasciigrave{}',
  '–': '--',
  '−': '$-$',
  '…': '\\ldots{}',
  '·': '\\textperiodcentered{}',
  '±': '$\\pm$',
};

function escapeLatex(text: string): string {
  return oneLine(text).replace(/./gu, (char) => special[char] ?? char);
}

/** A table for a paper, in the manner of the booktabs package. */
export function renderLatex(given: Table): string {
  const table = shownTable(given);
  const line = (cells: string[]) => `${cells.join(' & ')} \\\\`;
  // A number's minus is not a hyphen.
  const cell = (text: string) => escapeLatex(text).replace(/^\{-\}(?=\d)/, '$-$$');
  return [
    '\\begin{table}',
    '\\centering',
    ...(table.title === undefined ? [] : [`\\caption{${escapeLatex(table.title)}}`]),
    `\\begin{tabular}{${table.columns.map((column) => column.align.charAt(0)).join('')}}`,
    '\\toprule',
    line(table.columns.map((column) => escapeLatex(column.name))),
    '\\midrule',
    ...table.rows.map((row) => line(row.map((each) => cell(cellText(each))))),
    '\\bottomrule',
    '\\end{tabular}',
    ...table.notes.map((note) => `\\par\\footnotesize ${escapeLatex(note)}`),
    '\\end{table}',
  ].join('\n');
}
