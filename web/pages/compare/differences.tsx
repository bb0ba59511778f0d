import { useMemo, useRef } from 'react';
import type { Comparison } from '../../../src/contracts/index.ts';
import { count } from '../../../src/util/index.ts';
import { leadOf } from '../../../src/viewer/pure.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { UnitRow } from '../../source/index.ts';
import type { ComparedRun } from './compared-run.ts';

const rowHeight = 76;

/** The queue: samples that one run got right and the other wrong, with what each said; a row opens both on one picture. */
export function Differences({
  a,
  b,
  comparison,
  query,
}: {
  a: ComparedRun;
  b: ComparedRun;
  comparison: Comparison;
  query: Query;
}) {
  const { setQuery } = useRoute();
  const list = useRef<HTMLDivElement>(null);
  // Begins with the side that has any.
  const onlyB = comparison.aRightBWrong.length === 0 && comparison.bRightAWrong.length > 0;
  const other = query.queue === undefined ? onlyB : query.queue === 'b';
  const [better, worse] = other ? [b, a] : [a, b];
  const ids = new Set(other ? comparison.bRightAWrong : comparison.aRightBWrong);
  const theirs = new Map(worse.rows.map((row) => [row.result.id, row]));
  const rows = better.rows.filter(({ result }) => ids.has(result.id) && result.epoch === 0);
  const lead = useMemo(() => leadOf(better.rows.map(({ question }) => question)), [better.rows]);
  const tabs: [value: string, text: string][] = [
    ['a', `${a.letter} right, ${b.letter} wrong (${count(comparison.aRightBWrong.length)})`],
    ['b', `${b.letter} right, ${a.letter} wrong (${count(comparison.bRightAWrong.length)})`],
  ];
  return (
    <section className="panel samples" aria-label="Where they differ">
      <div className="row">
        {tabs.map(([value, text]) => (
          <button
            key={text}
            type="button"
            className={`button ${(value === 'b') === other ? 'primary' : ''}`}
            aria-pressed={(value === 'b') === other}
            onClick={() => setQuery({ queue: value }, { replace: true })}
          >
            {text}
          </button>
        ))}
      </div>
      {rows.length === 0 && (
        <p className="empty muted">{`There is no sample that ${better.letter} got right and ${worse.letter} wrong.`}</p>
      )}
      <div className="queue" hidden={rows.length === 0}>
        <VirtualList count={rows.length} rowHeight={rowHeight} cursor={-1} label="Where they differ" list={list}>
          {(at) => {
            const row = rows[at];
            return (
              row && (
                <QueueRow
                  key={row.result.id}
                  at={at}
                  run={better.head.id}
                  lead={lead}
                  row={row}
                  other={theirs.get(row.result.id)}
                  letters={[better.letter, worse.letter]}
                  href={hrefOf({
                    page: 'unit',
                    run: a.head.id,
                    unit: row.result.id,
                    query: {
                      with: b.head.id,
                      letters: `${a.letter},${b.letter}`,
                      differs: b.head.id,
                      way: other ? 'worse' : 'better',
                    },
                  })}
                />
              )
            );
          }}
        </VirtualList>
      </div>
    </section>
  );
}

interface RowProps {
  at: number;
  run: string;
  /** How most questions begin. */
  lead: string;
  row: UnitRow;
  other: UnitRow | undefined;
  letters: readonly [string, string];
  href: string;
}

function QueueRow({ at, run, lead, row, other, letters, href }: RowProps) {
  return (
    <a id={`row-${at}`} className="queue-row" href={href} role="option" aria-selected={false}>
      <Thumb run={run} look={row.look} result={row.result} />
      <span className="question" title={row.question}>
        {lead !== '' && row.question.startsWith(lead) ? `… ${row.question.slice(lead.length)}` : row.question}
      </span>
      {[row, other].map(
        (each, n) =>
          each && (
            <span key={letters[n]} className="answer small">
              <b className={`letter run-${letters[n]}`}>{letters[n]}</b>
              <VerdictMark result={each.result} />
              <span className="muted said">{each.said || each.result.reason || 'no reply'}</span>
            </span>
          ),
      )}
    </a>
  );
}
