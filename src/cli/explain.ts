import type { Command } from 'commander';
import { explainRuns, openStored } from '../engine/index.ts';
import { explanationTables, findReportFormat } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { printJson } from './output.ts';
import { formatHelp, printTables } from './show.ts';
import { verb } from './verb.ts';

export function explainVerb(): Command {
  return verb('explain', abouts.explain.about, ['sextant explain runs/a runs/b'])
    .argument('<a>', 'a run folder')
    .argument('<b>', 'another one of the same benchmark')
    .option('--format <format>', formatHelp(), 'terminal')
    .action(async (a: string, b: string, { format, json }: { format: string; json?: true }) => {
      findReportFormat(format);
      const explanation = await explainRuns(await openStored(a), await openStored(b));
      if (json || format === 'json') printJson(explanation);
      else printTables(explanationTables(explanation), format);
    });
}
