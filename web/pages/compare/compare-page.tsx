import { Await } from '../../parts/loading.tsx';
import { Problem } from '../../shell/boundary.tsx';
import type { Query } from '../../shell/route.ts';
import { useRuns, useUnitsOf } from '../../shell/use-load.ts';
import type { RunHead } from '../../source/index.ts';
import { ChooseRuns } from './choose-runs.tsx';
import { type ComparedRun, letterOf } from './compared-run.ts';
import { ComparedScores } from './compared-scores.tsx';
import { Matrix } from './matrix.tsx';
import { Pair } from './pair.tsx';
import './compare.css';

/** Two or more runs, unit by unit. */
export function ComparePage({ query }: { query: Query }) {
  const runs = useRuns();
  return (
    <Await of={runs} what="runs">
      {(heads) => {
        const ids = [...new Set((query.runs ?? '').split(',').filter(Boolean))];
        const chosen = ids.flatMap((id) => heads.find((head) => head.id === id) ?? []);
        return (
          <div className="stack">
            <h1>Compare</h1>
            <ChooseRuns heads={heads} chosen={chosen} />
            {chosen.length >= 2 && <Comparison heads={chosen} query={query} />}
          </div>
        );
      }}
    </Await>
  );
}

function Comparison({ heads, query }: { heads: RunHead[]; query: Query }) {
  const units = useUnitsOf(heads.map(({ id }) => id));
  const benchmarks = new Set(heads.map(({ run }) => run.spec.benchmark));
  if (benchmarks.size > 1)
    return <Problem error={new Error(`These runs are about different questions: ${[...benchmarks].join(', ')}.`)} />;
  return (
    <Await of={units} what="samples">
      {(all) => {
        const runs = heads.flatMap((head, at): ComparedRun[] => {
          const rows = all[at];
          return rows && head.summary ? [{ letter: letterOf(at), head, summary: head.summary, rows }] : [];
        });
        const pick = (id: string | undefined) => runs.find(({ head }) => head.id === id);
        const a = pick(query.a) ?? runs[0];
        const b = pick(query.b) ?? runs.find((each) => each !== a);
        return (
          <>
            <div className="overview">
              <ComparedScores runs={runs} />
              <Matrix runs={runs} a={a} b={b} />
            </div>
            {a && b && a !== b && <Pair key={`${a.head.id} ${b.head.id}`} a={a} b={b} query={query} />}
          </>
        );
      }}
    </Await>
  );
}
