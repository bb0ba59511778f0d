import { z } from 'zod';
import { at, demand } from '../src/util/index.ts';
import { learningCurve, type Point } from './learning-curve.ts';

const SUCCESS = 'first-choice success';
const GRASP = 'first-choice grasp';
const CHOICE = 'first-choice nSG';
const shown = [SUCCESS, GRASP, CHOICE];

const Metric = z.object({
  name: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/** What docs/references.md needs of a run's summary. */
const Measured = z.object({ units: z.number(), digest: z.string(), metrics: z.array(Metric) });
type Measured = z.infer<typeof Measured>;

export const Runs = z.record(z.string(), Measured);
export type Runs = Readonly<z.infer<typeof Runs>>;

/** @param summary a summary.json, parsed */
export function measuredOf(summary: unknown): Measured {
  const { metrics, ...rest } = Measured.parse(summary);
  return { ...rest, metrics: metrics.filter(({ name }) => shown.includes(name)) };
}

/** The page with new tables: each stands between `<!-- runs: a pattern -->` and `<!-- end -->`. */
export function filledPage(page: string, runs: Runs): string {
  return page.replace(
    /<!-- runs: (.*) -->[\s\S]*?<!-- end -->/g,
    (_, pattern: string) => `<!-- runs: ${pattern} -->\n\n${tableOf(pattern, runs)}\n\n<!-- end -->`,
  );
}

/** One row for each run; a pattern that fits none would be an empty table, and is a mistake. */
function tableOf(pattern: string, runs: Runs): string {
  const fits = new RegExp(`^(${pattern})$`);
  const names = Object.keys(runs)
    .filter((name) => fits.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (names.length === 0) throw new Error(`no run is called ${pattern}`);
  const rows = names.map((name) => {
    const run = demand(runs, name);
    return [
      `\`${name}\``,
      `${run.units}`,
      ...shown.map((metric) => cell(run, metric)),
      `\`${run.digest.slice(0, 12)}\``,
    ];
  });
  const table = [['run', 'episodes', 'success', 'grasp', 'nSG', 'digest'], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((i) => Math.max(...table.map((row) => at(row, i).length)));
  const line = (row: readonly string[]) => `| ${row.map((text, i) => text.padEnd(at(widths, i))).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function cell({ metrics }: Measured, wanted: string): string {
  const { value = null, low = null, high = null } = metrics.find(({ name }) => name === wanted) ?? {};
  const percent = (share: number) => (100 * share).toFixed(1);
  if (value === null || low === null || high === null) return 'undefined';
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

/** nSG over the number of questions that were trained on, from the runs called `math-500-4` and so on. */
export function questionCurve(runs: Runs): string {
  const curves = (['math', 'wide'] as const).flatMap((family) =>
    [4, 10].map((blocks) => {
      const fits = new RegExp(`^${family}-(\\d+)-${blocks}$`);
      const points = Object.entries(runs).flatMap(([name, { metrics }]): Point[] => {
        const at = fits.exec(name)?.[1];
        const { value = null, low = null, high = null } = metrics.find((metric) => metric.name === CHOICE) ?? {};
        if (at === undefined || value === null || low === null || high === null) return [];
        return [{ at: Number(at), value: 100 * value, low: 100 * low, high: 100 * high }];
      });
      const name = `rsb-math${family === 'wide' ? '-wide' : ''}-${blocks}`;
      return { name, points: points.sort((a, b) => a.at - b.at) };
    }),
  );
  const title = 'First-choice nSG on questions of the other half';
  return learningCurve({ title, across: 'distinct questions trained on', curves, ends: [70, 150_000] });
}
