import type { ReactNode } from 'react';
import type { Benchmark, Metric, Summary } from '../../../src/contracts/index.ts';
import {
  ablatedWords,
  benchmarkLabel,
  dollars,
  duration,
  interval,
  isOpen,
  limitsOf,
  percent,
  tokens,
} from '../../../src/report/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { scoreText } from '../../charts/metric-row.ts';
import { MiniInterval } from '../../charts/mini-interval.tsx';
import { ModelName } from '../../parts/model-name.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { benchmarkOf, type ShownScores } from '../../rescore/use-scored.ts';
import type { RunHead } from '../../source/index.ts';
import { When } from '../all-runs/when.tsx';

interface Props {
  head: RunHead;
  shown: ShownScores | undefined;
  /** Also what it took. */
  full: boolean;
}

/** The model, its score, and what is needed to judge the number. */
export function Headline({ head, shown, full }: Props) {
  const { spec } = head.run;
  const summary = shown?.summary ?? head.summary;
  const metric = summary?.metrics[0];
  return (
    <header className={full ? 'headline' : 'headline short'}>
      <div className="who">
        <p className="muted small">
          <a href="#/">Runs</a> / {head.name}
        </p>
        <h1 className="clip" title={spec.model.id}>
          <ModelName id={spec.model.id} />
        </h1>
        <p className="muted">
          {`on ${benchmarkOf(head)?.title ?? spec.benchmark}`}
          {summary && benchmarkLabel(summary) !== spec.benchmark && ` · ${benchmarkLabel(summary)}`}
          {spec.model.readsTruth && ' · was told the right answers: a ceiling, not a competitor'}
          {spec.model.lentHands && ' · was lent hands: it only chose, and grasped nothing itself'}
          {spec.model.knowsScene && ' · was told part of the scene: a yardstick, not a competitor'}
          {head.state === 'running' && <span className="live">running</span>}
        </p>
      </div>
      {metric && summary && (
        <Score metric={metric} asked={summary.units - summary.missing} terms={termsIn(benchmarkOf(head), [metric])} />
      )}
      {full && summary && <Facts head={head} summary={summary} />}
      {summary?.caution && <p className="caution">{summary.caution}</p>}
    </header>
  );
}

interface ScoreProps {
  metric: Metric;
  /** Units: a metric may count something else, groups of them for example. */
  asked: number;
  terms: string;
}

function Score({ metric, asked, terms }: ScoreProps) {
  const { name, value, chance, ablated, n, method, errors = 0 } = metric;
  const open = isOpen(metric);
  const limits = limitsOf(metric);
  return (
    <section className="number" aria-label={name}>
      <p className="muted small">{name}</p>
      <p className={open ? 'value open' : 'value'}>
        {scoreText(metric)}
        {!open && value !== null && <small>%</small>}
      </p>
      <MiniInterval metric={metric} />
      <p className="small">{limits && `95 % interval ${interval(limits.low, limits.high)}`}</p>
      <p className="muted small">
        {`${n + errors === asked ? plural(n, 'unit') : `n = ${count(n)}`}${open ? ` and ${plural(errors, 'error')}, all wrong to all right` : ''}`}
        {method !== 'none' && ` · ${method}`}
        {chance !== undefined && ` · chance ${percent(chance)}`}
      </p>
      {terms !== '' && <p className="muted small terms">{terms}</p>}
      {ablated && <p className="muted small partly">{`with part of the scene alone: ${ablatedWords(ablated)}`}</p>}
    </section>
  );
}

/** What short words in the names of these metrics stand for. @example 'TSR: task success rate' */
export function termsIn(benchmark: Benchmark | undefined, metrics: readonly Metric[]): string {
  return Object.entries(benchmark?.terms ?? {})
    .filter(([term]) => metrics.some(({ name }) => name.split(/[^\w]+/).includes(term)))
    .map(([term, words]) => `${term}: ${words}`)
    .join('; ');
}

function Facts({ head, summary }: { head: RunHead; summary: Summary }) {
  const { usage, units, missing, damaged, outcomes } = summary;
  const facts: [name: string, value: ReactNode][] = [
    ['asked', missing > 0 ? `${count(units - missing)} of ${count(units)}` : count(units)],
    ['cost', dollars(summary.cost)],
    ['tokens in / out', `${tokens(usage.inputTokens)} / ${tokens(usage.outputTokens)}`],
    ['time', duration(summary.seconds)],
    ...(summary.epochs > 1 ? [['repetitions', count(summary.epochs)] as [string, string]] : []),
    ...(damaged > 0 ? [['damaged', count(damaged)] as [string, string]] : []),
    ['made', <When key="made" time={head.run.createdAt} />],
  ];
  return (
    <div className="facts">
      {outcomes.answered !== units && <OutcomeBar summary={summary} />}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
