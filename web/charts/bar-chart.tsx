import { count } from '../../src/util/index.ts';
import { Chart, clipText } from './chart.tsx';

interface Props {
  label: string;
  keys: readonly string[];
  series: readonly { name: string; values: readonly number[] }[];
}

const BAR = 11;
const ROW = 12;
const TOP = 22;

/** Counts side by side for every key. */
export function BarChart({ label, keys, series }: Props) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  const rowHeight = series.length * BAR + ROW;
  return (
    <Chart label={label} height={() => TOP + keys.length * rowHeight}>
      {(width) => {
        const names = Math.min(0.4 * width, 16 + 7.5 * Math.max(...keys.map(({ length }) => length)));
        const room = width - names - 44;
        // One after the other, above the bars where there is room for that.
        const before = (at: number) => series.slice(0, at).reduce((sum, { name }) => sum + 32 + 6.6 * name.length, 0);
        const left = Math.max(0, Math.min(names, width - before(series.length)));
        return (
          <>
            {series.map(({ name }, at) => (
              <g key={name} transform={`translate(${left + before(at)} 8)`}>
                <rect className={`series-${at}`} width={BAR - 2} height={BAR - 2} y={-5} />
                <text className="soft" x={16}>
                  {name}
                </text>
              </g>
            ))}
            {keys.map((key, row) => (
              <g key={key} transform={`translate(0 ${TOP + row * rowHeight})`}>
                <text x={4} y={(series.length * BAR) / 2}>
                  {clipText(key, names)}
                </text>
                {series.map(({ name, values }, at) => {
                  const value = values[row] ?? 0;
                  return (
                    <g key={name} transform={`translate(${names} ${at * BAR})`}>
                      <title>{`${key}, ${name}: ${value}`}</title>
                      <rect className={`series-${at}`} width={Math.max(1, (value / most) * room)} height={BAR - 2} />
                      <text className="soft small" x={(value / most) * room + 6} y={(BAR - 2) / 2}>
                        {Number.isInteger(value) ? count(value) : value.toFixed(1)}
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
