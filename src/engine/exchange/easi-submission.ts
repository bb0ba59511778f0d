import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Metric, SextantError, type Summary, type UnitResult } from '../../contracts/index.ts';
import { pythonRound } from '../../extract/index.ts';
import { readRegular, writeFileAtomic, writeJsonAtomic } from '../../files/index.ts';
import { csvText, writeXlsx, zipBytes } from '../../tables/index.ts';
import { at, count, demand } from '../../util/index.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { type EasiEntry, easiMap } from './easi-map.ts';

export interface SubmissionOptions {
  runs: readonly ScoredRun[];
  dir: string;
  /** `org/model`, as EASI wants it; the model's own id otherwise. */
  model?: string;
}

export interface EasiSubmission {
  files: string[];
  /** What a person should know before sending it: benchmarks that are not in it, sets that are not the published ones. */
  notes: string[];
}

/**
 * Writes an EASI submission: easi_results.json, easi_results.zip, and below `<model>/` the files in the archive, from which EASI's
 * own post-processing reads the same numbers. Only whole runs under EASI's own recipes are taken.
 */
export function writeEasiSubmission({ runs, dir, model }: SubmissionOptions): EasiSubmission {
  const [first] = runs;
  if (!first) throw new SextantError('bad_argument', 'name the runs of a submission');
  const modelName = model ?? first.run.spec.model.id;
  const short = at(modelName.split('/'), -1);
  if (!/^[\w.-]+$/.test(short) || /^\.+$/.test(short))
    throw new SextantError('bad_argument', `"${short}" is not a name for files`, {
      fix: 'name the model with --model-name',
    });
  const scores: Record<string, number | null> = {};
  const subScores: Record<string, Record<string, number | null>> = {};
  const files: string[] = [];
  mkdirSync(join(dir, short), { recursive: true });
  for (const { run, entry } of runs.map((each) => ({ run: each, entry: entryOf(each, first) }))) {
    if (Object.hasOwn(scores, entry.key))
      throw new SextantError('bad_argument', `two runs are of ${entry.key}`, { where: run.folder });
    const table = tableOf(run.summary, entry);
    const path = join(dir, short, `${short}_${entry.file}`);
    writeFileAtomic(path, csvText(table.columns, table.rows));
    files.push(path, ...(entry.key === 'site' ? siteSheets(run.units, join(dir, short, short)) : []));
    scores[entry.key] = at(at(table.percents, 0).values, 0);
    subScores[entry.key] = subScoresOf(table.percents, entry);
  }
  const payload = join(dir, 'easi_results.json');
  writeJsonAtomic(payload, {
    modelName,
    modelType: '',
    precision: '',
    revision: 'main',
    weightType: '',
    baseModel: '',
    backend: 'vlmevalkit',
    remarks: `written by Sextant from ${runs.map(({ summary }) => `${summary.protocol.id} #${summary.protocol.hash.slice(0, 8)}`).join(', ')}`,
    scores: sorted(scores),
    subScores: sorted(subScores),
  });
  const archive = join(dir, 'easi_results.zip');
  const held = files.sort().map((path): [string, Uint8Array] => [path.slice(dir.length + 1), readRegular(path)]);
  writeFileAtomic(archive, zipBytes(Object.fromEntries(held)));
  return { files: [payload, archive, ...files], notes: notesOn(runs) };
}

function notesOn(runs: readonly ScoredRun[]): string[] {
  const absent = Object.keys(easiMap).filter((id) => !runs.some(({ benchmark }) => benchmark.id === id));
  const others = runs.flatMap(({ benchmark, run }) => {
    const published = benchmark.publishedUnits?.(run.spec.args);
    if (published === undefined || published === run.units) return [];
    return [`${benchmark.id}: ${count(run.units)} questions, ${count(published)} are published`];
  });
  return [...(absent.length === 0 ? [] : [`not in it: ${absent.join(', ')}`]), ...others];
}

function entryOf({ benchmark, summary, folder, run, units }: ScoredRun, first: ScoredRun): EasiEntry {
  const wrong = (message: string, fix: string) => new SextantError('bad_run', message, { where: folder, fix });
  const entry = Object.hasOwn(easiMap, benchmark.id) ? easiMap[benchmark.id] : undefined;
  if (!entry)
    throw wrong(`${benchmark.id} is none of the benchmarks of EASI`, `they are ${Object.keys(easiMap).join(', ')}`);
  if (!entry.protocols.includes(summary.protocol.id))
    throw wrong(
      `${summary.protocol.id} is not how EASI asks and reads`,
      `score it under ${entry.protocols.join(' or ')}`,
    );
  if (run.spec.model.id !== first.run.spec.model.id)
    throw wrong(
      `this run is of ${run.spec.model.id}, another of ${first.run.spec.model.id}`,
      'a submission is of one model',
    );
  if (run.spec.args.set === 'full' || run.spec.args.debiased === '1' || (run.spec.args.part ?? 'all') !== 'all')
    throw wrong('the run is of another set than the one that EASI submits', 'run the suite easi-8');
  const { limit, only } = run.spec.select;
  if (limit !== undefined || only !== undefined)
    throw wrong('the run is of some of the questions only', 'run it without --limit and --only');
  if (run.spec.epochs !== 1) throw wrong('the run asks every question more than once', 'run it with --epochs 1');
  const media = new Set(units.map(({ groups }) => groups.medium));
  if (entry.key === 'site' && media.size < 2)
    throw wrong(
      `the run is of ${[...media].join()}s alone, the number pools pictures and clips`,
      'put both tables into --data',
    );
  if (summary.missing > 0 || summary.damaged > 0 || summary.metrics.some(({ errors = 0 }) => errors > 0))
    throw wrong('the run is not complete: a number with errors in it cannot be submitted', 'finish the run first');
  return entry;
}

interface EasiTable {
  columns: string[];
  rows: (string | number | null)[][];
  /** In percent with four digits, as submitted: the overall number, then the groups. */
  percents: { setting: string; values: (number | null)[] }[];
}

function tableOf(summary: Summary, entry: EasiEntry): EasiTable {
  const { settings, groups, by, overall, inPercent } = entry;
  const several = settings.length > 1;
  const read = settings.map(({ name, metric }) => {
    const pick = (metrics: readonly Metric[] | undefined) => metrics?.find((one) => one.name === metric)?.value ?? null;
    const ofGroup = (key: string) =>
      pick(summary.groups.find((group) => group.by === by && group.key === key)?.metrics);
    return { setting: name, values: [pick(summary.metrics), ...groups.map(([key]) => ofGroup(key))] };
  });
  const scaled = (value: number | null) => (value === null || !inPercent ? value : value * 100);
  const names = [overall, ...groups.map(([, column]) => column)];
  // EASI would read an empty cell as a number that is none.
  const isThere = (_: unknown, at: number) => read.some(({ values }) => typeof values[at] === 'number');
  return {
    columns: [...(several ? ['setting'] : []), ...names.filter(isThere)],
    rows: read.map(({ setting, values }) => [...(several ? [setting] : []), ...values.filter(isThere).map(scaled)]),
    percents: read.map(({ setting, values }) => ({
      setting,
      values: values.map((value) => (value === null ? null : pythonRound(value * 100, 4))),
    })),
  };
}

/** Of several settings, the first has no prefix, and each tells its overall number too. */
function subScoresOf(percents: EasiTable['percents'], { groups, settings }: EasiEntry): Record<string, number | null> {
  const several = settings.length > 1;
  return Object.fromEntries(
    percents.flatMap(({ setting, values: [overall = null, ...values] }, index) => {
      const prefix = index === 0 ? '' : `${setting}_`;
      const own = groups.map(([, , name], at): [string, number | null] => [`${prefix}${name}`, values[at] ?? null]);
      return several ? [[`${prefix}overall`, overall] as [string, number | null], ...own] : own;
    }),
  );
}

/** EASI pools pictures and clips itself, from what was right and how many options there were. */
function siteSheets(units: readonly UnitResult[], base: string): string[] {
  const sheets = { image: 'SiteBenchImage', video: 'SiteBenchVideo_32frame' };
  return Object.entries(sheets).flatMap(([medium, name]) => {
    const own = units.filter(({ groups }) => groups.medium === medium);
    if (own.length === 0) return [];
    const path = `${base}_${name}_extract_matching.xlsx`;
    const options = ({ groups }: UnitResult) =>
      `[${Array.from({ length: Number(groups.options) }, (_, i) => i).join(', ')}]`;
    writeXlsx(
      path,
      ['index', 'category', 'options', 'hit'],
      own.map((unit) => [unit.id, demand(unit.groups, 'category'), options(unit), unit.score]),
    );
    return [path];
  });
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
