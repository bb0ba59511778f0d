import { memo } from 'react';
import { percent } from '../../../src/report/index.ts';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import type { UnitRow } from '../../source/index.ts';

interface Props {
  row: UnitRow;
  at: number;
  of: number;
  /** The cursor is here. */
  here: boolean;
  href: string;
}

/** One unit: verdict, question and what was said. */
export const SampleRow = memo(function SampleRow({ row, at, of, here, href }: Props) {
  const { result, question, said } = row;
  const { id, epoch, outcome, reason, score, note, groups } = result;
  return (
    <a
      id={`row-${at}`}
      className="sample-row"
      href={href}
      role="option"
      tabIndex={-1}
      aria-selected={here}
      aria-posinset={at + 1}
      aria-setsize={of}
    >
      <VerdictMark result={result} />
      <span className="id mono">{epoch > 0 ? `${id} · ${epoch + 1}` : id}</span>
      <span className="texts">
        <span className="question">{question}</span>
        <span className="said muted">{said === '' ? (note ?? reason ?? 'no reply') : said}</span>
      </span>
      <span className="groups muted small">{Object.values(groups).join(' · ')}</span>
      <span className="ending small">
        {outcome === 'answered' ? (
          score === null ? (
            '–'
          ) : (
            percent(score)
          )
        ) : (
          <span className="chip">{outcome.replace('_', ' ')}</span>
        )}
      </span>
    </a>
  );
});
