import type { Command } from 'commander';
import { compareRuns, openStored } from '../engine/index.ts';
import { comparisonTables, findReportFormat } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { printJson } from './output.ts';
import { formatHelp, printTables } from './show.ts';
import { number, verb } from './verb.ts';

export function compareVerb(): Command {
  return verb('compare', abouts.compare.about, [
    'sextant compare runs/a runs/b',
    'sextant compare runs/a runs/b --equivalence 2',
  ])
    .argument('<a>', 'a run folder')
    .argument('<b>', 'another one of the same benchmark')
    .option('--equivalence <points>', 'also: are they equal within this many points?', number(0))
    .option('--protocol <id>', 'score both under this recipe')
    .option('--format <format>', formatHelp(), 'terminal')
    .action(
      async (a: string, b: string, flags: { equivalence?: number; protocol?: string; format: string; json?: true }) => {
        const { equivalence, protocol } = flags;
        findReportFormat(flags.format);
        const open = (folder: string) => openStored(folder, protocol, { answers: false });
        const comparison = compareRuns(await open(a), await open(b), {
          ...(equivalence === undefined ? {} : { equivalence }),
        });
        if (flags.json || flags.format === 'json') printJson(comparison);
        else printTables(comparisonTables(comparison), flags.format);
      },
    );
}
