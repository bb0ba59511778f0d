import { naturalOrder } from '../../../src/stats/index.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Section } from '../../parts/section.tsx';
import { hrefOf } from '../../shell/route.ts';
import type { RunHead } from '../../source/index.ts';
import { latestRuns } from '../abilities/latest.ts';

/** Models whose chosen runs are about different questions: side by side on every benchmark that any of them was asked. */
export function ByAbility({ chosen, heads }: { chosen: readonly RunHead[]; heads: readonly RunHead[] }) {
  const models = [...new Set(chosen.map(({ run }) => run.spec.model.id))];
  const found = models.flatMap((model) => {
    const theirs = heads.filter(({ run }) => run.spec.model.id === model);
    // A run that was chosen speaks for its benchmark, also where there is a later one.
    const picked = latestRuns(chosen.filter(({ run }) => run.spec.model.id === model));
    const others = latestRuns(theirs).filter(({ title }) => picked.every((each) => each.title !== title));
    return [...picked, ...others].map((ability) => ({ model, ...ability }));
  });
  const benchmarks = [...Map.groupBy(found, ({ title }) => title)].sort(([a], [b]) => naturalOrder(a, b));
  const all = found.map(({ model, metric }) => metricRow(model, metric));
  return (
    <>
      <p className="muted">
        These runs are about different questions: here are their models on every benchmark, in percent with 95 %
        intervals and, in brass, the chance level. Question by question, runs of one benchmark can be compared.
      </p>
      <div className="profiles">
        {benchmarks.map(([title, abilities]) => (
          <Section
            key={title}
            title={title}
            about={abilities[0]?.metric.name}
            {...(abilities.length > 1 && {
              tools: (
                <a
                  className="beside-menu small"
                  href={hrefOf({ page: 'compare', query: { runs: abilities.map(({ head }) => head.id).join(',') } })}
                >
                  question by question
                </a>
              ),
            })}
          >
            <IntervalPlot
              label={`${title} by model`}
              rows={abilities.map(({ model, metric, head }) => ({
                ...metricRow(model, metric),
                href: hrefOf({ page: 'run', run: head.id, query: {} }),
              }))}
              like={all}
              domain={[0, 1]}
              format={(value) => String(Math.round(100 * value))}
            />
          </Section>
        ))}
      </div>
    </>
  );
}

/** What can be compared, for whoever has chosen nothing yet. */
export function Comparable({ heads }: { heads: readonly RunHead[] }) {
  const groups = [...Map.groupBy(heads, ({ run }) => run.spec.benchmark)]
    .filter(([, runs]) => runs.length > 1)
    .sort(([a], [b]) => naturalOrder(a, b));
  if (groups.length === 0)
    return (
      <p className="panel">
        There is nothing to compare yet: it takes two runs of one benchmark. Make another one, for example with{' '}
        <code>sextant run tiny --model baseline/random</code>.
      </p>
    );
  return (
    <section className="panel stack" aria-label="What can be compared">
      <p>Choose runs above, tick them in the list of runs, or begin with all of a benchmark:</p>
      <p className="row">
        {groups.map(([benchmark, runs]) => (
          <a
            key={benchmark}
            className="button"
            href={hrefOf({
              page: 'compare',
              query: {
                runs: runs
                  .slice(0, MOST)
                  .map(({ id }) => id)
                  .join(','),
              },
            })}
          >
            {`${benchmark} (${Math.min(MOST, runs.length)})`}
          </a>
        ))}
      </p>
    </section>
  );
}

/** Runs side by side that can still be told apart. */
const MOST = 6;
