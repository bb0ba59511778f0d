import type { Metric } from '../../src/contracts/index.ts';
import { isOpen, limitsOf } from '../../src/report/index.ts';
import './chart.css';

const width = 120;
const height = 18;

/** A score on the way from nothing to everything, its interval, and what a blind guesser would get. */
export function MiniInterval({ metric }: { metric: Metric }) {
  const { value, chance, worst, best } = metric;
  const open = isOpen(metric);
  const limits = limitsOf(metric);
  const x = (score: number) => 3 + score * (width - 6);
  const y = height / 2;
  return (
    // The numbers stand beside it.
    <svg className="mini" width={width} height={height} aria-hidden="true">
      <line className="rule" x1={x(0)} x2={x(1)} y1={y} y2={y} />
      {chance !== undefined && <line className="mark" x1={x(chance)} x2={x(chance)} y1={3} y2={height - 3} />}
      {limits && <line className="range" x1={x(limits.low)} x2={x(limits.high)} y1={y} y2={y} />}
      {open && worst !== undefined && best !== undefined && (
        <line className="bracket" x1={x(worst)} x2={x(best)} y1={y} y2={y} />
      )}
      {value !== null && !open && <circle className="dot" cx={x(value)} cy={y} r={3.5} />}
    </svg>
  );
}
