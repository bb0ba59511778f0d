import './chart.css';
import type { Metric } from '../../src/contracts/index.ts';
import { isOpen, limitsOf, percent } from '../../src/report/index.ts';

const height = 18;

/** A score on the way from nothing to everything, its interval, and what a blind guesser would get. */
export function MiniInterval({ metric }: { metric: Metric }) {
  const { value, chance, ablated = {}, worst, best } = metric;
  const open = isOpen(metric);
  const limits = limitsOf(metric);
  const x = (score: number) => `${100 * Math.min(1, Math.max(0, score))}%`;
  const y = height / 2;
  return (
    // The numbers stand beside it.
    <svg className="mini" width="100%" height={height} aria-hidden="true">
      <line className="rule" x1={x(0)} x2={x(1)} y1={y} y2={y} />
      {Object.entries(ablated).map(([name, at]) => (
        <line key={name} className="mark partly" x1={x(at)} x2={x(at)} y1={0} y2={height}>
          <title>{`${name} ${percent(at)}`}</title>
        </line>
      ))}
      {chance !== undefined && <line className="mark" x1={x(chance)} x2={x(chance)} y1={0} y2={height} />}
      {limits && <line className="range" x1={x(limits.low)} x2={x(limits.high)} y1={y} y2={y} />}
      {open && worst !== undefined && best !== undefined && (
        <line className="bracket" x1={x(worst)} x2={x(best)} y1={y} y2={y} />
      )}
      {value !== null && !open && <circle className="dot" cx={x(value)} cy={y} r={3.5} />}
    </svg>
  );
}
