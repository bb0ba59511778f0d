import { renderCsv } from './render-csv.ts';
import { renderJson } from './render-json.ts';
import { renderLatex } from './render-latex.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal, type TerminalOptions } from './render-terminal.ts';
import type { Table } from './table.ts';

type Renderer = (tables: readonly Table[], terminal: TerminalOptions) => string;

/** Every form that tables can take. */
export const formats = {
  terminal: (tables, opts) => tables.map((table) => renderTerminal(table, opts)).join('\n\n\n'),
  markdown: (tables) => tables.map(renderMarkdown).join('\n\n'),
  latex: (tables) => tables.map(renderLatex).join('\n\n'),
  csv: (tables) => tables.map(renderCsv).join('\r\n\r\n'),
  json: renderJson,
} satisfies Record<string, Renderer>;

export type Format = keyof typeof formats;

/**
 * Tables as text, with a line end at the end.
 * @example stdout.write(render(tables, 'terminal', { width: stdout.columns, color: stdout.isTTY }))
 */
export function render(
  tables: readonly Table[],
  format: Format,
  terminal: TerminalOptions = { width: 80, color: false },
): string {
  const renderer: Renderer = formats[format];
  return `${renderer(tables, terminal)}${format === 'csv' ? '\r\n' : '\n'}`;
}
