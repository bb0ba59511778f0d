import type { Benchmark, Metric, Protocol, Published, RunSpec, Summary } from '../contracts/index.ts';
import { count, plural } from '../util/index.ts';
import { points } from './format.ts';
import { isOpen, limitsOf, metricInterval, openParts, scoreCell } from './metric-cells.ts';
import { intervalParts, percentCell, type Table } from './table.ts';

/** Numbers that others printed, in a table of their own: they never stand in a column with numbers that we measured. */
export function publishedTable(benchmark: Benchmark): Table {
  return {
    title: `Published elsewhere for ${benchmark.title}: printed by others, not measured here`,
    columns: [
      { name: 'model', align: 'left' },
      { name: 'metric', align: 'left' },
      { name: 'of', align: 'left' },
      { name: 'printed', align: 'right', unit: '%' },
      { name: 'protocol', align: 'left' },
      { name: 'source', align: 'left' },
      { name: 'remark', align: 'left' },
    ],
    rows: (benchmark.published ?? []).map((entry) => [
      entry.model,
      entry.metric,
      entry.group ? `${entry.group.by} ${entry.group.key}` : 'everything',
      { text: String(entry.percent), value: entry.percent },
      entry.protocol ?? 'not stated',
      entry.source,
      remark(entry),
    ]),
    notes: benchmark.published?.length ? [] : ['no published number is known'],
  };
}

/** Ours beside theirs, and what could explain a difference. */
export function verifyTable(opts: { benchmark: Benchmark; spec: RunSpec; summary: Summary }): Table {
  const { benchmark, spec, summary } = opts;
  const theirs = (benchmark.published ?? []).filter((entry) => isSameModel(entry, spec.model.id));
  const subset = subsetOf(opts);
  return {
    title: `${spec.model.id} on ${benchmark.title}: ours against what was published`,
    columns: [
      { name: 'metric', align: 'left' },
      { name: 'of', align: 'left' },
      { name: 'ours', align: 'right', unit: '%', parts: openParts },
      { name: 'interval', align: 'right', unit: '%', parts: intervalParts },
      { name: 'published', align: 'right', unit: '%' },
      { name: 'ours − published', align: 'right', unit: 'points' },
      { name: 'inside our interval', align: 'left' },
      { name: 'source', align: 'left' },
      { name: 'what differs', align: 'left' },
    ],
    rows: theirs.map((entry) => {
      const metric = ourMetric(entry, summary);
      const value = metric?.value ?? null;
      const limits = metric === undefined ? null : limitsOf(metric);
      const printed = entry.percent / 100;
      const inside = limits !== null && printed >= limits.low && printed <= limits.high;
      return [
        entry.metric,
        entry.group ? `${entry.group.by} ${entry.group.key}` : 'everything',
        metric === undefined ? { text: 'not in this run', values: [null] } : scoreCell(metric),
        metric === undefined ? null : metricInterval(metric),
        { text: String(entry.percent), value: entry.percent },
        percentCell(value === null ? null : value - printed, points),
        verdictOn(metric, limits, inside),
        entry.source,
        [...subset, ...differences(entry, benchmark, spec)].join('; '),
      ];
    }),
    notes: [
      ...(theirs.length > 0 ? [] : [`no published number is known for ${spec.model.id}`]),
      ...subset.map((words) => `${words}: the score is of these alone`),
      ...(summary.caution === undefined ? [] : [summary.caution]),
    ],
  };
}

/** What a run lacks of the published set, in words; nothing where it is whole. */
function subsetOf({ benchmark, spec, summary }: Parameters<typeof verifyTable>[0]): string[] {
  const all = benchmark.publishedUnits?.(spec.args);
  const asked = (summary.units - summary.missing) / summary.epochs;
  if (all === undefined || asked >= all) return [];
  return [`ours has ${count(Math.floor(asked))} of ${plural(all, 'published unit')}`];
}

/** With errors, a number outside the opened interval is outside for sure; inside it, nothing is claimed. */
function verdictOn(metric: Metric | undefined, limits: ReturnType<typeof limitsOf>, inside: boolean): string {
  if (metric === undefined || limits === null) return 'open';
  if (!inside) return 'no';
  return isOpen(metric) ? 'open' : 'yes';
}

function ourMetric({ metric, group }: Published, summary: Summary): Metric | undefined {
  const metrics = group
    ? summary.groups.find(({ by, key }) => by === group.by && key === group.key)?.metrics
    : summary.metrics;
  return metrics?.find(({ name }) => name === metric);
}

/** Names differ in case and punctuation between papers and servers; the provider in front is ours. */
function isSameModel({ model, aliases = [] }: Published, id: string): boolean {
  const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
  const ours = [id, id.slice(id.indexOf('/') + 1), id.slice(id.lastIndexOf('/') + 1)].map(bare);
  return [model, ...aliases].some((name) => ours.includes(bare(name)));
}

function differences(entry: Published, benchmark: Benchmark, spec: RunSpec): string[] {
  const found = remark(entry) ? [remark(entry)] : [];
  if (entry.protocol === undefined) return [...found, 'their protocol is not stated'];
  const theirs = benchmark.protocols.find(({ id }) => id === entry.protocol);
  if (!theirs) return [...found, `theirs: ${entry.protocol}`];
  const keys = Object.keys({ ...theirs, ...spec.protocol }).filter((key) => key !== 'id' && key !== 'about');
  const differing = keys.filter((key) => text(theirs, key) !== text(spec.protocol, key));
  return [
    ...found,
    ...(differing.length > 0 ? [`${entry.protocol} has another ${differing.join(', ')}`] : ['same protocol']),
  ];
}

function text(protocol: Protocol, key: string): string {
  return JSON.stringify(Object.entries(protocol).find(([name]) => name === key)?.[1] ?? null);
}

function remark({ secondHand, note }: Published): string {
  return [...(secondHand ? ['second-hand'] : []), ...(note ? [note] : [])].join('; ');
}
