import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';
import { letterOf } from './compared-run.ts';

/** Who is compared: letters to call them by, and more to choose from. */
export function ChooseRuns({ heads, chosen }: { heads: readonly RunHead[]; chosen: readonly RunHead[] }) {
  const { setQuery } = useRoute();
  const set = (ids: string[]) => setQuery({ runs: ids.join(','), a: '', b: '' });
  const [first] = chosen;
  const others = heads.filter(
    (head) => !chosen.includes(head) && (!first || head.run.spec.benchmark === first.run.spec.benchmark),
  );
  return (
    <div className="row entrants">
      {chosen.map(({ id, name, run }, at) => (
        <span key={id} className="entrant">
          <b className={`letter run-${letterOf(at)}`}>{letterOf(at)}</b>
          <span>
            {run.spec.model.id} <span className="muted small">{name}</span>
          </span>
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Take ${name} out`}
            onClick={() => set(chosen.flatMap((head) => (head.id === id ? [] : [head.id])))}
          >
            ×
          </button>
        </span>
      ))}
      {others.length > 0 && (
        <select
          aria-label="Add a run"
          value=""
          onChange={({ target }) => set([...chosen.map(({ id }) => id), target.value])}
        >
          <option value="">{chosen.length < 2 ? 'Choose two or more runs of one benchmark …' : 'Add a run …'}</option>
          {others.map(({ id, name, run }) => (
            <option key={id} value={id}>{`${run.spec.benchmark} · ${run.spec.model.id} · ${name}`}</option>
          ))}
        </select>
      )}
    </div>
  );
}
