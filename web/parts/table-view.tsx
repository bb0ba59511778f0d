import {
  type Cell,
  cellText,
  renderCsv,
  renderLatex,
  renderMarkdown,
  shownTable,
  type Table,
} from '../../src/report/index.ts';
import { Menu, type MenuChoice, save } from './menu.tsx';
import './table-view.css';

const forms: [name: string, extension: string, type: string, render: (table: Table) => string][] = [
  ['CSV', 'csv', 'text/csv', renderCsv],
  ['Markdown', 'md', 'text/markdown', renderMarkdown],
  ['LaTeX', 'tex', 'application/x-tex', renderLatex],
];

/** The same tables as on the command line, to be taken along in the same forms. */
export function tableChoices(table: Table, name: string): MenuChoice[] {
  return forms.map(([form, extension, type, render]) => ({
    name: `Table as ${form}`,
    act: () => save(`${name}.${extension}`, new Blob([`${render(table)}\n`], { type: `${type};charset=utf-8` })),
  }));
}

export function TableMenu({ table, name }: { table: Table; name: string }) {
  return <Menu label={`Save the table ${name}`} choices={tableChoices(table, name)} />;
}

interface Props {
  table: Table;
  /** For files. */
  name: string;
  /** 0 … 1 for a bar behind the cell. */
  fill?: (cell: Cell, column: number) => number | undefined;
}

/** Under its title and with its menu; one without a title stands where both are there already. */
export function TableView({ table, name, fill }: Props) {
  const { title, columns, rows, notes } = shownTable(table);
  return (
    <div className="table-view">
      {title !== undefined && (
        <div className="row spread">
          <h3>{title}</h3>
          <TableMenu table={table} name={name} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse must be able to scroll it */}
      <section className="scroll" tabIndex={0} aria-label={title ?? name}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, align, unit }) => (
                <th key={name} scope="col" className={align === 'right' ? 'num' : ''}>
                  {name}
                  {unit && <span className="muted">{` ${unit}`}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={at}>
                {row.map((cell, column) => (
                  <TableCell
                    key={columns[column]?.name}
                    cell={cell}
                    right={columns[column]?.align === 'right'}
                    fill={fill?.(cell, column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </div>
  );
}

function TableCell({ cell, right, fill }: { cell: Cell; right: boolean; fill: number | undefined }) {
  const share = fill === undefined ? undefined : `${(100 * Math.min(1, Math.max(0, fill))).toFixed(1)}%`;
  return (
    <td className={right ? 'num' : ''} style={share === undefined ? {} : { backgroundSize: `${share} 100%` }}>
      {cellText(cell)}
    </td>
  );
}
