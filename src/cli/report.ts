import { type Command, Option } from 'commander';
import { type Format, formats } from '../report/index.ts';
import { printJson } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { openStored } from './stored.ts';
import { verb } from './verb.ts';

export function reportVerb(): Command {
  return verb('report', 'Tables of one or more runs, computed from what is stored.', [
    'sextant report runs/a runs/b',
    'sextant report runs/a --format latex > table.tex',
  ])
    .argument('<run...>', 'run folders')
    .addOption(new Option('--format <format>', 'how it looks').choices(Object.keys(formats)).default('terminal'))
    .option('--protocol <id>', 'score under this recipe instead of each run’s own')
    .action(async (folders: string[], flags: { format: Format; protocol?: string; json?: true }) => {
      const runs = [];
      for (const folder of folders) runs.push(await openStored(folder, flags.protocol));
      if (flags.json || flags.format === 'json')
        printJson({ runs: runs.map(({ folder, summary }) => ({ run: folder, summary })) });
      else printTables(tablesOf(runs), flags.format);
    });
}
