import { type Command, Option } from 'commander';
import { SextantError, type Summary } from '../contracts/index.ts';
import {
  type ErrataScoring,
  findBenchmark,
  findProtocol,
  importPredictions,
  machineClock,
  openStored,
  type ScoredRun,
  scoreWithErrata,
  summariseUnder,
  verifyRun,
  versions,
} from '../engine/index.ts';
import { errataTables, spreadTable } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { verb } from './verb.ts';

interface Flags {
  protocol?: string;
  allProtocols?: true;
  benchmark?: string;
  data?: string;
  predictions?: string;
  from: string;
  modelName?: string;
  format: string;
  out: string;
  errata?: string;
  breakdowns?: true;
  json?: true;
}

export function scoreVerb(): Command {
  return verb('score', abouts.score.about, [
    'sextant score runs/tiny_baseline-random_1a2b3c4d',
    'sextant score runs/mine --all-protocols',
    'sextant score runs/mine --errata errata.jsonl',
    'sextant score --benchmark tiny --predictions outputs.jsonl --from jsonl',
  ])
    .argument('[run]', 'a run folder')
    .option('--protocol <id>', 'a recipe other than the run’s own')
    .option('--all-protocols', 'the spread between all recipes of the benchmark')
    .option('--benchmark <name>', 'with --predictions: what they answer')
    .option('--data <dir>', 'with --predictions: folder with the benchmark’s files')
    .option('--predictions <file>', 'outputs of another tool')
    .option(
      '--from <format>',
      'their form: jsonl ({"id", "text", "epoch"?} per line), or one of `sextant list formats`',
      'jsonl',
    )
    .option('--model-name <name>', 'with --predictions: who answered, for tables and --verify (the file’s name)')
    .addOption(
      new Option('--format <format>', '`official`: exactly what the authors’ script prints')
        .choices(['terminal', 'official'])
        .default('terminal'),
    )
    .option(
      '--errata <file>',
      'corrected labels, one {"id", "old", "new", "evidence"} per line: the score before and after',
    )
    .option('--breakdowns', 'also the score of every category')
    .option('--out <dir>', 'with --predictions: where run folders go', 'runs')
    .action(async (run: string | undefined, flags: Flags) => {
      if (run !== undefined && flags.predictions !== undefined) {
        throw new SextantError('bad_argument', 'a run folder and --predictions exclude each other');
      }
      const folder = flags.predictions === undefined ? run : await imported(flags);
      if (folder === undefined) {
        throw new SextantError('bad_argument', 'what should be scored?', {
          fix: 'name a run folder, or --benchmark and --predictions',
        });
      }
      const first = await openStored(folder, flags.protocol);
      if (flags.errata !== undefined) return showErrata(folder, await scoreWithErrata(first, flags.errata), flags);
      const damage = await verifyRun(folder, first.benchmark);
      const scored = flags.allProtocols ? await underAll(first) : [first];
      const checked = scored.map((one) => ({ ...one, summary: withProblems(one.summary, damage) }));
      const [own] = checked;
      if (flags.format === 'official') process.stdout.write(official(first));
      else if (flags.json) {
        printJson(
          flags.allProtocols
            ? { run: folder, summaries: checked.map(({ summary }) => summary) }
            : { run: folder, ...own?.summary },
        );
      } else {
        const spread = flags.allProtocols ? [spreadTable(checked.map(({ summary }) => summary))] : [];
        printTables([...(own ? tablesOf([own], { breakdowns: flags.breakdowns === true }) : []), ...spread]);
      }
      if (flags.predictions !== undefined) say(`run folder: ${folder}`);
    });
}

function showErrata(run: string, scoring: ErrataScoring, { json, allProtocols, format }: Flags): void {
  if (allProtocols || format === 'official')
    throw new SextantError('bad_argument', '--errata goes with one protocol and no official form', {
      fix: 'name the recipe with --protocol',
    });
  if (json) printJson({ run, ...scoring });
  else printTables(errataTables(scoring));
}

function official({ benchmark, units }: ScoredRun): string {
  if (benchmark.printOfficial) return benchmark.printOfficial(units);
  throw new SextantError('bad_argument', `${benchmark.id} has no official script`, { where: '--format official' });
}

/** The same answers under every other protocol of the benchmark. */
async function underAll(first: ScoredRun): Promise<ScoredRun[]> {
  const others = first.benchmark.protocols.filter(({ id }) => id !== first.summary.protocol.id);
  return [first, ...(await summariseUnder(first.folder, first.benchmark, others))];
}

function withProblems(summary: Summary, more: string[]): Summary {
  return { ...summary, problems: [...new Set([...summary.problems, ...more])] };
}

async function imported(flags: Flags): Promise<string> {
  const { benchmark: name, predictions: file, data, from: format, out: runs } = flags;
  if (name === undefined || file === undefined) {
    throw new SextantError('bad_argument', '--predictions needs --benchmark');
  }
  const { benchmark, args } = findBenchmark(name);
  const dataset = await openDataset(benchmark, args, data);
  return importPredictions({
    benchmark,
    args,
    dataset,
    protocol: findProtocol(benchmark, flags.protocol),
    file,
    format,
    runs,
    versions,
    clock: machineClock,
    ...(flags.modelName !== undefined && { modelName: flags.modelName }),
  });
}
