import type { Metric } from '../../src/contracts/index.ts';
import { isOpen } from '../../src/report/metric-cells.ts';
import './chart.css';

const width = 120;
const height = 18;

/** A score on the way from nothing to everything, its interval, and what a blind guesser would get. */
export function MiniInterval({ metric }: { metric: Metric }) {
  const { value, chance } = metric;
  const open = isOpen(metric);
  const [low, high] = open ? [metric.worst ?? null, metric.best ?? null] : [metric.low, metric.high];
  const x = (score: number) => 3 + score * (width - 6);
  const y = height / 2;
  return (
    // The numbers stand beside it.
    <svg className={`mini ${open ? 'open' : ''}`} width={width} height={height} aria-hidden="true">
      <line className="rule" x1={x(0)} x2={x(1)} y1={y} y2={y} />
      {chance !== undefined && <line className="mark" x1={x(chance)} x2={x(chance)} y1={3} y2={height - 3} />}
      {low !== null && high !== null && <line className="range" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
      {value !== null && !open && <circle className="dot" cx={x(value)} cy={y} r={3.5} />}
    </svg>
  );
}
