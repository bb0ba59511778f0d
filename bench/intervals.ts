// How often intervals cover the truth: the grid of docs/statistics.md, on all cores.
// Usage: npm run bench -- intervals [--worlds 10000] [--only score|pair] [--hard] [--all] [--write]
// --hard takes only 10 and 20 clusters, where misses are likeliest, for a quick look; --all prints every cell; --write
// puts the tables into docs/statistics.md (npm run fix aligns them).

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Cell, type Measured, measureCell } from './intervals-parts/measure-cell.ts';

const CLUSTERS = [5, 10, 20, 50, 100, 200];
const HARD = [10, 20];
const UNITS = [2, 4, 10];
const ICC = [0, 0.3, 0.7, 1];
const RIGHT = [0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97];
/** What the other run scores, where two are compared. */
const AGAINST = [0.01, 0.05, 0.2, 0.5, 0.6, 0.85, 0.95];

/** What stands above a column of the table. */
type Column = Pick<Cell, 'p' | 'against'>;

const one = RIGHT.map((p) => ({ p }));
const two = RIGHT.map((p, i) => ({ p, against: AGAINST[i] ?? p }));

function cellsOf(columns: readonly Column[]): Cell[] {
  return CLUSTERS.flatMap((clusters) =>
    ICC.flatMap((icc) => UNITS.flatMap((units) => columns.map((column) => ({ clusters, units, icc, ...column })))),
  );
}

/** Every worker asks for the next cell when it has done one, the dear ones first: none is left with many at the end. */
function measureAll(cells: readonly Cell[], worlds: number): Promise<Measured[]> {
  const dearFirst = cells.toSorted((a, b) => b.clusters * b.units - a.clusters * a.units);
  let next = 0;
  const work = () =>
    new Promise<Measured[]>((resolve, reject) => {
      const done: Measured[] = [];
      const worker = new Worker(import.meta.filename, { workerData: { worlds } });
      const give = () => worker.postMessage(dearFirst[next++]);
      worker.once('error', reject).on('message', (measured: Measured) => {
        done.push(measured);
        if (next < dearFirst.length) give();
        else worker.terminate().then(() => resolve(done), reject);
      });
      give();
    });
  const threads = Math.min(availableParallelism(), cells.length);
  return Promise.all(Array.from({ length: threads }, work)).then((lists) => lists.flat());
}

const percent = (share: number) => (100 * share).toFixed(1);

/** How often a cell with as many clusters may miss the truth. */
const allowed = (clusters: number) => (clusters >= 10 ? 0.07 : 0.08);

/**
 * The least mean width, in worlds of this kind, of any interval of a difference that also covers often enough where every
 * cluster may be gained or lost as a whole: as long as none was met, both kinds of worlds look the same. See decision 9.
 */
function leastWidth({ clusters, p, against = p }: Cell): number {
  const miss = allowed(clusters);
  const most = 1 - miss ** (1 / clusters);
  const side = most - (miss * ((1 - most) ** (1 - clusters) - 1)) / (clusters - 1);
  return 2 * side - miss * most * (1 + Math.abs(p - against));
}

function atLeast(cell: Cell, former: number): string {
  const least = cell.against === undefined ? 0 : leastWidth(cell) / former;
  return least > 1.05 ? ` (${least.toFixed(2)} at least, for whoever covers whole clusters too)` : '';
}

/** The goals, and how far a cell is from each that it misses. */
const GOALS: { name: string; missed(measured: Measured): string | undefined }[] = [
  {
    name: 'at least 93 % (92 % at 5 clusters)',
    missed: ({ cell, now }) =>
      now.covered < 1 - allowed(cell.clusters) ? `covers ${percent(now.covered)} %` : undefined,
  },
  {
    name: 'at most 97.5 % where there are 10 effective events on both sides',
    missed: ({ now, events }) => (events >= 10 && now.covered > 0.975 ? `covers ${percent(now.covered)} %` : undefined),
  },
  {
    name: 'at most 1.05 times as wide as before, where that covered 94 to 96 %',
    missed: ({ cell, now, former }) =>
      former.covered >= 0.94 && former.covered <= 0.96 && now.width > 1.05 * former.width
        ? `${(now.width / former.width).toFixed(2)} times as wide${atLeast(cell, former.width)}; covers ${percent(now.covered)} %, before ${percent(former.covered)} %`
        : undefined,
  },
];

function nameOf({ clusters, units, icc, p, against }: Cell): string {
  return `${clusters} clusters × ${units}, ICC ${icc}, ${p}${against === undefined ? '' : ` − ${against}`}`;
}

/** The least coverage over the units per cluster, and in brackets what it was before. */
function table(measured: readonly Measured[], columns: readonly Column[]): string {
  const heads = columns.map(({ p, against }) => (against === undefined ? `${p}` : `${p} − ${against}`));
  const rows = CLUSTERS.filter((clusters) => measured.some(({ cell }) => cell.clusters === clusters)).flatMap(
    (clusters) =>
      ICC.map((icc) => {
        const cells = columns.map(({ p }) => {
          const those = measured.filter(({ cell }) => cell.clusters === clusters && cell.icc === icc && cell.p === p);
          const least = (of: 'now' | 'former') => percent(Math.min(...those.map((each) => each[of].covered)));
          return `${least('now')} (${least('former')})`;
        });
        return `| ${[clusters, icc, ...cells].join(' | ')} |`;
      }),
  );
  return [
    `| clusters | ICC | ${heads.join(' | ')} |`,
    `| ${['', '', ...heads].map(() => '--:').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

/** The table and one line per goal, as they stand in the docs. */
function summaryOf(measured: readonly Measured[], columns: readonly Column[], worlds: number): string {
  const goals = GOALS.map(({ name, missed }) => {
    const cells = measured.filter((each) => missed(each) !== undefined);
    return `- ${name}: missed in ${cells.length} of ${measured.length} cells`;
  });
  return `${table(measured, columns)}\n\n${worlds.toLocaleString('en-US')} worlds a cell. Goals:\n\n${goals.join('\n')}`;
}

/** Every cell that misses a goal, by name. */
function misses(measured: readonly Measured[]): string[] {
  return GOALS.flatMap(({ name, missed }) =>
    measured.flatMap((each) => {
      const why = missed(each);
      return why === undefined ? [] : [`${name}: ${nameOf(each.cell)} ${why}`];
    }),
  );
}

/** Puts the summary between its marks in the docs. */
function writeDocs(part: string, summary: string): void {
  const file = join(import.meta.dirname, '../docs/statistics.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = [`<!-- grid: ${part} -->`, '<!-- end of grid -->'];
  const from = text.indexOf(start) + start.length;
  if (from < start.length) throw new Error(`${file} has no ${start}`);
  writeFileSync(file, `${text.slice(0, from)}\n\n${summary}\n\n${text.slice(text.indexOf(end, from))}`);
}

if (isMainThread) {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      worlds: { type: 'string', default: '10000' },
      only: { type: 'string' },
      hard: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const worlds = Number(values.worlds);
  for (const [part, title, columns] of [
    ['score', 'One score', one],
    ['pair', 'Two runs', two],
  ] as const) {
    if (values.only !== undefined && values.only !== part) continue;
    const start = performance.now();
    const cells = cellsOf(columns).filter(({ clusters }) => !values.hard || HARD.includes(clusters));
    const measured = await measureAll(cells, worlds);
    const summary = summaryOf(measured, columns, worlds);
    console.log(`## ${title}\n\n${summary}\n\n${misses(measured).join('\n')}\n`);
    if (values.write && !values.hard) writeDocs(part, summary);
    if (values.all)
      for (const { cell, now, former, events } of measured)
        console.log(
          [nameOf(cell), percent(now.covered), percent(former.covered), now.width, former.width, events].join('\t'),
        );
    console.error(`${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
} else {
  const { worlds }: { worlds: number } = workerData;
  parentPort?.on('message', (cell: Cell) => parentPort?.postMessage(measureCell(cell, worlds)));
}
