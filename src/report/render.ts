import { type FormatOptions, type ReportFormat, SextantError, type Table } from '../contracts/index.ts';
import { nearest, Registry } from '../util/index.ts';
import { renderLatex } from './render-latex.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';
import { renderCsv, renderJson } from './render-values.ts';

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
  const guess = nearest(id, known);
  throw new SextantError('bad_argument', `there is no format "${id}"; known: ${known.join(', ')}`, {
    where: '--format',
    ...(guess === undefined ? {} : { fix: `did you mean ${guess}?` }),
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
