import type { Pairing } from '../../../src/contracts/index.ts';
import { numberCell, percent, percentCell, points, pValue, type Table } from '../../../src/report/index.ts';
import { count } from '../../../src/util/index.ts';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableMenu } from '../../parts/table-view.tsx';
import { useLoad } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import { type ComparedRun, matrixApart, resultsOf, versionOf } from './compared-run.ts';

interface Props {
  runs: readonly ComparedRun[];
  a: ComparedRun | undefined;
  b: ComparedRun | undefined;
}

/** How often each two runs score a unit alike, and by how much the row is ahead of the column. */
export function Matrix({ runs, a, b }: Props) {
  const key = `matrix ${runs.map(({ head }) => head.id).join()}@${versionOf(runs)}`;
  const matrix = useLoad(key, () => matrixApart(runs.map(resultsOf)));
  return (
    <Section
      title="Agreement"
      about="Of the units that both have a score for: how many score alike, and row minus column in points. A cell shows that pair below."
      tools={matrix.value && <TableMenu table={tableOf(runs, matrix.value)} name="agreement" />}
    >
      <Await of={matrix} what="every pair">
        {(pairings) => (
          <div className="scroll">
            <table className="matrix">
              <thead>
                <tr>
                  <td />
                  {runs.map(({ letter, head }) => (
                    <th key={head.id} scope="col" title={head.name}>
                      <b className={`letter run-${letter}`}>{letter}</b>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {runs.map((row, y) => (
                  <tr key={row.head.id}>
                    <th scope="row" title={row.head.name}>
                      <b className={`letter run-${row.letter}`}>{row.letter}</b>
                    </th>
                    {runs.map((column, x) => (
                      <MatrixCell
                        key={column.head.id}
                        row={row}
                        column={column}
                        pairing={pairings[y]?.[x]}
                        here={row === a && column === b}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Await>
    </Section>
  );
}

interface CellProps {
  row: ComparedRun;
  column: ComparedRun;
  pairing: Pairing | null | undefined;
  here: boolean;
}

function MatrixCell({ row, column, pairing, here }: CellProps) {
  const { setQuery } = useRoute();
  if (row === column) return <td className="self" />;
  const { n = 0, ties = 0, difference = null, p = null } = pairing ?? {};
  const alike = n === 0 ? null : ties / n;
  return (
    <td>
      <button
        type="button"
        aria-pressed={here}
        style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(45 * (alike ?? 0))}%, var(--panel))` }}
        title={`${row.letter} against ${column.letter}: ${count(n)} units${p === null ? '' : `, p ${pValue(p)}`}`}
        onClick={() => setQuery({ a: row.head.id, b: column.head.id }, { replace: true })}
      >
        <b>{alike === null ? '–' : `${percent(alike)} %`}</b>
        <span>{difference === null ? '' : points(difference.value)}</span>
      </button>
    </td>
  );
}

function tableOf(runs: readonly ComparedRun[], matrix: readonly (readonly (Pairing | null)[])[]): Table {
  return {
    title: 'Agreement of runs',
    columns: [
      { name: 'A', align: 'left' },
      { name: 'B', align: 'left' },
      { name: 'n', align: 'right' },
      { name: 'alike', align: 'right', unit: '%' },
      { name: 'A − B', align: 'right', unit: 'points' },
      { name: 'p', align: 'right' },
    ],
    rows: runs.flatMap((row, y) =>
      runs.slice(y + 1).map((column, x) => {
        const { n = 0, ties = 0, difference, p } = matrix[y]?.[y + 1 + x] ?? {};
        return [
          row.head.name,
          column.head.name,
          numberCell(n, count),
          percentCell(n === 0 ? null : ties / n, percent),
          percentCell(difference?.value, points),
          numberCell(p, pValue),
        ];
      }),
    ),
    notes: ['p: exact McNemar, not corrected for the number of pairs.'],
  };
}
