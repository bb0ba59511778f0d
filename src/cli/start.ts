import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { tourTable } from '../report/index.ts';
import { say } from './output.ts';
import { printTables } from './show.ts';
import { type Stop, tour } from './tour.ts';
import { verb } from './verb.ts';

const MODELS = ['baseline/random', 'baseline/blind', 'baseline/oracle'];
const POLICIES = ['policy/random', 'policy/nearest', 'policy/expert-wrong', 'policy/expert'];

/** A small set of each family, and who plays it. */
const stops: readonly Stop[] = [
  ...answered('point', 'synth-point:count=60'),
  ...answered('views', 'synth-views:count=44'),
  ...answered('motion', 'synth-motion:count=48'),
  ...POLICIES.map((policy) => ({ ability: 'act', benchmark: 'synth-act:count=24', who: { policy } })),
];

function answered(ability: string, benchmark: string): Stop[] {
  return MODELS.map((model) => ({ ability, benchmark, who: { model } }));
}

export function startVerb(): Command {
  return verb('start', 'A first tour without network or keys: baselines on generated worlds, compared.', [
    'sextant start',
  ]).action(async ({ json }: { json?: true }) => {
    const seen = await tour(stops, { json: json === true, workers: Math.min(2, availableParallelism()) });
    if (!seen) {
      process.exitCode = 130;
      return say('stopped. Nothing is lost: run the same command again to continue.');
    }
    if (json) return;
    printTables([tourTable(seen.map(({ ability, scored: { summary } }) => ({ ability, summary })))]);
    say(
      '\nlook at every question and answer:  bin/sextant view\nmeasure a model of yours:            bin/sextant quick --model openai/<name>, then bin/sextant data pull mmsi && bin/sextant run mmsi --model openai/<name>',
    );
  });
}
