import { type Command, Option } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { compareAll, openStored, type ScoredRun } from '../engine/index.ts';
import {
  differenceTable,
  digestTables,
  findReportFormat,
  type GateVerdict,
  judgeGate,
  junitOf,
  publishedTable,
  render,
  reportPage,
  reportTables,
  sheetTable,
  type Table,
  verifyTable,
} from '../report/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { controlsOf, controlTablesOf, formatHelp, printTables } from './show.ts';
import { number, verb } from './verb.ts';

interface Flags {
  format: string;
  out?: string;
  data?: string;
  maxSize: number;
  pictures: 'shown' | 'full';
  title?: string;
  author?: string;
  protocol?: string;
  diagnostics?: true;
  published?: true;
  verify?: true;
  failUnder?: number;
  json?: true;
}

export function reportVerb(): Command {
  return verb('report', abouts.report.about, [
    'sextant report runs/a runs/b',
    'sextant report runs/a --format latex > table.tex',
    'sextant report runs/a runs/b --format html --out report.html',
    'sextant report runs/a --fail-under 60 --format junit > gate.xml',
  ])
    .argument('<run...>', 'run folders')
    .option('--format <format>', formatHelp('html', 'junit'), 'terminal')
    .option('--out <file>', 'with html: the file to write; it opens from disk, without any server')
    .option('--max-size <MB>', 'with html: leave pictures out when the file would become larger', number(0), 50)
    .addOption(
      new Option(
        '--pictures <which>',
        'with html: encoded again for the size they are shown at, or in full, as models were shown them',
      )
        .choices(['shown', 'full'])
        .default('shown'),
    )
    .option('--title <text>', 'with html: the title on its first page')
    .option('--author <name>', 'with html: the author on its first page')
    .option('--data <dir>', 'with html: folder with the pictures that runs refer to')
    .option('--protocol <id>', 'score under this recipe instead of each run’s own')
    .option('--diagnostics', 'what explains the numbers: letter bias, consistency, pointing error …')
    .option('--published', 'numbers that others printed, in a table of their own')
    .option('--verify', 'ours against what was published for the same model')
    .option(
      '--fail-under <points>',
      'exit with 1 when a run’s interval is below this score, or the run is incomplete',
      number(0),
    )
    .action((folders: string[], flags: Flags) => (writers.get(flags.format) ?? writeTables)(folders, flags));
}

/** Formats that are more than tables as text. */
const writers = new Map([
  ['html', writePage],
  ['json', writeJson],
  ['junit', writeJunit],
]);

async function openAll(folders: string[], { protocol }: Flags): Promise<ScoredRun[]> {
  const runs: ScoredRun[] = [];
  for (const folder of folders) runs.push(await openStored(folder, protocol));
  return runs;
}

async function writeTables(folders: string[], flags: Flags): Promise<void> {
  // A mistyped name should not wait for the runs to be read.
  findReportFormat(flags.format, ['html', 'junit']);
  if (flags.out !== undefined)
    throw new SextantError('bad_argument', 'only a page goes into a file of its own', {
      where: `--out ${flags.out}`,
      fix: 'add --format html, or write what is printed into a file: > tables.txt',
    });
  if (flags.json) return writeJson(folders, flags);
  const runs = await openAll(folders, flags);
  const benchmarks = [...new Set(runs.map(({ benchmark }) => benchmark))];
  const summaries = runs.map(({ folder, summary }) => ({ run: folder, summary }));
  const others = [
    ...compareAll(runs).map(differenceTable),
    ...controlTablesOf(runs),
    ...(flags.diagnostics ? runs.flatMap(diagnosticTables) : []),
    ...(flags.verify ? runs.map(verified) : []),
    ...(flags.published ? benchmarks.map(publishedTable) : []),
    ...digestTables(summaries),
  ];
  printTables(reportPage(reportTables(summaries), others, flags.format), flags.format);
  if (flags.failUnder === undefined) return;
  for (const { run, result, why } of judge(runs, flags.failUnder)) say(`${result}: ${run}: ${why}`);
}

/** What is demanded of the runs; the process fails with them. */
function judge(runs: readonly ScoredRun[], points: number): GateVerdict[] {
  const demanded = points / 100;
  const verdicts = runs.map(({ folder, summary }) => judgeGate({ run: folder, summary, demanded }));
  if (verdicts.some(({ result }) => result !== 'passed')) process.exitCode = 1;
  return verdicts;
}

/** For the reports of CI systems. */
async function writeJunit(folders: string[], flags: Flags): Promise<void> {
  if (flags.failUnder === undefined) {
    throw new SextantError('bad_argument', 'JUnit needs to know what is demanded', {
      where: '--format junit',
      fix: 'name it with --fail-under, for example --fail-under 60',
    });
  }
  process.stdout.write(junitOf(judge(await openAll(folders, flags), flags.failUnder)));
}

/** The numbers themselves, and not the words of the tables. */
async function writeJson(folders: string[], flags: Flags): Promise<void> {
  const runs = await openAll(folders, flags);
  const controls = controlsOf(runs);
  const gate = flags.failUnder === undefined ? undefined : judge(runs, flags.failUnder);
  printJson({
    runs: runs.map((run) => describe(run, flags)),
    ...(controls.length > 0 && { controls }),
    ...(gate && { gate: gate.map(({ run, result, why }) => ({ run, result, why })) }),
  });
}

/** The viewer with these runs inside, as one file. */
async function writePage(roots: string[], flags: Flags): Promise<void> {
  const { out, data, maxSize, pictures, protocol, json, title, author } = flags;
  if (out === undefined) {
    throw new SextantError('bad_argument', 'a page needs a file', {
      where: '--format html',
      fix: 'name it with --out',
    });
  }
  if (protocol !== undefined) {
    throw new SextantError('bad_argument', 'a page shows each run under its own protocol', {
      where: '--protocol',
      fix: 'leave it out: other protocols can be chosen on the page',
    });
  }
  // Loaded here: tables need no viewer.
  const [{ writeReport }, { limit, tellPacked }] = await Promise.all([import('./report-page.ts'), import('./pack.ts')]);
  const packed = await writeReport({ roots, out, data, pictures, title, author, ...limit(maxSize) });
  tellPacked(packed, { out, json });
}

function describe(run: ScoredRun, flags: Flags) {
  const { folder, summary, benchmark, units } = run;
  return {
    run: folder,
    summary,
    ...(flags.diagnostics ? { diagnostics: benchmark.diagnose?.(units) ?? [] } : {}),
    ...(flags.published ? { published: benchmark.published ?? [] } : {}),
    ...(flags.verify ? { verify: JSON.parse(render([verified(run)], 'json')) } : {}),
  };
}

function diagnosticTables({ folder, benchmark, units }: ScoredRun): Table[] {
  return (benchmark.diagnose?.(units) ?? []).map((sheet) =>
    sheetTable({ ...sheet, name: `${sheet.name} of ${folder}` }),
  );
}

function verified({ benchmark, run, summary }: ScoredRun): Table {
  return verifyTable({ benchmark, spec: run.spec, summary });
}
