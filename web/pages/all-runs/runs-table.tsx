import '../../charts/chart.css';
import type { Metric, Summary } from '../../../src/contracts/index.ts';
import { dollars, duration, interval, isOpen, limitsOf, percent } from '../../../src/report/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { scoreText } from '../../charts/metric-row.ts';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';
import { When } from './when.tsx';

const columns: [sort: string, name: string, className: string][] = [
  ['run', 'run', ''],
  ['benchmark', 'benchmark', ''],
  ['model', 'model or policy', ''],
  ['score', 'score', 'num'],
  ['', '', 'wide'],
  ['units', 'outcomes', ''],
  ['cost', 'cost', 'num'],
  ['time', 'time', 'num'],
  ['protocol', 'protocol', ''],
  ['changed', 'changed', 'num'],
];

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
        <tbody>
          {heads.map((head) => (
            <RunRow key={head.id} head={head} chosen={chosen} />
          ))}
        </tbody>
      </table>
    </div>
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
function changesOf({ args = {}, control }: Summary): string {
  const changes = Object.entries(args).map(([name, value]) => `${name}=${value}`);
  const all = [...changes, ...(control === undefined ? [] : [`control: ${control}`])];
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
}

function RunRow({ head, chosen }: { head: RunHead; chosen: readonly string[] }) {
  const { setQuery } = useRoute();
  const { id, name, run, summary, problem, state, changed } = head;
  const { spec } = run;
  const ticked = chosen.includes(id);
  const tick = () => {
    const next = ticked ? chosen.filter((other) => other !== id) : [...chosen, id];
    setQuery({ runs: next.join(',') }, { replace: true });
  };
  const metric = summary?.metrics[0];
  return (
    <tr aria-selected={ticked}>
      <td className="tick">
        <input type="checkbox" checked={ticked} onChange={tick} aria-label={`Compare ${name}`} />
      </td>
      <th scope="row" className="name">
        <a href={hrefOf({ page: 'run', run: id, query: {} })}>{name}</a>
        {state === 'running' && <span className="live">running</span>}
      </th>
      <td data-label="benchmark">
        {spec.benchmark}
        {summary && <span className="muted small">{changesOf(summary)}</span>}
      </td>
      <td data-label="model" className="model">
        {spec.model.id}
        {spec.model.readsTruth && <span className="muted small"> (told the answers)</span>}
        {spec.model.lentHands && <span className="muted small"> (lent hands)</span>}
      </td>
      {metric && summary ? <Score metric={metric} /> : <td colSpan={2}>{problem ?? 'no score'}</td>}
      <td data-label="outcomes">{summary && <Progress summary={summary} />}</td>
      <td className="num" data-label="cost">
        {summary && dollars(summary.cost)}
      </td>
      <td className="num" data-label="time">
        {summary && duration(summary.seconds)}
      </td>
      <td data-label="protocol">
        {spec.protocol.id} <code className="muted">{`#${spec.protocolHash.slice(0, 8)}`}</code>
      </td>
      <td className="num" data-label="changed">
        <When time={changed} />
      </td>
    </tr>
  );
}

function Score({ metric }: { metric: Metric }) {
  const { errors = 0 } = metric;
  const limits = limitsOf(metric);
  return (
    <>
      <td className="num score" title={metric.name}>
        <b>{scoreText(metric)}</b>
        {limits && <span className="muted small">{` ${interval(limits.low, limits.high)}`}</span>}
        {errors > 0 && <div className="muted small">{plural(errors, 'error')}</div>}
        {metric.chance !== undefined && <div className="muted small">{`chance ${percent(metric.chance)}`}</div>}
      </td>
      <td className="wide">
        <MiniInterval metric={metric} />
      </td>
    </>
  );
}

function Progress({ summary }: { summary: Summary }) {
  const done = summary.units - summary.missing;
  return (
    <span className="progress">
      <OutcomeBar summary={summary} />
      <span className="muted small nowrap">
        {summary.missing > 0 ? `${count(done)} of ${count(summary.units)}` : count(summary.units)}
      </span>
    </span>
  );
}

const width = 120;
const height = 18;

/** A score on the way from nothing to everything, its interval, and what a blind guesser would get. */
function MiniInterval({ metric }: { metric: Metric }) {
  const { value, chance, worst, best } = metric;
  const open = isOpen(metric);
  const limits = limitsOf(metric);
  const x = (score: number) => 3 + score * (width - 6);
  const y = height / 2;
  return (
    // The numbers stand beside it.
    <svg className="mini" width={width} height={height} aria-hidden="true">
      <line className="rule" x1={x(0)} x2={x(1)} y1={y} y2={y} />
      {chance !== undefined && <line className="mark" x1={x(chance)} x2={x(chance)} y1={3} y2={height - 3} />}
      {limits && <line className="range" x1={x(limits.low)} x2={x(limits.high)} y1={y} y2={y} />}
      {open && worst !== undefined && best !== undefined && (
        <line className="bracket" x1={x(worst)} x2={x(best)} y1={y} y2={y} />
      )}
      {value !== null && !open && <circle className="dot" cx={x(value)} cy={y} r={3.5} />}
    </svg>
  );
}
