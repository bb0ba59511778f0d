import { type RefObject, useState } from 'react';
import { groupPrefix, measurePrefix } from '../../../src/viewer/pure.ts';
import { Histogram } from '../../charts/histogram.tsx';
import type { Query } from '../../shell/route.ts';
import { useRuns } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { ListPage, RunHead } from '../../source/index.ts';

interface Props {
  head: RunHead;
  page: Pick<ListPage, 'options' | 'counts'>;
  query: Query;
  search: RefObject<HTMLInputElement | null>;
  /** Somebody pressed Enter or Escape in the search. */
  onDone(): void;
}

const isFilter = /^(outcome|score|q|differs|way|tag|[gm]\..*)$/;

/** What there is to filter by, taken from the rows themselves. Where there is little room, it is folded away. */
export function FilterBar({ head, page: { options, counts }, query, search, onDone }: Props) {
  const { setQuery } = useRoute();
  const [unfolded, setUnfolded] = useState(false);
  const set = (key: string) => (value: string) => setQuery({ [key]: value }, { replace: true });
  const runs = useRuns();
  const rivals = (runs.value ?? []).filter(
    ({ id, run }) => id !== head.id && run.spec.benchmark === head.run.spec.benchmark,
  );
  const active = Object.keys(query).filter((key) => isFilter.test(key));
  return (
    <div className={unfolded ? 'filters is-unfolded' : 'filters'}>
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
        <button
          type="button"
          className="button unfold"
          aria-expanded={unfolded}
          onClick={() => setUnfolded((was) => !was)}
        >
          {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
        </button>
        <div className="row foldable">
          <Pick label="score" value={query.score} options={counted(options.scores)} onPick={set('score')} />
          <Pick label="outcome" value={query.outcome} options={counted(options.outcomes)} onPick={set('outcome')} />
          {options.axes.map(([axis, values]) => (
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
        </div>
        <button
          type="button"
          className={active.length > 0 ? 'button quiet' : 'button quiet is-idle'}
          onClick={() => setQuery(Object.fromEntries(active.map((key) => [key, ''])), { replace: true })}
        >
          Clear
        </button>
      </div>
      {options.histograms.length > 0 && (
        // Beside the others where all of them fit there.
        <div className="row foldable histograms" style={{ flexBasis: `${10.5 * options.histograms.length}rem` }}>
          {options.histograms.map((histogram, at) => (
            <Histogram
              key={histogram.name}
              of={histogram}
              shown={counts[at] ?? []}
              range={query[`${measurePrefix}${histogram.name}`] ?? ''}
              onRange={set(`${measurePrefix}${histogram.name}`)}
            />
          ))}
        </div>
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

function counted(values: readonly [value: string, rows: number][]): [string, string][] {
  return values.map(([value, rows]) => [value, `${value.replace('_', ' ')} (${rows})`]);
}
