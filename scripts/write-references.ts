/**
 * Tables and pictures of docs/references.md, from the summaries of runs.
 * npx node scripts/write-references.ts RUNS   keeps the summaries in docs/references.json
 * npx node scripts/write-references.ts        writes everything from there again
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { learningCurve, type Point } from './learning-curve.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/references.md');
const store = join(root, 'docs/references.json');

const Metric = z.object({
  name: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
const Measured = z.object({ units: z.number(), digest: z.string(), metrics: z.array(Metric) });
const Kept = z.record(z.string(), Measured);
type Measured = z.infer<typeof Measured>;

const SUCCESS = 'first-choice success';
const GRASP = 'first-choice grasp';
const CHOICE = 'first-choice nSG';

const [folder] = process.argv.slice(2);
const before = Kept.parse(JSON.parse(readFileSync(store, 'utf8')));
const found = folder === undefined ? {} : Object.fromEntries(globSync(join(folder, '*/summary.json')).map(read));
const runs: Readonly<Record<string, Measured>> = { ...before, ...found };
const names = Object.keys(runs).sort();
writeFileSync(store, `${JSON.stringify(Object.fromEntries(names.map((name) => [name, runs[name]])), null, 1)}\n`);

function read(file: string): [string, Measured] {
  const { metrics, ...rest } = Measured.parse(JSON.parse(readFileSync(file, 'utf8')));
  return [
    basename(dirname(file)),
    { ...rest, metrics: metrics.filter(({ name }) => [SUCCESS, GRASP, CHOICE].includes(name)) },
  ];
}

/** The parts of the page that this script writes stand between two comments. */
let text = readFileSync(page, 'utf8');
for (const [, name = ''] of text.matchAll(/<!-- runs: (.*) -->/g)) fill(name, tableOf(name));
writeFileSync(page, text);

function fill(name: string, table: string): void {
  const begin = text.indexOf(`<!-- runs: ${name} -->`) + `<!-- runs: ${name} -->`.length;
  const end = text.indexOf('<!-- end -->', begin);
  if (end < 0) throw new Error(`${name} has no end`);
  text = `${text.slice(0, begin)}\n\n${table}\n\n${text.slice(end)}`;
}

/** One row for each run; a pattern that fits none would be an empty table, and is a mistake. */
function tableOf(pattern: string): string {
  const fits = new RegExp(`^(${pattern})$`);
  const rows = names.filter((name) => fits.test(name)).sort(byNumbers);
  if (rows.length === 0) throw new Error(`no run is called ${pattern}`);
  const lines = rows.map((name) => {
    const run = runOf(name);
    return `| \`${name}\` | ${run.units} | ${[SUCCESS, GRASP, CHOICE].map((metric) => cell(run, metric)).join(' | ')} | \`${run.digest.slice(0, 12)}\` |`;
  });
  return [
    '| run | episodes | success | grasp | nSG | digest |',
    '| --- | ---: | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function runOf(name: string): Measured {
  const run = runs[name];
  if (!run) throw new Error(`no run is called ${name}`);
  return run;
}

function metricOf({ metrics }: Measured, name: string) {
  return metrics.find((metric) => metric.name === name);
}

function cell(run: Measured, name: string): string {
  const { value = null, low = null, high = null } = metricOf(run, name) ?? {};
  const percent = (share: number) => (100 * share).toFixed(1);
  return value === null || low === null || high === null
    ? 'undefined'
    : `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

const curves = ['math-4', 'math-10', 'wide-4', 'wide-10'].map((curve) => {
  const [family, blocks] = curve.split('-');
  const fits = new RegExp(`^${family}-(\\d+)-${blocks}$`);
  const points = names.flatMap((name): Point[] => {
    const at = fits.exec(name)?.[1];
    const { value = null, low = null, high = null } = metricOf(runOf(name), CHOICE) ?? {};
    if (at === undefined || value === null || low === null || high === null) return [];
    return [{ at: Number(at), value: 100 * value, low: 100 * low, high: 100 * high }];
  });
  return {
    name: `rsb-${family === 'wide' ? 'math-wide' : 'math'}-${blocks}`,
    points: points.sort((a, b) => a.at - b.at),
  };
});
writeFileSync(
  join(root, 'docs/references-questions.svg'),
  learningCurve({
    title: 'First-choice nSG on questions of the other half',
    across: 'distinct questions trained on',
    curves,
    ends: [70, 150_000],
  }),
);
