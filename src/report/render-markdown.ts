import { oneLine } from './plain-text.ts';
import { cellText, shownTable, type Table } from './table.ts';

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
