import { type Command, Option } from 'commander';
import type { ScoredRun } from '../engine/index.ts';
import { type Format, formats, publishedTable, render, sheetTable, type Table, verifyTable } from '../report/index.ts';
import { printJson } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { openStored } from './stored.ts';
import { verb } from './verb.ts';

interface Flags {
  format: Format;
  protocol?: string;
  diagnostics?: true;
  published?: true;
  verify?: true;
  json?: true;
}

export function reportVerb(): Command {
  return verb('report', 'Tables of one or more runs, computed from what is stored.', [
    'sextant report runs/a runs/b',
    'sextant report runs/a --format latex > table.tex',
  ])
    .argument('<run...>', 'run folders')
    .addOption(new Option('--format <format>', 'how it looks').choices(Object.keys(formats)).default('terminal'))
    .option('--protocol <id>', 'score under this recipe instead of each run’s own')
    .option('--diagnostics', 'what explains the numbers: letter bias, consistency, pointing error …')
    .option('--published', 'numbers that others printed, in a table of their own')
    .option('--verify', 'ours against what was published for the same model')
    .action(async (folders: string[], flags: Flags) => {
      const runs: ScoredRun[] = [];
      for (const folder of folders) runs.push(await openStored(folder, flags.protocol));
      if (flags.json || flags.format === 'json') return printJson({ runs: runs.map((run) => describe(run, flags)) });
      const benchmarks = [...new Set(runs.map(({ benchmark }) => benchmark))];
      printTables(
        [
          ...tablesOf(runs),
          ...(flags.diagnostics ? runs.flatMap(diagnosticTables) : []),
          ...(flags.verify ? runs.map(verified) : []),
          ...(flags.published ? benchmarks.map(publishedTable) : []),
        ],
        flags.format,
      );
    });
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
