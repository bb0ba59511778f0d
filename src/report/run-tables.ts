import { isError, isSameData, type Metric, Outcome, type Summary } from '../contracts/index.ts';
import { count, plural } from '../util/index.ts';
import { benchmarkLabel, dollars, duration, protocolLabel } from './format.ts';
import { groupTables, type NamedSummary } from './group-tables.ts';
import { isOpen, viewMetrics } from './metric-cells.ts';
import { type Cell, numberCell, type Table } from './table.ts';

/**
 * What runs came to: the headline, all metrics where there are more, and the breakdowns unless they are left out.
 * @example render(reportTables([{ run: 'runs/tiny', summary }]), 'markdown')
 */
export function reportTables(summaries: readonly NamedSummary[], { breakdowns = true } = {}): Table[] {
  const told = summaries.map(({ run, summary }) => ({ run, summary: withoutEchoes(summary) }));
  const more = told.some(({ summary }) => summary.metrics.length > 1);
  return [headline(told), ...(more ? [allMetrics(told)] : []), ...(breakdowns ? groupTables(told) : [])];
}

/** The tables of a report in their order: on a terminal the headline comes last, where it stands when all else has scrolled by. */
export function reportPage(tables: readonly Table[], others: readonly Table[], format: string): Table[] {
  const [headline, ...rest] = tables;
  if (format !== 'terminal' || !headline) return [...tables, ...others];
  return [...rest, ...others, headline];
}

/** `accuracy (strict)` says nothing new where it is the accuracy itself; summary.json keeps both. */
const ECHO = / \(strict\)$/;

function withoutEchoes(summary: Summary): Summary {
  const telling = (metrics: readonly Metric[]) =>
    metrics.filter((metric) => {
      const plain = ECHO.test(metric.name) && metrics.find(({ name }) => name === metric.name.replace(ECHO, ''));
      return !plain || !isSameNumber(plain, metric);
    });
  const groups = summary.groups.map((group) => ({ ...group, metrics: telling(group.metrics) }));
  return { ...summary, metrics: telling(summary.metrics), groups };
}

function isSameNumber(a: Metric, b: Metric): boolean {
  return a.value === b.value && a.low === b.low && a.high === b.high && a.n === b.n && a.errors === b.errors;
}

function headline(summaries: readonly NamedSummary[]): Table {
  const view = viewMetrics(summaries.map(({ summary }) => summary.metrics[0]));
  return {
    title: 'Scores',
    columns: [
      { name: 'run', align: 'left' },
      { name: 'benchmark', align: 'left' },
      { name: 'model', align: 'left' },
      { name: 'protocol', align: 'left', whole: true },
      ...view.columns,
      { name: 'outcomes', align: 'left', whole: true },
      { name: 'cost', align: 'right', unit: 'USD' },
      { name: 'time', align: 'right', unit: 's' },
    ],
    rows: summaries.map(({ run, summary }) => [
      run,
      benchmarkLabel(summary),
      who(summary),
      protocolLabel(summary.protocol),
      ...view.cells(summary.metrics[0]),
      outcomes(summary),
      summary.cost === null ? { text: dollars(null), values: [null] } : numberCell(summary.cost, dollars),
      numberCell(summary.seconds, duration),
    ]),
    notes: [...summaries.flatMap(runNotes), ...differences(summaries)],
  };
}

function allMetrics(summaries: readonly NamedSummary[]): Table {
  const view = viewMetrics(summaries.flatMap(({ summary }) => summary.metrics));
  return {
    title: 'All metrics',
    columns: [{ name: 'run', align: 'left' }, ...view.columns],
    rows: summaries.flatMap(({ run, summary }) => summary.metrics.map((metric) => [run, ...view.cells(metric)])),
    notes: [],
  };
}

/** The model or policy; one that was given what no robot has says so beside every score. */
export function who({ model, policy, readsTruth, lentHands, knowsScene }: Summary): Cell {
  const name = model ?? policy;
  const given = readsTruth
    ? ' (told the answers)'
    : lentHands
      ? ' (lent hands)'
      : knowsScene
        ? ' (told part of the scene)'
        : '';
  return name === undefined ? null : `${name}${given}`;
}

/** @example '492 answered, 3 unparsed, 5 provider error, 12 not asked' */
function outcomes({ outcomes, missing, damaged }: Summary): string {
  const parts = Outcome.options
    .filter((kind) => (outcomes[kind] ?? 0) > 0)
    .map((kind) => `${count(outcomes[kind] ?? 0)} ${kind.replace('_', ' ')}`);
  if (missing > 0) parts.push(`${count(missing)} not asked`);
  if (damaged > 0) parts.push(`${count(damaged)} damaged`);
  return parts.join(', ');
}

function errorNote({ reason, count: units, example }: Summary['reasons'][number]): string {
  return `${plural(units, 'error')}: ${reason}${example ? `, for example "${example.slice(0, 200)}"` : ''}`;
}

/** @example 'the policy took 12.3 ms per call (at most 40.1) and gave 10 commands at once: 1.23 ms per command, 813 per second' */
function paceNote(acting: NonNullable<Summary['acting']>): string {
  const short = (value: number) => count(Number(value.toPrecision(3)));
  const call = `${short(acting.msPerCall)} ms per call (at most ${short(acting.mostMs)})`;
  const command = `${short(acting.msPerCommand)} ms per command, ${short(acting.commandsPerSecond)} per second`;
  const given = short(acting.commandsPerCall);
  return `the policy took ${call} and gave ${given} ${given === '1' ? 'command' : 'commands'} at once: ${command}`;
}

/** A damaged folder may have one for every unit. */
const MOST_PROBLEMS = 10;

function runNotes({ run, summary }: NamedSummary): string[] {
  const { asked } = summary.protocol;
  const notes = [
    ...(summary.caution === undefined ? [] : [summary.caution]),
    ...(summary.acting === undefined ? [] : [paceNote(summary.acting)]),
    ...(asked === undefined ? [] : [`asked under ${protocolLabel(asked)}`]),
    ...(summary.missing > 0
      ? [`${count(summary.missing)} of ${plural(summary.units, 'unit')} not asked yet; the score is of the others`]
      : []),
    ...(summary.metrics.some(isOpen)
      ? ['errors leave the score open; bracket and interval run from all of them wrong to all of them right']
      : []),
    ...summary.reasons.filter(({ outcome }) => isError(outcome)).map(errorNote),
    ...(summary.damaged > 0
      ? [
          `${plural(summary.damaged, 'unit')} cannot be scored, because the run folder is damaged; the score is of the others`,
        ]
      : []),
    ...summary.problems.slice(0, MOST_PROBLEMS),
    ...(summary.problems.length > MOST_PROBLEMS
      ? [`… and ${plural(summary.problems.length - MOST_PROBLEMS, 'more problem')} (all of them with --json)`]
      : []),
  ];
  return notes.map((note) => `${run}: ${note}`);
}

/** Runs of one benchmark whose numbers cannot simply be laid side by side. */
function differences(summaries: readonly NamedSummary[]): string[] {
  return [...Map.groupBy(summaries, ({ summary }) => summary.benchmark)].flatMap(([benchmark, same]) => {
    const [first] = same;
    if (!first) return [];
    const differ = (key: (summary: Summary) => string) => new Set(same.map(({ summary }) => key(summary))).size > 1;
    return [
      ...(differ(({ protocol }) => protocol.hash) ? [`${benchmark}: the protocols differ between these runs`] : []),
      ...(same.some(({ summary }) => !isSameData(summary.data, first.summary.data))
        ? [`${benchmark}: the data differ between these runs`]
        : []),
    ];
  });
}
