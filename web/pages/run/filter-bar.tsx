import { type RefObject, useMemo } from 'react';
import { Outcome } from '../../../src/contracts/index.ts';
import { naturalOrder } from '../../../src/stats/natural-order.ts';
import { verdictOf, verdicts } from '../../parts/verdict.ts';
import type { Query } from '../../shell/route.ts';
import { useRuns } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { groupPrefix } from './filter.ts';

/** More values than this are no list to choose from; the search finds them. */
const MOST_VALUES = 60;

interface Props {
  head: RunHead;
  rows: readonly UnitRow[];
  query: Query;
  search: RefObject<HTMLInputElement | null>;
  /** Somebody pressed Enter or Escape in the search. */
  onDone(): void;
}

/** What there is to filter by, taken from the rows themselves. */
export function FilterBar({ head, rows, query, search, onDone }: Props) {
  const { setQuery } = useRoute();
  const set = (key: string) => (value: string) => setQuery({ [key]: value }, { replace: true });
  const { axes, outcomes, scores } = useMemo(() => optionsOf(rows), [rows]);
  const runs = useRuns();
  const rivals = (runs.value ?? []).filter(
    ({ id, run }) => id !== head.id && run.spec.benchmark === head.run.spec.benchmark,
  );
  const active = Object.keys(query).filter((key) => /^(outcome|score|q|differs|way|g\..*)$/.test(key));
  return (
    <div className="row">
      <input
        ref={search}
        type="search"
        aria-label="Search questions and answers"
        placeholder="Search ( / )"
        value={query.q ?? ''}
        onChange={({ target }) => set('q')(target.value)}
        onKeyDown={({ key }) => (key === 'Enter' || key === 'Escape') && onDone()}
      />
      <Pick label="score" value={query.score} options={scores} onPick={set('score')} />
      <Pick label="outcome" value={query.outcome} options={outcomes} onPick={set('outcome')} />
      {axes.map(([axis, values]) => (
        <Pick
          key={axis}
          label={axis}
          value={query[`${groupPrefix}${axis}`]}
          options={values.map((value) => [value, value])}
          onPick={set(`${groupPrefix}${axis}`)}
        />
      ))}
      {rivals.length > 0 && (
        <Pick
          label="differs from"
          value={query.differs}
          options={rivals.map(({ id, name }) => [id, name])}
          onPick={set('differs')}
        />
      )}
      {query.differs && (
        <Pick
          label="either way"
          value={query.way}
          options={[
            ['better', 'better than it'],
            ['worse', 'worse than it'],
          ]}
          onPick={set('way')}
        />
      )}
      <Pick
        label="sorted by id"
        value={query.order}
        options={[
          ['score', 'worst first'],
          ['-score', 'best first'],
        ]}
        onPick={set('order')}
      />
      {active.length > 0 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => setQuery(Object.fromEntries(active.map((key) => [key, ''])), { replace: true })}
        >
          Clear
        </button>
      )}
    </div>
  );
}

interface PickProps {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, name: string])[];
  onPick(value: string): void;
}

function Pick({ label, value = '', options, onPick }: PickProps) {
  return (
    <select
      aria-label={label}
      className={value === '' ? 'muted' : 'set'}
      value={value}
      onChange={({ target }) => onPick(target.value)}
    >
      <option value="">{value === '' ? label : `(${label})`}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

function optionsOf(rows: readonly UnitRow[]) {
  const groups = new Map<string, Set<string>>();
  const outcomes = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const { result } of rows) {
    for (const [axis, value] of Object.entries(result.groups))
      groups.set(axis, (groups.get(axis) ?? new Set()).add(value));
    outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1);
    const verdict = verdictOf(result);
    scores.set(verdict, (scores.get(verdict) ?? 0) + 1);
  }
  const counted = (all: readonly string[], counts: Map<string, number>) =>
    all.flatMap((each): [string, string][] => {
      const n = counts.get(each);
      return n === undefined ? [] : [[each, `${each.replace('_', ' ')} (${n})`]];
    });
  return {
    axes: [...groups]
      .filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES)
      .map(([axis, values]): [string, string[]] => [axis, [...values].sort(naturalOrder)]),
    outcomes: counted(Outcome.options, outcomes),
    scores: counted(verdicts, scores),
  };
}
