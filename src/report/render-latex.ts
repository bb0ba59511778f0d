import { oneLine } from './plain-text.ts';
import { cellText, shownTable, type Table } from './table.ts';

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
