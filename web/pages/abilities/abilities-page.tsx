import type { Metric } from '../../../src/contracts/index.ts';
import { interval, limitsOf, percent, profileSvg, reportTables } from '../../../src/report/index.ts';
import { naturalOrder } from '../../../src/stats/index.ts';
import { plural } from '../../../src/util/index.ts';
import { scoreText } from '../../charts/metric-row.ts';
import { MiniInterval } from '../../charts/mini-interval.tsx';
import { Await } from '../../parts/loading.tsx';
import { Menu, save } from '../../parts/menu.tsx';
import { ModelName } from '../../parts/model-name.tsx';
import { TableMenu } from '../../parts/table-view.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useRuns } from '../../shell/use-load.ts';
import { useTitle } from '../../shell/use-title.ts';
import type { RunHead } from '../../source/index.ts';
import { Glimpse } from '../all-runs/glimpse.tsx';
import './abilities.css';
import { type LatestAbility, latestRuns } from './latest.ts';

/** The spatial profile of every model and policy: each benchmark's headline, all on one scale. */
export function AbilitiesPage() {
  useTitle('Abilities');
  const runs = useRuns();
  return (
    <Await of={runs} what="runs">
      {(heads) => <Profiles heads={heads} />}
    </Await>
  );
}

interface ModelProfile {
  model: string;
  readsTruth: boolean;
  abilities: LatestAbility[];
}

/** Who was told the answers comes last: a ceiling, not a competitor. */
function profilesOf(heads: readonly RunHead[]): ModelProfile[] {
  return [...Map.groupBy(heads, ({ run }) => run.spec.model.id)]
    .map(([model, theirs]) => {
      const readsTruth = theirs.some(({ run }) => run.spec.model.readsTruth);
      return { model, readsTruth, abilities: latestRuns(theirs) };
    })
    .filter(({ abilities }) => abilities.length > 0)
    .sort((a, b) => Number(a.readsTruth) - Number(b.readsTruth) || naturalOrder(a.model, b.model));
}

function Profiles({ heads }: { heads: readonly RunHead[] }) {
  const profiles = profilesOf(heads);
  const columns = latestRuns(heads);
  const [table] = reportTables(
    profiles.flatMap(({ abilities }) => abilities.map(({ head }) => ({ run: head.name, summary: head.summary }))),
  );
  return (
    <div className="stack">
      <div>
        <div className="row spread">
          <h1>Abilities</h1>
          {table && profiles.length > 0 && <TableMenu table={table} name="abilities" />}
        </div>
        <p className="muted about">
          Who can do what: the latest run of every model and policy on every benchmark, in percent with its 95 %
          interval and, in brass, the chance level; dotted, what part of a generated scene alone gives. Read across for
          a profile, down to compare.
        </p>
      </div>
      {profiles.length === 0 ? (
        <p className="panel">There are no runs with a score here yet.</p>
      ) : (
        <div className="panel abilities">
          <table style={shapeOf(columns.length)}>
            <thead>
              <tr>
                <td />
                {columns.map((ability) => (
                  <ColumnHead key={ability.title} {...ability} heads={heads} />
                ))}
              </tr>
            </thead>
            <tbody>
              {profiles.map((profile) => (
                <ProfileRow key={profile.model} {...profile} titles={columns.map(({ title }) => title)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Equally wide columns; the style sheet says how wide at least. */
function shapeOf(columns: number) {
  return { tableLayout: 'fixed' as const, '--columns': columns };
}

/** A benchmark, with a picture of what it asks. */
function ColumnHead({ name, title, head, metric, heads }: LatestAbility & { heads: readonly RunHead[] }) {
  const { benchmark } = head.summary;
  const asked = heads.find(
    ({ run, summary }) => summary?.benchmark === benchmark && !run.spec.model.readsTruth && summary.missing === 0,
  );
  return (
    <th scope="col">
      <Glimpse head={asked ?? head} most={1} />
      <h2 className="clip">{name}</h2>
      <p className="muted small">{metric.name}</p>
      <p className="muted small clip">{title === name ? benchmark : title}</p>
      <p className="scale muted small" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </p>
    </th>
  );
}

function ProfileRow({ model, readsTruth, abilities, titles }: ModelProfile & { titles: readonly string[] }) {
  const svg = () =>
    profileSvg(
      `Spatial profile of ${model}`,
      abilities.map(({ title, metric }) => ({ name: title, metric })),
    );
  return (
    <tr>
      <th scope="row">
        <span className="clip" title={model}>
          <ModelName id={model} />
        </span>
        {readsTruth && <p className="muted small">told the answers</p>}
        <Menu
          label={`Save the profile of ${model}`}
          choices={[
            { name: 'Profile as SVG', act: () => save(`${model}.svg`, new Blob([svg()], { type: 'image/svg+xml' })) },
          ]}
        />
      </th>
      {titles.map((title) => {
        const ability = abilities.find((each) => each.title === title);
        if (!ability) return <td key={title} className="none" />;
        return (
          <td key={title}>
            <a href={hrefOf({ page: 'run', run: ability.head.id, query: {} })} title={wordsOf(ability.metric)}>
              <span className="ability">
                {ability.name} {title !== ability.name && <span className="muted small">{title}</span>}
              </span>
              <Score metric={ability.metric} />
              <MiniInterval metric={ability.metric} />
            </a>
          </td>
        );
      })}
    </tr>
  );
}

function Score({ metric }: { metric: Metric }) {
  const limits = limitsOf(metric);
  return (
    <span className="score">
      <b className="nowrap">{scoreText(metric)}</b>{' '}
      <span className="muted small nowrap">{limits && interval(limits.low, limits.high)}</span>
    </span>
  );
}

function wordsOf({ name, n, chance, errors = 0 }: Metric): string {
  return [
    name,
    plural(n, 'unit'),
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(chance === undefined ? [] : [`chance ${percent(chance)}`]),
  ].join(', ');
}
