import type { Metric, Summary } from '../../../src/contracts/index.ts';
import { ablatedWords, dollars, duration, interval, limitsOf, percent } from '../../../src/report/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { scoreText } from '../../charts/metric-row.ts';
import { MiniInterval } from '../../charts/mini-interval.tsx';
import { ModelName } from '../../parts/model-name.tsx';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import { hrefOf } from '../../shell/route.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';
import { Glimpse } from './glimpse.tsx';
import { byBenchmark } from './order.ts';
import { When } from './when.tsx';

const columns: [sort: string, name: string, className: string][] = [
  ['model', 'model or policy', ''],
  ['score', 'score', 'num'],
  ['', '', 'wide'],
  ['units', 'units', 'num'],
  ['cost', 'cost', 'num'],
  ['time', 'time', 'num'],
  ['changed', 'changed', 'num'],
];

/** Benchmarks of which pictures are shown: each run has to be read for them. */
const PICTURED = 8;

interface Props {
  heads: readonly RunHead[];
  sort: string;
  /** Ids of the runs that are ticked. */
  chosen: readonly string[];
}

export function RunsTable({ heads, sort, chosen }: Props) {
  return (
    <div className="panel runs">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">compare</span>
            </th>
            {columns.map(([key, name, className]) => (
              <SortHead key={key} column={key} name={name} className={className} sort={sort} />
            ))}
          </tr>
        </thead>
        {byBenchmark(heads).map(([benchmark, group], at) => {
          const changes = new Set(group.map(changesOf));
          const shown = at < PICTURED ? pictured(group) : undefined;
          return (
            <tbody key={benchmark}>
              <GroupHead benchmark={benchmark} heads={group} />
              {shown && (
                <tr className="pictures">
                  <td colSpan={8}>
                    <p className="row spread muted small">
                      <span>{benchmarkOf(shown)?.about}</span>
                      <Partly heads={group} />
                    </p>
                    <Glimpse head={shown} />
                  </td>
                </tr>
              )}
              {group.map((head) => (
                <RunRow key={head.id} head={head} chosen={chosen} alike={changes.size === 1} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/** Whose samples are shown: not of somebody who was told the answers, if there is anybody else. */
function pictured(heads: readonly RunHead[]): RunHead | undefined {
  const scored = heads.filter(({ summary }) => summary);
  return scored.find(({ run }) => !run.spec.model.readsTruth) ?? scored[0];
}

/** What the dotted lines are, where all runs have the same. */
function Partly({ heads }: { heads: readonly RunHead[] }) {
  const told = new Set(heads.map(({ summary }) => ablatedWords(summary?.metrics[0]?.ablated ?? {})));
  const [words = ''] = told;
  if (told.size > 1 || words === '') return null;
  return (
    <span>
      <span className="dotted-key" aria-hidden="true" /> {`part of the scene alone: ${words}`}
    </span>
  );
}

/** A benchmark, what its runs have in common, and the scale of their scores. */
function GroupHead({ benchmark, heads }: { benchmark: string; heads: readonly RunHead[] }) {
  const recipes = new Map(heads.map(({ run: { spec } }) => [spec.protocolHash, spec.protocol.id]));
  const [[hash, recipe] = []] = recipes;
  const changes = new Set(heads.map(changesOf));
  const [first = ''] = changes;
  const chances = [...new Set(heads.map(({ summary }) => summary?.metrics[0]?.chance))];
  const [chance] = chances;
  const { title = benchmark } = (heads[0] && benchmarkOf(heads[0])) ?? {};
  return (
    <tr className="group">
      <th scope="rowgroup" colSpan={3}>
        <h2>{title}</h2>
        <span className="muted small">
          {title !== benchmark && `${benchmark} · `}
          {changes.size === 1 && first && `${first} · `}
          {recipes.size === 1 ? <span title={`protocol #${hash}`}>{recipe}</span> : plural(recipes.size, 'protocol')}
          {chances.length === 1 && chance !== undefined && ` · chance ${percent(chance)}`}
        </span>
      </th>
      <td className="wide scale muted small" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </td>
      <td colSpan={4} />
    </tr>
  );
}

function SortHead({
  column,
  name,
  className,
  sort,
}: {
  column: string;
  name: string;
  className: string;
  sort: string;
}) {
  const { setQuery } = useRoute();
  if (column === '') return <td className={className} />;
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }[direction];
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        onClick={() => setQuery({ sort: direction === 'descending' ? column : `-${column}` }, { replace: true })}
      >
        {name}
        {arrow}
      </button>
    </th>
  );
}

/** What makes it another task than the benchmark's own, in words that may be broken anywhere. */
function changesOf({ summary }: RunHead): string {
  const { args = {}, control } = summary ?? {};
  const changes = Object.entries(args).map(([name, value]) => `${name}=${value}`);
  return [...changes, ...(control === undefined ? [] : [`control: ${control}`])].join(', ');
}

interface RunRowProps {
  head: RunHead;
  chosen: readonly string[];
  /** All runs of the benchmark were changed in the same way, which stands above them. */
  alike: boolean;
}

function RunRow({ head, chosen, alike }: RunRowProps) {
  const { setQuery } = useRoute();
  const { id, name, run, summary, problem, state, changed } = head;
  const { spec } = run;
  const ticked = chosen.includes(id);
  const tick = () => {
    const next = ticked ? chosen.filter((other) => other !== id) : [...chosen, id];
    setQuery({ runs: next.join(',') }, { replace: true });
  };
  const metric = summary?.metrics[0];
  const changes = changesOf(head);
  return (
    <tr className="run" aria-selected={ticked}>
      <td className="tick">
        <input type="checkbox" checked={ticked} onChange={tick} aria-label={`Compare ${name}`} />
      </td>
      <th scope="row" className="name">
        <a className="clip" href={hrefOf({ page: 'run', run: id, query: {} })} title={name}>
          <ModelName id={spec.model.id} />
        </a>
        {spec.model.readsTruth && <span className="muted small">told the answers</span>}
        {spec.model.lentHands && <span className="muted small">lent hands</span>}
        {spec.model.knowsScene && <span className="muted small">told part of the scene</span>}
        {!alike && changes !== '' && <span className="muted small">{`(${changes})`}</span>}
        {state === 'running' && <span className="live">running</span>}
      </th>
      {metric && summary ? <Score metric={metric} /> : <td colSpan={2}>{problem ?? 'no score'}</td>}
      <td className="num" data-label="units">
        {summary && <Units summary={summary} />}
      </td>
      <td className="num" data-label="cost">
        {summary && dollars(summary.cost)}
      </td>
      <td className="num" data-label="time">
        {summary && duration(summary.seconds)}
      </td>
      <td className="num" data-label="changed">
        <When time={changed} />
      </td>
    </tr>
  );
}

function Score({ metric }: { metric: Metric }) {
  const limits = limitsOf(metric);
  return (
    <>
      <td className="num score" title={metric.name}>
        <b>{scoreText(metric)}</b>
        {limits && <span className="muted small">{` ${interval(limits.low, limits.high)}`}</span>}
      </td>
      <td className="wide">
        <MiniInterval metric={metric} />
      </td>
    </>
  );
}

/** How many were asked, and how many of them failed. */
function Units({ summary }: { summary: Summary }) {
  const done = summary.units - summary.missing;
  const errors = summary.metrics[0]?.errors ?? 0;
  return (
    <>
      {summary.missing > 0 ? `${count(done)} of ${count(summary.units)}` : count(summary.units)}
      {errors > 0 && <span className="failed small">{` ${plural(errors, 'error')}`}</span>}
    </>
  );
}
