import { Outcome, type Summary } from '../../src/contracts/index.ts';
import { count } from '../../src/util/index.ts';
import './outcome-bar.css';

/** How units ended, as shares of one bar; what is not asked yet stays empty. */
export function OutcomeBar({ summary }: { summary: Summary }) {
  const { units, outcomes, missing } = summary;
  const parts = Outcome.options.flatMap((kind) => {
    const n = outcomes[kind] ?? 0;
    return n > 0 ? [{ kind, n, text: `${count(n)} ${kind.replace('_', ' ')}` }] : [];
  });
  const words = [...parts.map(({ text }) => text), ...(missing > 0 ? [`${count(missing)} not asked`] : [])].join(', ');
  return (
    <span className="outcomes" role="img" aria-label={words} title={words}>
      {parts.map(({ kind, n }) => (
        <span key={kind} className={kind} style={{ width: `${(100 * n) / Math.max(1, units)}%` }} />
      ))}
    </span>
  );
}
