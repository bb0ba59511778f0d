import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { tourTable } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { COMMAND, say } from './output.ts';
import { printTables } from './show.ts';
import { familiesOf, type Stop, tour } from './tour.ts';
import { verb, whole } from './verb.ts';

const MODELS = ['baseline/random', 'baseline/blind', 'baseline/oracle'];
const POLICIES = ['policy/random', 'policy/nearest', 'policy/expert-random', 'policy/expert'];

/** A small set of each family, and who plays it. */
function stopsOf(count: number): Stop[] {
  return familiesOf(count).flatMap((family): Stop[] =>
    family.ability === 'act'
      ? POLICIES.map((policy) => ({ ...family, who: { policy } }))
      : MODELS.map((model) => ({ ...family, who: { model } })),
  );
}

export function startVerb(): Command {
  return verb('start', abouts.start.about, ['sextant start'])
    .option('--count <n>', 'questions of each family; half as many tables for the robot', whole(4), 48)
    .option('--open', 'open the report in the browser')
    .action(async ({ json, count, open }: { json?: true; count: number; open?: true }) => {
      const seen = await tour(stopsOf(count), { json: json === true, workers: Math.min(2, availableParallelism()) });
      if (!seen || json) return;
      printTables([tourTable(seen.map(({ ability, scored: { summary } }) => ({ ability, summary })))]);
      say(
        `\nlook at every question and answer:     ${COMMAND} view\nrun a real model on a real benchmark:  ${COMMAND} data pull mmsi && ${COMMAND} run mmsi --model openai/<name>`,
      );
      const report = join('runs', 'report.html');
      const [{ writeReport }, { openBrowser }] = await Promise.all([import('./report-page.ts'), import('./view.ts')]);
      await writeReport({
        roots: seen.map(({ scored }) => scored.folder),
        out: report,
        pictures: 'shown',
        title: 'A tour of spatial intelligence: baselines and built-in policies',
        author: `${COMMAND} start`,
      });
      say(`\na report with pictures, to be opened in a browser or sent:\n${resolve(report)}`);
      if (open) openBrowser(resolve(report));
    });
}
