import { extractors } from '../../../src/extract/index.ts';
import { points, protocolLabel } from '../../../src/report/index.ts';
import { count } from '../../../src/util/index.ts';
import { recipeOf } from '../../rescore/recipe.ts';
import { benchmarkOf, type ShownScores, useProgress } from '../../rescore/use-scored.ts';
import type { Query } from '../../shell/route.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';

interface Props {
  head: RunHead;
  shown: ShownScores | undefined;
  /** The numbers of this recipe are being computed. */
  waiting: boolean;
  query: Query;
}

/** The recipe behind the numbers, to be changed on the spot: the same stored answers, read and scored in another way. */
export function RescoreBar({ head, shown, waiting, query }: Props) {
  const { setQuery } = useRoute();
  const benchmark = benchmarkOf(head);
  const own = head.run.spec.protocol;
  if (!benchmark) return null;
  const recipe = recipeOf(own, benchmark, query);
  const set = (key: string, value: string, also: Query = {}) => setQuery({ [key]: value, ...also }, { replace: true });
  const theirs = new Set([own, ...benchmark.protocols].map(({ extractor }) => extractor));
  const protocols = [own, ...benchmark.protocols.filter(({ id }) => id !== own.id)];
  const changed = query.protocol || query.extractor || query.scorer;
  return (
    <fieldset className="rescore row">
      <legend className="visually-hidden">Recipe</legend>
      <label>
        <span>scored under</span>
        <select
          value={query.protocol ?? own.id}
          onChange={({ target }) =>
            set('protocol', target.value === own.id ? '' : target.value, { extractor: '', scorer: '' })
          }
        >
          {protocols.map(({ id }) => (
            <option key={id} value={id}>
              {id === own.id ? `${id} (own)` : id}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>read by</span>
        <select value={recipe.extractor} onChange={({ target }) => set('extractor', target.value)}>
          <optgroup label={benchmark.title}>
            {[...theirs].map((id) => (
              <option key={id}>{id}</option>
            ))}
          </optgroup>
          <optgroup label="Others">
            {extractors.flatMap(({ id }) => (theirs.has(id) ? [] : [<option key={id}>{id}</option>]))}
          </optgroup>
        </select>
      </label>
      <label>
        <span>scored by</span>
        <select value={recipe.scorer} onChange={({ target }) => set('scorer', target.value)}>
          {Object.keys(benchmark.scorers).map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      {changed && (
        <button
          type="button"
          className="button"
          onClick={() => setQuery({ protocol: '', extractor: '', scorer: '' }, { replace: true })}
        >
          Back to its own
        </button>
      )}
      <p className="small" role="status">
        {changed ? (
          <Change head={head} shown={shown} waiting={waiting} />
        ) : (
          <span className="muted">{`#${head.run.spec.protocolHash.slice(0, 8)}`}</span>
        )}
      </p>
    </fieldset>
  );
}

/** What another recipe makes of the same answers. */
function Change({ head, shown, waiting }: Omit<Props, 'query'>) {
  const done = useProgress();
  if (waiting)
    return (
      <>
        <progress max={head.run.units} value={done} aria-label="Scored again" />{' '}
        <span className="muted">{`scoring again … ${count(done)} of ${count(head.run.units)}`}</span>
      </>
    );
  if (!shown?.rescored) return null;
  const [before, after] = [head.summary?.metrics[0]?.value, shown.summary.metrics[0]?.value];
  const unread = (shown.summary.outcomes.unparsed ?? 0) - (head.summary?.outcomes.unparsed ?? 0);
  return (
    <>
      <b>{before == null || after == null ? 'no score to compare' : `${points(after - before)} points`}</b>
      <span className="muted">
        {` against its own · ${unread === 0 ? 'as many' : unread > 0 ? `${unread} more` : `${-unread} fewer`} unparsed · ${protocolLabel(shown.summary.protocol)} · computed here`}
      </span>
    </>
  );
}
