import { z } from 'zod';
import { at, demand } from '../src/util/index.ts';
import { learningCurve, type Point } from './learning-curve.ts';

const SUCCESS = 'first-choice success';
const GRASP = 'first-choice grasp';
const CHOICE = 'first-choice nSG';
const POINT = 'accuracy';
const acting = [SUCCESS, GRASP, CHOICE];
const shown = [...acting, POINT];
const PARTS = ['kind', 'boxes', 'last-step'];
/** Of the groups of a run, these are shown. */
const KEPT_GROUPS = ['split', 'step'];

const Metric = z.object({
  name: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** What those who know a part of the scene come to on the same questions. */
  ablated: z.record(z.string(), z.number()).exactOptional(),
  n: z.number().exactOptional(),
});
type Metric = z.infer<typeof Metric>;
const Group = z.object({ by: z.string(), key: z.string(), metrics: z.array(Metric) });
type Group = z.infer<typeof Group>;

/** What docs/references.md needs of a run's summary. */
const Measured = z.object({
  units: z.number(),
  digest: z.string(),
  metrics: z.array(Metric),
  groups: z.array(Group).exactOptional(),
});
type Measured = z.infer<typeof Measured>;

export const Runs = z.record(z.string(), Measured);
export type Runs = Readonly<z.infer<typeof Runs>>;

/** A run that was stopped has a summary, too. */
export function isWhole(summary: unknown): boolean {
  return z.object({ missing: z.literal(0) }).safeParse(summary).success;
}

/** @param summary a summary.json, parsed */
export function measuredOf(summary: unknown): Measured {
  const { metrics, groups = [], ...rest } = Measured.parse(summary);
  const wanted = (all: readonly Metric[]) => all.filter(({ name }) => shown.includes(name));
  const kept = groups
    .filter(({ by }) => KEPT_GROUPS.includes(by))
    .map((group) => ({ ...group, metrics: group.metrics.filter(({ name }) => name === POINT) }))
    .filter((group) => group.metrics.length > 0);
  return { ...rest, metrics: wanted(metrics), ...(kept.length > 0 ? { groups: kept } : {}) };
}

/** Of `docs`, the pages that have such tables. */
export const filledPages = ['references.md', 'rsb.md'];

/** The page with new tables: each stands between `<!-- runs: a pattern -->`, or `points` or `steps`, and `<!-- end -->`. */
export function filledPage(page: string, runs: Runs): string {
  return page.replace(
    /<!-- (runs|points|steps): (.*) -->[\s\S]*?<!-- end -->/g,
    (_, kind: string, pattern: string) =>
      `<!-- ${kind}: ${pattern} -->\n\n${tableOf(demand(tables, kind), pattern, runs)}\n\n<!-- end -->`,
  );
}

interface Kind {
  head: readonly string[];
  rows(name: string, run: Measured): string[][];
}

/** What is told of runs that act, of runs that point, and of the latter by parts. */
const tables: Readonly<Record<string, Kind>> = {
  runs: {
    head: ['run', 'episodes', 'success', 'grasp', 'nSG', 'digest'],
    rows: (name, run) => [
      [`\`${name}\``, `${run.units}`, ...acting.map((metric) => cell(run.metrics, metric)), digestOf(run)],
    ],
  },
  points: {
    head: ['run', 'questions', 'right', 'digest'],
    rows: (name, run) => [[`\`${name}\``, `${run.units}`, cell(run.metrics, POINT), digestOf(run)]],
  },
  steps: {
    head: ['run', 'questions', 'number', 'right', ...PARTS],
    rows: (name, { units, metrics, groups = [] }) =>
      [{ by: '', key: 'all', metrics }, ...groups].map(({ by, key, metrics: found }) => {
        const { n = units, ablated = {} } = found.find((metric) => metric.name === POINT) ?? {};
        const shares = PARTS.map((each) => percent(demand(ablated, each)));
        return [`\`${name}\``, by === 'step' ? `steps: ${key}` : key, `${n}`, cell(found, POINT), ...shares];
      }),
  },
};

const digestOf = ({ digest }: Measured) => `\`${digest.slice(0, 12)}\``;

/** A pattern that fits no run would be an empty table, and is a mistake. */
function tableOf({ head, rows }: Kind, pattern: string, runs: Runs): string {
  const fits = new RegExp(`^(${pattern})$`);
  const names = Object.keys(runs)
    .filter((name) => fits.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (names.length === 0) throw new Error(`no run is called ${pattern}`);
  const table = [head, ...names.flatMap((name) => rows(name, demand(runs, name)))];
  const widths = head.map((_, i) => Math.max(...table.map((row) => at(row, i).length)));
  const line = (row: readonly string[]) => `| ${row.map((text, i) => text.padEnd(at(widths, i))).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...table.slice(1).map(line)].join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function cell(metrics: readonly Metric[], wanted: string): string {
  const { value = null, low = null, high = null } = metrics.find(({ name }) => name === wanted) ?? {};
  if (value === null || low === null || high === null) return 'undefined';
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

/** nSG over the number of questions that were trained on, from the runs called `math-500-4` and so on. */
export function questionCurve(runs: Runs): string {
  const curves = (['math', 'wide'] as const).flatMap((family) =>
    [4, 10].map((blocks) => {
      const fits = new RegExp(`^${family}-(\\d+)-${blocks}$`);
      const points = Object.entries(runs).flatMap(([name, { metrics }]) =>
        pointOf(metrics, CHOICE, fits.exec(name)?.[1]),
      );
      const name = `rsb-math${family === 'wide' ? '-wide' : ''}-${blocks}`;
      return { name, points: points.sort((a, b) => a.at - b.at) };
    }),
  );
  return learningCurve({
    title: 'First-choice nSG on questions of the other half',
    across: {
      name: 'questions trained on',
      scale: Math.log10,
      ends: [70, 150_000],
      marks: [100, 1000, 10_000, 100_000],
    },
    curves: curves.filter(({ points }) => points.length > 0),
    levels: [-20, 0, 20, 40, 60, 80, 100],
    chance: true,
  });
}

/** How often reference/point is right over the number of steps, and what knowing a part of the scene gives. */
export function stepCurve(runs: Runs, level: string): string {
  const groups = (runs[`point-${level}`]?.groups ?? []).filter(({ by }) => by === 'step');
  const curve = (name: string, point: (group: Group) => Point[]) => ({ name, points: groups.flatMap(point) });
  const ablated = PARTS.map((part) =>
    curve(`knows ${part} only`, ({ key, metrics }) => {
      const share = metrics[0]?.ablated?.[part];
      if (share === undefined) return [];
      return [{ at: Number(key), value: 100 * share, low: 100 * share, high: 100 * share }];
    }),
  );
  return learningCurve({
    title: `Right answers to synth-point, ${level}`,
    across: {
      name: 'steps',
      scale: Number,
      ends: [0.7, groups.length + 0.3],
      marks: groups.map(({ key }) => Number(key)),
    },
    curves: [curve('reference/point', ({ key, metrics }) => pointOf(metrics, POINT, key)), ...ablated],
    levels: [0, 20, 40, 60, 80, 100],
  });
}

/** A metric where it is to be drawn; nothing where either is unknown. */
function pointOf(metrics: readonly Metric[], wanted: string, at: string | undefined): Point[] {
  const { value = null, low = null, high = null } = metrics.find(({ name }) => name === wanted) ?? {};
  if (at === undefined || value === null || low === null || high === null) return [];
  return [{ at: Number(at), value: 100 * value, low: 100 * low, high: 100 * high }];
}
