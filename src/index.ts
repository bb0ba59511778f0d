/**
 * What the command line does, for programs: every function here is what a verb of the same name stands on, and gives the same
 * numbers and the same digests.
 */
import {
  type Comparison,
  PolicyError,
  ProviderError,
  type RunEvent,
  type RunFile,
  Sample,
  SextantError,
  type Summary,
} from './contracts/index.ts';
import {
  bringModules,
  compareAll,
  compareRuns,
  type LaunchOptions,
  launch,
  type NamedModules,
  openStored,
  type RunEnd,
  type RunListener,
  type RunState,
  readBoundSummary,
  type ScoredRun,
} from './engine/index.ts';
import { differenceTable, digestTables, formatRegistry, render, reportPage, reportTables } from './report/index.ts';
import { readEvents, readRunFile, runPaths } from './store/index.ts';

// Samples are read back with a schema of the benchmark's own: this is the library that Sextant checks them with.
export { z } from 'zod';
export type * from './contracts/index.ts';
export type { RunEnd, RunListener, RunState, ScoredRun };
export { PolicyError, ProviderError, Sample, SextantError };

/** What every function takes: modules of your own, by path. Their code is loaded only when it is named here. */
interface UseModules {
  /** `./mine.ts`: benchmarks, models, policies, extractors, formats that it exports are known by name during the call. */
  use?: readonly string[];
}

/** Who is measured: a model that answers, or a policy that acts. */
type Who = { model: string } | { policy: string };

export type RunOptions = Who & Omit<LaunchOptions, 'who' | 'datasets' | 'asked' | 'clock'> & UseModules;

/** A run and how it ended: `done`, or why units are left open. The same call again goes on with them. */
export type RunResult = ScoredRun & { end: RunEnd };

/**
 * Asks a model every question of a benchmark, or lets a policy act; on an existing folder it resumes.
 * @example
 * const { summary } = await run({ benchmark: 'tiny:count=20', model: 'baseline/random' });
 * console.log(summary.metrics[0], summary.digest);
 */
export async function run({ use, ...opts }: RunOptions): Promise<RunResult> {
  const who = 'model' in opts ? { model: opts.model } : { policy: opts.policy };
  return withModules({ use, config: opts.config }, async () => {
    const { end, scored } = await launch({ ...opts, who });
    return { ...scored, end };
  });
}

/**
 * Scores a stored run again without asking anybody, under its own protocol or another one of its benchmark.
 * @example
 * const { summary, units } = await score('runs/mine', { protocol: 'mmsi/easi' });
 */
export async function score(folder: string, opts: { protocol?: string } & UseModules = {}): Promise<ScoredRun> {
  return withModules(opts, () => openStored(folder, opts.protocol));
}

/**
 * Two runs side by side, on the units that both answered. Differences are A − B, from 0 to 1.
 * @example
 * const { overall } = await compare('runs/a', 'runs/b', { equivalence: 2 });
 * console.log(overall.difference, overall.p);
 */
export async function compare(
  a: string,
  b: string,
  opts: {
    protocol?: string;
    /** Also: are they equal within this many points? */
    equivalence?: number;
  } & UseModules = {},
): Promise<Comparison> {
  const { protocol, equivalence, use } = opts;
  return withModules({ use }, async () =>
    compareRuns(await openStored(a, protocol), await openStored(b, protocol), {
      ...(equivalence === undefined ? {} : { equivalence }),
    }),
  );
}

/**
 * Tables of one or more runs as text, as `sextant report` prints them.
 * @example
 * await writeFile('table.tex', await report(['runs/a', 'runs/b'], { format: 'latex' }));
 */
export async function report(
  folders: readonly string[],
  opts: {
    /** `terminal`, `markdown`, `latex`, `csv`, `json`, or one of a module in `use`; `terminal` unless it says otherwise. */
    format?: string;
    protocol?: string;
    /** How wide a `terminal` is; 160 */
    width?: number;
  } & UseModules = {},
): Promise<string> {
  const { format = 'terminal', protocol, width = 160, use } = opts;
  return withModules({ use }, async () => {
    const runs = [];
    for (const run of folders) runs.push(await openStored(run, protocol));
    const summaries = runs.map(({ folder, summary }) => ({ run: folder, summary }));
    const others = [...compareAll(runs).map(differenceTable), ...digestTables(summaries)];
    return render(reportPage(reportTables(summaries), others, format), format, { width, color: false });
  });
}

/** A run as it is stored. */
export interface StoredRun {
  folder: string;
  /** run.json: what was asked, of whom, with which versions. */
  run: RunFile;
  /** The numbers, where they are those of this very journal; null where they have to be computed: see `score`. */
  summary: Summary | null;
  /** The journal, event by event; of a unit that was asked again, the last `final` attempt counts. Damaged lines are left out. */
  events(): AsyncGenerator<RunEvent>;
}

/**
 * Reads what a run folder holds. Loads no code and asks nobody, so it also reads runs of benchmarks that are not known here.
 * @example
 * const { run, events } = await readRun('runs/theirs');
 * for await (const event of events()) if (event.event === 'attempt') console.log(event.unit, event.reply?.text);
 */
export async function readRun(folder: string): Promise<StoredRun> {
  const run = readRunFile(folder);
  return {
    folder,
    run,
    summary: (await readBoundSummary(folder)) ?? null,
    async *events() {
      for await (const read of readEvents(runPaths(folder).events)) if ('event' in read) yield read.event;
    },
  };
}

/** Modules are known for as long as the call takes. */
async function withModules<T>({ use, config }: NamedModules, work: () => Promise<T>): Promise<T> {
  const modules = await bringModules({ use, config }, { cwd: process.cwd(), formats: formatRegistry });
  try {
    return await work();
  } finally {
    modules[Symbol.dispose]();
  }
}
