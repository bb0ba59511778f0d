import type { SheetChart } from '../../src/contracts/index.ts';
import { percent } from '../../src/report/index.ts';
import { at, count } from '../../src/util/index.ts';
import { Chart, clipText } from './chart.tsx';

type Props = Omit<Extract<SheetChart, { kind: 'matrix' }>, 'title' | 'kind'> & { label: string };

const TOP = 40;
const WIDEST = 96;

/** Every key against every other; darker is more. What agrees lies on the line from corner to corner. */
export function MatrixChart({ label, down, across, keys, cells, unit }: Props) {
  const values = cells.flat().filter((value) => value !== null);
  const most = unit === 'share' ? 1 : Math.max(1, ...values);
  const cellHeight = 34;
  return (
    <Chart label={label} height={() => TOP + keys.length * cellHeight}>
      {(width) => {
        const longest = Math.max(...keys.map(({ length }) => length));
        const names = Math.min(0.36 * width, 34 + 7.5 * Math.max(down.length, longest));
        const cell = Math.min(WIDEST, (width - names) / keys.length);
        // Columns too narrow for their names have numbers, which the rows tell.
        const numbered = 7 * longest > cell - 4;
        return (
          <>
            <text className="soft end" x={names - 8} y={26}>
              {clipText(`${down} ↓`, names)}
            </text>
            <text className="soft" x={names} y={8}>
              {`${across} →`}
            </text>
            {keys.map((key, n) => (
              <text key={key} className="middle" x={names + (n + 0.5) * cell} y={26}>
                <title>{key}</title>
                {numbered ? n + 1 : key}
              </text>
            ))}
            {keys.map((row, y) => (
              <g key={row} transform={`translate(0 ${TOP + y * cellHeight})`}>
                <text className="end" x={names - 8} y={cellHeight / 2}>
                  <title>{row}</title>
                  {clipText(numbered ? `${y + 1}  ${row}` : row, names)}
                </text>
                {keys.map((column, x) => {
                  const value = at(at(cells, y), x);
                  const words = value === null ? '–' : unit === 'share' ? percent(value) : count(value);
                  return (
                    <g key={column} transform={`translate(${names + x * cell} 0)`}>
                      <title>{`${down} ${row}, ${across} ${column}: ${words}${unit === 'share' ? ' %' : ''}`}</title>
                      <rect
                        className={x === y ? 'cell is-same' : 'cell'}
                        width={cell - 2}
                        height={cellHeight - 2}
                        style={{ fillOpacity: 0.05 + (0.5 * (value ?? 0)) / most }}
                      />
                      <text className="middle plain" x={cell / 2 - 1} y={cellHeight / 2 - 1}>
                        {words}
                      </text>
                    </g>
                  );
                })}
              </g>
            ))}
          </>
        );
      }}
    </Chart>
  );
}
