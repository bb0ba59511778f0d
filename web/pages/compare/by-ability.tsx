import { naturalOrder } from '../../../src/stats/index.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Section } from '../../parts/section.tsx';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import { hrefOf } from '../../shell/route.ts';
import type { RunHead } from '../../source/index.ts';
import { type LatestAbility, latestRuns } from '../abilities/latest.ts';
import { Glimpse } from '../all-runs/glimpse.tsx';
import { byAbility } from '../all-runs/order.ts';

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
  const ordered = found.toSorted((a, b) => byAbility(a.head.summary, b.head.summary));
  const benchmarks = [...Map.groupBy(ordered, ({ title }) => title)];
  const all = found.map(({ model, metric }) => metricRow(model, metric));
  return (
    <>
      <p className="muted">
        These runs are about different questions: here are their models on every benchmark, in percent with 95 %
        intervals and, in brass, the chance level; dotted, what part of a generated scene alone gives. Question by
        question, runs of one benchmark can be compared.
      </p>
      <div className="profiles">
        {benchmarks.map(([title, abilities]) => (
          <Section
            key={title}
            title={abilities[0]?.name ?? title}
            about={aboutOf(abilities)}
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

/** @example 'accuracy · synth-point:count=48' */
function aboutOf([first]: readonly LatestAbility[]): string {
  if (!first) return '';
  return [first.metric.name, ...(first.title === first.name ? [] : [first.title])].join(' · ');
}

/** What can be compared, for whoever has chosen nothing yet, or one run only. */
export function Comparable({ heads, besides }: { heads: readonly RunHead[]; besides?: RunHead }) {
  const scored = heads.filter(({ summary }) => summary);
  if (besides) return <Rivals of={besides} heads={scored} />;
  const groups = [...Map.groupBy(scored, ({ run }) => run.spec.benchmark)]
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
    <section className="stack" aria-label="What can be compared">
      <p className="muted">Choose runs above, tick them in the list of runs, or start with those of a benchmark:</p>
      <div className="profiles">
        {groups.map(([benchmark, runs], at) => {
          const some = runs.slice(0, MOST);
          const [head] = some;
          const title = (head && benchmarkOf(head)?.title) ?? benchmark;
          return (
            <section key={benchmark} className="panel comparable" aria-label={title}>
              <h2 className="clip">{title}</h2>
              {at < PICTURED && head && <Glimpse head={head} />}
              <p className="muted small">{some.map(({ run }) => run.spec.model.id.slice(0, LONGEST)).join(', ')}</p>
              <p>
                <a
                  className="button"
                  href={hrefOf({ page: 'compare', query: { runs: some.map(({ id }) => id).join(',') } })}
                >
                  {`Compare ${some.length} runs of ${benchmark}`}
                </a>
              </p>
            </section>
          );
        })}
      </div>
    </section>
  );
}

/** Whom a run can be set against, question by question. */
function Rivals({ of, heads }: { of: RunHead; heads: readonly RunHead[] }) {
  const rivals = heads.filter(({ id, run }) => id !== of.id && run.spec.benchmark === of.run.spec.benchmark);
  const title = benchmarkOf(of)?.title ?? of.run.spec.benchmark;
  return (
    <section className="panel comparable" aria-label="Whom to compare it with">
      <h2 className="clip">{title}</h2>
      <Glimpse head={of} />
      <p className="muted small">
        {rivals.length === 0
          ? 'It is the only run of its benchmark here: choose any other above, and models stand side by side.'
          : 'One more: which run shall it be compared with?'}
      </p>
      <p className="row">
        {rivals.map(({ id, name, run }) => (
          <a
            key={id}
            className="button"
            title={name}
            href={hrefOf({ page: 'compare', query: { runs: `${of.id},${id}` } })}
          >
            {run.spec.model.id.slice(0, LONGEST)}
          </a>
        ))}
      </p>
    </section>
  );
}

/** Runs side by side that can still be told apart. */
const MOST = 6;
/** Benchmarks of which pictures are shown: each run has to be read for them. */
const PICTURED = 8;
/** A model's name in a line of several. */
const LONGEST = 60;
