import type { Comparison, Pairing } from '../../../src/contracts/index.ts';
import { unitKey } from '../../../src/engine/pure.ts';
import {
  comparisonTables,
  interval,
  pairingLimits,
  percent,
  points,
  pValue,
  type Table,
  verdict,
} from '../../../src/report/index.ts';
import { inLevelOrder } from '../../../src/stats/index.ts';
import { count, plural } from '../../../src/util/index.ts';
import { verdictOf, verdicts } from '../../../src/viewer/pure.ts';
import { IntervalPlot, type IntervalRow } from '../../charts/interval-plot.tsx';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { hrefOf, type Query } from '../../shell/route.ts';
import { useLoad } from '../../shell/use-load.ts';
import { type ComparedRun, compareApart, resultsOf, versionOf } from './compared-run.ts';
import { Differences } from './differences.tsx';

/** One run against another: is there a difference, where is it, and in which samples can it be seen? */
export function Pair({ a, b, query }: { a: ComparedRun; b: ComparedRun; query: Query }) {
  const compared = useLoad(`pair ${a.head.id} ${b.head.id}@${versionOf([a, b])}`, () =>
    compareApart(resultsOf(a), resultsOf(b)),
  );
  return (
    <Await of={compared} what={`${a.letter} against ${b.letter}`}>
      {(comparison) => <Compared a={a} b={b} comparison={comparison} query={query} />}
    </Await>
  );
}

function Compared({
  a,
  b,
  comparison,
  query,
}: {
  a: ComparedRun;
  b: ComparedRun;
  comparison: Comparison;
  query: Query;
}) {
  const named = (text: string) => text.replace(/\b[AB]\b/g, (letter) => (letter === 'A' ? a.letter : b.letter));
  const tables = comparisonTables(comparison);
  const [, unitByUnit] = tables;
  const axes = [...Map.groupBy(comparison.groups, ({ by }) => by)].map(([by, groups]) => ({
    by,
    rows: differenceRows(groups, comparison.overall),
  }));
  const all = axes.flatMap(({ rows }) => rows);
  const name = `${a.head.name}-against-${b.head.name}`;
  return (
    <>
      <section className="panel stack verdict-panel" aria-label={`${a.letter} against ${b.letter}`}>
        <h2>
          <b className={`letter run-${a.letter}`}>{a.letter}</b> against{' '}
          <b className={`letter run-${b.letter}`}>{b.letter}</b>
        </h2>
        <p className="sentence">{named(verdict(comparison.overall))}</p>
        {comparison.warnings.map((warning) => (
          <p key={warning} className="caution">
            {warning}
          </p>
        ))}
        <div className="pair-tables">
          <Crossing a={a} b={b} />
          {unitByUnit && (
            <TableView table={{ ...unitByUnit, columns: relabel(unitByUnit.columns, named) }} name={name} />
          )}
        </div>
      </section>
      <div className="overview">
        {axes.map(({ by, rows }, at) => (
          <Section
            key={by}
            title={`Difference by ${by}`}
            {...(at === 0 && {
              about: `${a.letter} minus ${b.letter} in points, 95 % interval that allows for clusters; p is exact McNemar, Holm-corrected.`,
            })}
          >
            <ForestPlot
              label={`${name} by ${by}`}
              table={tables.find(({ title }) => title === `By ${by}`)}
              rows={rows}
              all={all}
              a={a}
              b={b}
            />
          </Section>
        ))}
      </div>
      <Differences a={a} b={b} comparison={comparison} query={query} />
    </>
  );
}

function relabel<C extends { name: string }>(columns: readonly C[], named: (text: string) => string): C[] {
  return columns.map((column) => ({ ...column, name: named(column.name) }));
}

/** Everything first, then each group, with whose side its interval lies on. */
function differenceRows(groups: Comparison['groups'], overall: Pairing): IntervalRow[] {
  const ordered = inLevelOrder(groups, ({ key }) => key);
  return [{ key: 'all', pairing: overall, pHolm: overall.p }, ...ordered].map(({ key, pairing, pHolm }) => {
    const { difference, n, errors = 0, worst, best } = pairing;
    const limits = pairingLimits(pairing);
    const clear = difference !== null && limits !== null && (limits.low > 0 || limits.high < 0);
    const open = worst !== undefined && best !== undefined;
    const number = open ? `${points(worst)} … ${points(best)}` : difference && points(difference.value);
    return {
      key,
      value: open ? null : (difference?.value ?? null),
      low: limits?.low ?? null,
      high: limits?.high ?? null,
      ...(open && { bracket: { from: worst, to: best } }),
      text: limits ? `${number} ${interval(limits.low, limits.high)}` : `no pair of ${n}`,
      detail: `${pHolm === null ? '–' : pValue(pHolm)}${errors > 0 ? `, ${plural(errors, 'error')}` : ''}`,
      side: clear ? (difference.value > 0 ? ('better' as const) : ('worse' as const)) : undefined,
    };
  });
}

interface ForestProps {
  label: string;
  table: Table | undefined;
  rows: readonly IntervalRow[];
  /** Of all the charts: they have one scale. */
  all: readonly IntervalRow[];
  a: ComparedRun;
  b: ComparedRun;
}

/** Differences on both sides of nought; whose side an interval lies on has its colour. */
function ForestPlot({ label, table, rows, all, a, b }: ForestProps) {
  const reach = Math.max(0.1, ...all.flatMap(({ low, high }) => [Math.abs(low ?? 0), Math.abs(high ?? 0)]));
  const most = Math.min(1, Math.ceil(10 * reach) / 10);
  return (
    <div className={`forest run-${a.letter} against-${b.letter}`}>
      <IntervalPlot
        label={label}
        table={table}
        rows={rows}
        like={all}
        domain={[-most, most]}
        format={(value) => points(value).replace('.0', '')}
        lines={[{ at: 0, text: `${b.letter} better  ◂  ▸  ${a.letter} better` }]}
      />
    </div>
  );
}

/** What became of a unit in one run against what became of it in the other. */
function Crossing({ a, b }: { a: ComparedRun; b: ComparedRun }) {
  const theirs = new Map(b.rows.map(({ result }) => [unitKey(result), verdictOf(result)]));
  const cells = new Map<string, number>();
  let all = 0;
  for (const { result } of a.rows) {
    const other = theirs.get(unitKey(result));
    if (other === undefined) continue;
    const key = `${verdictOf(result)} ${other}`;
    cells.set(key, (cells.get(key) ?? 0) + 1);
    all += 1;
  }
  const [down, across] = [0, 1].map((at) =>
    verdicts.filter((each) => [...cells.keys()].some((key) => key.split(' ')[at] === each)),
  );
  return (
    <div className="scroll crossing">
      <table>
        <caption className="muted small">{`${a.letter} down, ${b.letter} across: units that both have`}</caption>
        <thead>
          <tr>
            <td />
            {across?.map((verdict) => (
              <th key={verdict} scope="col">
                {`${b.letter} ${verdict}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down?.map((row) => (
            <tr key={row}>
              <th scope="row">{`${a.letter} ${row}`}</th>
              {across?.map((column) => {
                const n = cells.get(`${row} ${column}`) ?? 0;
                return (
                  <td key={column} style={{ background: shade(row === column, all === 0 ? 0 : n / all) }}>
                    <b>{count(n)}</b> <span className="small">{all === 0 ? '' : `${percent(n / all)} %`}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">
        <a href={hrefOf({ page: 'run', run: a.head.id, query: { view: 'samples', differs: b.head.id } })}>
          All samples where they differ
        </a>
      </p>
    </div>
  );
}

/** Stronger where more units are; in another colour where the runs differ. */
function shade(alike: boolean, share: number): string {
  const [colour, most] = alike ? ['--soft', 40] : ['--accent', 40];
  return `color-mix(in srgb, var(${colour}) ${Math.round(share * most)}%, transparent)`;
}
