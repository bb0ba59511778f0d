import { availableParallelism } from 'node:os';
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
    .action(async ({ json, count }: { json?: true; count: number }) => {
      const seen = await tour(stopsOf(count), { json: json === true, workers: Math.min(2, availableParallelism()) });
      if (!seen || json) return;
      printTables([tourTable(seen.map(({ ability, scored: { summary } }) => ({ ability, summary })))]);
      say(
        `\nlook at every question and answer:     ${COMMAND} view\nrun a real model on a real benchmark:  ${COMMAND} data pull mmsi && ${COMMAND} run mmsi --model openai/<name>`,
      );
    });
}
