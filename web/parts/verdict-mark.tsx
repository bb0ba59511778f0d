import type { UnitResult } from '../../src/contracts/index.ts';
import { type Verdict, verdictOf } from '../../src/viewer/pure.ts';
import './verdict-mark.css';

/** A shape as well as a colour: nobody should have to tell them apart by hue. */
const shapes: Record<Verdict, string> = { right: '✓', partly: '◐', wrong: '✕', dropped: '–', open: '?' };

export function VerdictMark({ result }: { result: UnitResult }) {
  const verdict = verdictOf(result);
  return (
    <span className={`verdict ${verdict}`} role="img" aria-label={verdict} title={verdict}>
      {shapes[verdict]}
    </span>
  );
}
