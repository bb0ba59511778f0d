import type { ControlReading } from '../../src/contracts/index.ts';
import { limitsOf, type Table, verdictWords } from '../../src/report/index.ts';
import { Chart, clipText } from './chart.tsx';
import { scoreText } from './metric-row.ts';

const bar = 26;
const gap = 34;

/** How much is left after each link, from what hands alone can do to the real task; a tick marks blind choice. */
export function FunnelChart({ reading, label, tables }: { reading: ControlReading; label: string; tables: Table[] }) {
  const { stages, links } = reading;
  return (
    <Chart label={label} table={tables[0]} height={() => stages.length * (bar + gap)}>
      {(width) => {
        const room = width - 2;
        return stages.map(({ condition, about, metric }, at) => {
          const limits = limitsOf(metric);
          const full = (metric.value ?? 0) * room;
          const link = links.find(({ to }) => to === condition);
          const next = stages[at + 1]?.metric.value ?? 0;
          return (
            <g key={condition} transform={`translate(0 ${gap + at * (bar + gap)})`}>
              <text x={2} y={-gap / 2 + 4}>
                {clipText(`${scoreText(metric)} %: ${about}`, width - 130)}
              </text>
              {link && (
                <text className={`end ${link.verdict}`} x={width - 2} y={-gap / 2 + 4}>
                  {`${link.name} ${verdictWords[link.verdict]}`}
                </text>
              )}
              {at + 1 < stages.length && (
                <polygon
                  className="band"
                  points={`0,${bar} ${full},${bar} ${next * room},${bar + gap} 0,${bar + gap}`}
                />
              )}
              <rect className={`bar ${at + 1 === stages.length ? 'right' : ''}`} width={full} height={bar} rx={1} />
              {limits && (
                <line className="range" x1={limits.low * room} x2={limits.high * room} y1={bar / 2} y2={bar / 2} />
              )}
              {metric.chance !== undefined && (
                <line className="mark" x1={metric.chance * room} x2={metric.chance * room} y1={-3} y2={bar + 3} />
              )}
            </g>
          );
        });
      }}
    </Chart>
  );
}
