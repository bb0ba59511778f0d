import type { Command } from 'commander';
import { mergeRuns, openStored } from '../engine/index.ts';
import { plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { printTables, tablesOf } from './show.ts';
import { verb } from './verb.ts';

export function mergeVerb(): Command {
  return verb('merge', abouts.merge.about, [
    'sextant merge runs/mine --out runs/whole',
    'sextant merge node1/shard-1-of-2 node2/shard-2-of-2 --out runs/whole',
  ])
    .argument('<part...>', 'run folders, or a folder of shards')
    .requiredOption('--out <dir>', 'the whole run’s folder')
    .option('--partial', 'merge also where units are missing; `run` on the new folder asks them')
    .action(async (parts: string[], { out, partial, json }: { out: string; partial?: true; json?: true }) => {
      const merged = await mergeRuns({ parts, out, partial: partial === true });
      for (const problem of merged.problems) say(`warning: ${problem}`);
      const scored = await openStored(out);
      const { summary } = scored;
      if (json) {
        const { missing, problems } = merged;
        printJson({ event: 'merged', run: out, parts: merged.parts, missing, problems, summary });
      } else printTables(tablesOf([scored]));
      say(
        `${plural(merged.parts, 'part')}, ${plural(summary.units, 'unit')}\nrun folder: ${out}\ndigest: ${summary.digest}`,
      );
    });
}
