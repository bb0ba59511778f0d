import { useMemo } from 'react';
import type { Benchmark, Sheet, UnitResult } from '../../../src/contracts/index.ts';
import { type Cell, sheetTable } from '../../../src/report/index.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { Chart } from '../../charts/chart.tsx';
import { MatrixChart } from '../../charts/matrix-chart.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';

interface Props {
  benchmark: Benchmark | undefined;
  results: readonly UnitResult[];
  /** Of the run, for files. */
  name: string;
}

/** What the benchmark itself has to say about these answers. */
export function Diagnostics({ benchmark, results, name }: Props) {
  const sheets = useMemo(
    () => (benchmark?.diagnose?.(results) ?? []).filter(({ rows }) => rows.length > 0),
    [benchmark, results],
  );
  const printed = useMemo(() => benchmark?.printOfficial?.(results), [benchmark, results]);
  if (sheets.length === 0 && printed === undefined) return null;
  return (
    <Section title="Diagnostics" about="What explains the number." className="whole">
      <div className="sheets">
        {sheets.map((sheet) => (
          <SheetView key={sheet.name} sheet={sheet} name={`${name}-${sheet.name}`} />
        ))}
      </div>
      {printed !== undefined && (
        <details>
          <summary>What the authors’ own script prints for these answers</summary>
          <pre className="printed">{printed}</pre>
        </details>
      )}
    </Section>
  );
}

/** A benchmark's own small table; shares have bars, and what tells places in a picture is also drawn as one. */
function SheetView({ sheet, name }: { sheet: Sheet; name: string }) {
  const table = sheetTable(sheet);
  const fill = (cell: Cell, at: number) => {
    const { name: column = '', unit } = table.columns[at] ?? {};
    // A bar at the end of an interval would be read as a share of its own.
    const isPercent = (unit === '%' && !/^(low|high)$/.test(column)) || /^%|%$/.test(column);
    return isPercent && cell !== null && typeof cell === 'object' && 'value' in cell && cell.value > 0
      ? cell.value / 100
      : undefined;
  };
  const thirds = thirdsOf(sheet);
  const { charts = [] } = sheet;
  if (charts.length === 0)
    return (
      <div className="sheet">
        {thirds && (
          <>
            <h3>{sheet.name}</h3>
            <ThirdsMap thirds={thirds} label={sheet.name} />
          </>
        )}
        <TableView table={thirds ? { ...table, title: `${sheet.name}, in numbers` } : table} name={name} fill={fill} />
      </div>
    );
  return (
    <>
      {charts.map(({ title, ...chart }, at) => (
        <div key={title} className="sheet">
          <h3>{title}</h3>
          {chart.kind === 'bars' ? <BarChart label={title} {...chart} /> : <MatrixChart label={title} {...chart} />}
          {at === charts.length - 1 && (
            <details>
              <summary>{`${sheet.name}, in numbers`}</summary>
              <TableView table={table} name={name} fill={fill} />
            </details>
          )}
        </div>
      ))}
    </>
  );
}

const places = ['top', 'middle', 'bottom'].flatMap((row) =>
  ['left', 'centre', 'right'].map((side) => `${row} ${side}`),
);

interface Third {
  place: string;
  answers: number;
  /** Percent; null where no answer lies. */
  score: number | null;
}

/** A sheet whose rows are the nine parts of a picture, with how many answers lie there and how good they are. */
function thirdsOf({ columns, rows }: Sheet): Third[] | undefined {
  const score = columns.findIndex((name) => name.includes('score'));
  if (score < 0 || places.some((place) => !rows.some(([name]) => name === place))) return undefined;
  return places.map((place) => {
    const row = rows.find(([name]) => name === place) ?? [];
    const [answers, mean] = [row[1], row[score]];
    return {
      place,
      answers: typeof answers === 'number' ? answers : 0,
      score: typeof mean === 'number' ? mean : null,
    };
  });
}

/** Darker where more answers lie; the number says how many of them are right. */
function ThirdsMap({ thirds, label }: { thirds: readonly Third[]; label: string }) {
  const most = Math.max(1, ...thirds.map(({ answers }) => answers));
  return (
    <Chart label={label} height={(width) => Math.min(width, 330) * 0.66}>
      {(width) => {
        const cell = { width: Math.min(width, 330) / 3, height: (Math.min(width, 330) * 0.66) / 3 };
        return thirds.map(({ place, answers, score }, at) => (
          <g key={place} transform={`translate(${(at % 3) * cell.width} ${Math.floor(at / 3) * cell.height})`}>
            <title>{`${place}: ${answers} answers${score === null ? '' : `, mean score ${score} %`}`}</title>
            <rect
              className="third"
              width={cell.width - 2}
              height={cell.height - 2}
              style={{ fillOpacity: 0.06 + (0.5 * answers) / most }}
            />
            <text className="middle plain" x={cell.width / 2} y={cell.height / 2 - 8}>
              {score === null ? '–' : `${score} %`}
            </text>
            <text className="middle plain" x={cell.width / 2} y={cell.height / 2 + 10}>
              {`of ${answers}`}
            </text>
          </g>
        ));
      }}
    </Chart>
  );
}
