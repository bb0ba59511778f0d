import type { Command } from 'commander';
import { exportRun, openStored } from '../engine/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { verb, whole } from './verb.ts';

export function exportVerb(): Command {
  return verb('export', abouts.export.about, [
    'sextant export runs/mine --to roborefer-jsonl --data RefSpatial-Bench --out outputs',
  ])
    .argument('<run>', 'a run folder')
    .requiredOption('--to <format>', 'whose form; `sextant list formats` tells')
    .requiredOption('--out <dir>', 'where the files go')
    .option('--data <dir>', 'folder with the benchmark’s files')
    .option('--epoch <n>', 'which repetition', whole(0), 0)
    .action(async (run: string, flags: { to: string; out: string; data?: string; epoch: number; json?: true }) => {
      const scored = await openStored(run);
      const dataset = await openDataset(scored.benchmark, scored.run.spec.args, flags.data);
      const done = await exportRun({ scored, dataset, format: flags.to, dir: flags.out, epoch: flags.epoch });
      const { files, units, errors } = done;
      if (errors > 0)
        say(
          `${count(errors)} of ${plural(units, 'unit')} ended in an error: written as ${flags.to} records a failed request`,
        );
      if (flags.json) printJson({ run, format: flags.to, files, errors });
      else for (const file of files) say(file);
    });
}
