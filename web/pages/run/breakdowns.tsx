import { useMemo } from 'react';
import type { Metric, Summary, UnitResult } from '../../../src/contracts/index.ts';
import { groupsBy, groupTables, isOpen, percent } from '../../../src/report/index.ts';
import { groupPrefix } from '../../../src/viewer/pure.ts';
import { IntervalPlot, type IntervalRow } from '../../charts/interval-plot.tsx';
import { metricRow } from '../../charts/metric-row.ts';
import { Section } from '../../parts/section.tsx';
import { benchmarkOf, type ShownScores } from '../../rescore/use-scored.ts';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';

interface Props {
  head: RunHead;
  shown: ShownScores;
  results: readonly UnitResult[];
  query: Query;
}

/** A number for every group of every breakdown, with its interval; a row leads to its samples. */
export function Breakdowns({ head, shown, results, query }: Props) {
  const { summary } = shown;
  const names = summary.metrics.map(({ name }) => name);
  const wanted = names.find((each) => each === query.metric) ?? names[0] ?? '';
  const axes = coarseFirst(
    [...Map.groupBy(summary.groups, ({ by }) => by)].map(([by, { length }]) => ({ by, length })),
  );
  const breakdowns = benchmarkOf(head)?.breakdowns;
  const filters = useMemo(
    () => new Map((breakdowns ?? []).map((axes) => [axes.join('×'), groupsByKey(results, axes)])),
    [breakdowns, results],
  );
  const tables = groupTables([{ run: head.name, summary }]);
  const drawn = axes.map((by) => {
    const groups = groupsBy(summary, by);
    const name = metricOf(groups, wanted);
    const overall = summary.metrics.find((metric) => metric.name === name);
    const rows = rowsOf(groups, name).map((row): IntervalRow => {
      const filter = filters.get(by)?.get(row.key);
      if (!filter) return row;
      const { metric: _, ...rest } = query;
      return { ...row, href: hrefOf({ page: 'run', run: head.id, query: { ...rest, ...filter, view: 'samples' } }) };
    });
    return { by, name, overall, rows };
  });
  // One scale for the page: what lies right of something elsewhere is more. Long names would take the room of all charts.
  const domain = domainOf(drawn.flatMap(({ rows }) => rows));
  const alike = (by: string) =>
    drawn.filter((each) => each.by.includes('×') === by.includes('×')).flatMap(({ rows }) => rows);
  const wantedFirst = drawn.find(({ name }) => name === wanted)?.by;
  return drawn.map(({ by, name, overall, rows }) => {
    // One caption for all that show the same metric.
    const same = drawn.filter((each) => each.name === name);
    const said = same[0]?.by !== by;
    const about = aboutOf(
      same.flatMap((each) => each.rows),
      name === wanted ? 'Score' : name,
    );
    return (
      <Section
        key={by}
        title={`By ${by}`}
        {...(by.includes('×') && { className: 'whole' })}
        {...(!said && { about })}
        {...(by === wantedFirst && names.length > 1 ? { tools: <MetricSelect names={names} name={wanted} /> } : {})}
      >
        <IntervalPlot
          label={`${head.name} ${name} by ${by}`}
          table={tables.find(({ title }) => title === `${summary.benchmark} by ${by}`)}
          rows={rows}
          like={alike(by)}
          domain={domain}
          format={(value) => String(Math.round(100 * value))}
          lines={linesOf(overall, rows)}
        />
      </Section>
    );
  });
}

function aboutOf(rows: readonly IntervalRow[], name: string): string {
  const chance = rows.some(({ mark }) => mark !== undefined) ? ' and, in brass, the chance level' : '';
  const names = [...new Set(rows.flatMap(({ partly = [] }) => partly.map(({ text }) => text.replace(/ \S+$/, ''))))];
  const partly = names.length > 0 ? `; dotted, what part of the scene alone gives (${names.join(', ')})` : '';
  const open = rows.some(({ bracket }) => bracket !== undefined) ? '; the thick part is what errors leave open' : '';
  return `${name} in percent with its 95 % interval${chance}${partly}${open}; a row leads to its samples.`;
}

function MetricSelect({ names, name }: { names: readonly string[]; name: string }) {
  const { setQuery } = useRoute();
  return (
    <select
      aria-label="Metric"
      className="beside-menu"
      value={name}
      onChange={({ target }) => setQuery({ metric: target.value }, { replace: true })}
    >
      {names.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

/**
 * From few groups to many, and what crosses two axes last.
 * @internal exported for its test
 */
export function coarseFirst(axes: readonly { by: string; length: number }[]): string[] {
  const crosses = ({ by }: { by: string }) => Number(by.includes('×'));
  return axes.toSorted((a, b) => crosses(a) - crosses(b) || a.length - b.length).map(({ by }) => by);
}

/**
 * The metric that is wanted, or, where these groups cannot have it, the first that they have.
 * @internal exported for its test
 */
export function metricOf(groups: Summary['groups'], wanted: string): string {
  const names = groups.flatMap(({ metrics }) => metrics.map(({ name }) => name));
  return names.find((name) => name === wanted) ?? names[0] ?? wanted;
}

function rowsOf(groups: Summary['groups'], name: string): IntervalRow[] {
  return groups.flatMap(({ key, metrics }) => {
    const metric = metrics.find((each) => each.name === name);
    return metric ? [metricRow(key, metric)] : [];
  });
}

/** From nothing to everything; metrics that compare with chance may lie below. */
function domainOf(rows: readonly IntervalRow[]): [number, number] {
  const lowest = Math.min(...rows.flatMap(({ value, low }) => [value ?? 0, low ?? 0]));
  return [lowest < 0 ? Math.floor(5 * lowest) / 5 : 0, 1];
}

/** The whole run's number; and the chance level, where it is the same in every row. */
function linesOf(overall: Metric | undefined, rows: readonly IntervalRow[]) {
  const chances = new Set(rows.map(({ mark }) => mark));
  const [chance] = chances;
  const whole = overall && overall.value !== null && !isOpen(overall) ? overall.value : undefined;
  const near = whole !== undefined && chance !== undefined && Math.abs(whole - chance) < 0.22;
  return [
    ...(whole === undefined ? [] : [{ at: whole, text: `all ${percent(whole)}`, dashed: true }]),
    ...(chances.size === 1 && chance !== undefined && !near ? [{ at: chance, text: 'chance' }] : []),
  ];
}

/** What the keys of a breakdown stand for, axis by axis; a key is for people and cannot be taken apart. */
function groupsByKey(results: readonly UnitResult[], axes: readonly string[]): Map<string, Query> {
  const found = new Map<string, Query>();
  for (const { groups } of results) {
    const key = axes.map((axis) => groups[axis]).join('×');
    if (!found.has(key))
      found.set(key, Object.fromEntries(axes.map((axis) => [`${groupPrefix}${axis}`, groups[axis] ?? ''])));
  }
  return found;
}
