import './report.css';
import { Fragment } from 'react';
import { findingsOf, protocolLabel, reportTables } from '../../../src/report/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Await } from '../../parts/loading.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import { hrefOf } from '../../shell/route.ts';
import type { Store } from '../../shell/store.ts';
import { useLoad, useRuns, useStore } from '../../shell/use-load.ts';
import { useTitle } from '../../shell/use-title.ts';
import type { ReportFront, RunHead } from '../../source/index.ts';
import { Glimpse } from '../all-runs/glimpse.tsx';
import { compareApart, resultsOf } from '../compare/compared-run.ts';
import { termsIn } from '../run/headline.tsx';
import { shownOf, truthOf } from '../sample/seen.ts';
import { assetsOf } from '../sample/use-media.ts';
import { VerdictLine } from '../sample/verdict-line.tsx';
import { groupsOf, type HeadGroup, type ScoredHead, untold } from './contests.ts';
import { type Failure, tellingFailures } from './failures.ts';

/** Benchmarks that the opening shows a picture of. */
const PICTURED = 6;

/** The first page of a report: what was found, the picture of it, three failures, and then everything else. */
export function ReportPage() {
  const { source } = useStore();
  const runs = useRuns();
  const front = source.front ?? { title: 'Spatial intelligence', date: '' };
  useTitle(front.title);
  return (
    <Await of={runs} what="the report">
      {(heads) => <Report front={front} heads={heads} />}
    </Await>
  );
}

function Report({ front, heads }: { front: ReportFront; heads: readonly RunHead[] }) {
  const groups = groupsOf(heads);
  const units = heads.reduce((all, { summary }) => all + (summary ? summary.units - summary.missing : 0), 0);
  return (
    <article className="report">
      <header>
        <p className="report-kind muted small">Report</p>
        <h1>{front.title}</h1>
        <p className="muted">
          {[front.author, front.date, plural(heads.length, 'run'), `${count(units)} answers`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className="report-opening">
        <Findings groups={groups} />
        <aside className="report-pictures" aria-label="What was asked about">
          {groups.slice(0, PICTURED).map((group) => {
            const head = untold(group)[0] ?? group.heads[0];
            return head && <Glimpse key={group.key} head={head} most={1} />;
          })}
        </aside>
      </div>
      <section aria-label="Scores">
        <h2>Scores</h2>
        <p className="muted small">
          Score in percent with its 95 % interval and, in brass, the chance level; all on one scale. Dotted is what part
          of a generated scene alone gives. Benchmarks have metrics of their own: compare within a panel.
        </p>
        <div className="report-figure">
          {groups.map((group) => (
            <GroupFigure key={group.key} group={group} />
          ))}
        </div>
      </section>
      <Failures groups={groups} />
      {groups.map((group) => (
        <GroupTables key={group.key} group={group} />
      ))}
      <HowMeasured groups={groups} />
    </article>
  );
}

/** The best two who were told nothing are compared, question by question. */
function Findings({ groups }: { groups: readonly HeadGroup[] }) {
  const store = useStore();
  const found = useLoad('findings@', async () => {
    const contests = groups.map(async (group) => {
      const best = await bestOf(group, store);
      return {
        benchmark: group.title,
        contenders: group.heads.flatMap(({ run, summary }) =>
          summary.metrics
            .slice(0, 1)
            .map((metric) => ({ name: run.spec.model.id, metric, told: summary.readsTruth === true })),
        ),
        ...(best && { best }),
      };
    });
    return findingsOf(await Promise.all(contests));
  });
  return (
    <section aria-label="Findings">
      <h2>Findings</h2>
      <Await of={found} what="what can be claimed">
        {(sentences) => <Paragraph text={sentences.join(' ')} names={groups.map(({ title }) => title)} />}
      </Await>
    </section>
  );
}

/** The findings; where a benchmark is named first, its name stands out. */
function Paragraph({ text, names }: { text: string; names: readonly string[] }) {
  const places = names
    .flatMap((name) => (text.includes(name) ? [{ name, from: text.indexOf(name) }] : []))
    .sort((a, b) => a.from - b.from);
  let end = 0;
  return (
    <p className="findings">
      {places.map(({ name, from }) => {
        if (from < end) return null;
        const before = text.slice(end, from);
        end = from + name.length;
        return (
          <Fragment key={name}>
            {before}
            <b>{name}</b>
          </Fragment>
        );
      })}
      {text.slice(end)}
    </p>
  );
}

async function bestOf(group: HeadGroup, store: Store) {
  const [a, b] = untold(group);
  if (!a || !b) return undefined;
  const sideOf = async (head: ScoredHead) =>
    resultsOf({ letter: '', head, summary: head.summary, rows: await store.units(head.id) });
  const { overall } = await compareApart(await sideOf(a), await sideOf(b));
  return { a: a.run.spec.model.id, b: b.run.spec.model.id, pairing: overall };
}

function GroupFigure({ group: { title, heads } }: { group: HeadGroup }) {
  const rows = heads.flatMap((head) =>
    head.summary.metrics.slice(0, 1).map((metric) => ({
      ...metricRow(nameOf(head), metric),
      href: hrefOf({ page: 'run', run: head.id, query: {} }),
    })),
  );
  return (
    <section className="panel" aria-label={title}>
      <h3>
        {title} <span className="muted">{heads[0]?.summary.metrics[0]?.name}</span>
      </h3>
      <IntervalPlot
        label={`${title} scores`}
        table={reportTables(heads.map((head) => ({ run: head.name, summary: head.summary })))[0]}
        rows={rows}
        domain={[0, 1]}
        format={(value) => String(Math.round(100 * value))}
      />
    </section>
  );
}

function nameOf({ run: { spec } }: RunHead): string {
  const { readsTruth, lentHands, knowsScene } = spec.model;
  const told = readsTruth ? ' (told the answers)' : lentHands ? ' (lent hands)' : knowsScene ? ' (told part)' : '';
  return `${spec.model.id}${told}`;
}

function Failures({ groups }: { groups: readonly HeadGroup[] }) {
  const store = useStore();
  const found = useLoad('failures@', async () => {
    const sources = groups.map(async (group) => {
      const [best, ...others] = untold(group);
      if (!best) return [];
      const rows = await store.units(best.id);
      return [{ best, rows, others: await Promise.all(others.map(({ id }) => store.units(id))) }];
    });
    const failures = tellingFailures((await Promise.all(sources)).flat());
    return Promise.all(failures.map((failure) => toldOf(failure, store)));
  });
  return (
    <Await of={found} what="failures">
      {(failures) =>
        failures.length > 0 && (
          <section aria-label="Failures">
            <h2>{['A telling failure', 'Two telling failures'][failures.length - 1] ?? 'Three telling failures'}</h2>
            <p className="muted small">
              Wrong answers of the best contestant of a benchmark, those first that others got right; of several alike
              the first in order.
            </p>
            <div className="report-failures">
              {failures.map((failure) => (
                <FailureCard key={`${failure.head.id} ${failure.row.result.id}`} failure={failure} />
              ))}
            </div>
          </section>
        )
      }
    </Await>
  );
}

/** A failure in the words of its benchmark: the question without its options, and what would have been right. */
async function toldOf(failure: Failure, { source }: Store) {
  const { head, row } = failure;
  const benchmark = benchmarkOf(head);
  const view = await source.unit(head.id, row.result.id, row.result.epoch);
  const truth = await truthOf(view.sample, benchmark, assetsOf(source, head.id));
  const { question, choices } = shownOf(view, benchmark);
  return { ...failure, question, choices, truth };
}

function FailureCard({ failure }: { failure: Awaited<ReturnType<typeof toldOf>> }) {
  const { head, row, others, right, question, choices, truth } = failure;
  const { result, look } = row;
  const href = hrefOf({ page: 'unit', run: head.id, unit: result.id, query: {} });
  return (
    <a className="panel report-failure" href={href}>
      <span className="report-picture">
        <Thumb run={head.id} look={look} result={result} />
      </span>
      <span className="report-question">{question}</span>
      <VerdictLine result={result} right={truth} choices={choices} />
      <span className="muted small">
        {`${head.run.spec.model.id} · ${head.summary.benchmark} ${result.id}`}
        {others > 0 && ` · ${right} of ${plural(others, 'other')} right`}
      </span>
    </a>
  );
}

/** Every number by group, runs side by side. */
function GroupTables({ group: { title, heads } }: { group: HeadGroup }) {
  // The first is what the figure above shows.
  const [, ...tables] = reportTables(heads.map((head) => ({ run: head.run.spec.model.id, summary: head.summary })));
  const [first] = heads;
  if (tables.length === 0 || !first) return null;
  const terms = termsIn(benchmarkOf(first), first.summary.metrics);
  return (
    <section className="report-tables" aria-label={`${title} in detail`}>
      <h2>{title}</h2>
      {terms !== '' && <p className="muted small">{terms}</p>}
      {tables.map((table) => (
        <TableView key={table.title} table={table} name={table.title ?? title} />
      ))}
    </section>
  );
}

/** What somebody needs to know to repeat it. */
function HowMeasured({ groups }: { groups: readonly HeadGroup[] }) {
  return (
    <section aria-label="How it was measured">
      <h2>How it was measured</h2>
      <dl className="report-how">
        {groups.map(({ key, title, heads }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>
              {[...new Set(heads.map(({ summary }) => protocolLabel(summary.protocol)))].join(', ')}
              {[...new Set(heads.flatMap(({ summary }) => summary.caution ?? []))].map((caution) => (
                <p key={caution} className="caution">
                  {caution}
                </p>
              ))}
              {heads.map(({ id, run, summary }) => (
                <p key={id} className="muted small digest">
                  {`${run.spec.model.id}: ${plural(summary.units - summary.missing, 'unit')}${summary.digest === undefined ? '' : `, digest ${summary.digest.slice(0, 16)}`}`}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
