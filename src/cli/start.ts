import type { Command } from 'commander';
import { compareRuns, type ScoredRun } from '../engine/index.ts';
import { comparisonTables } from '../report/index.ts';
import { watchInterrupts } from './interrupt.ts';
import { launch } from './launch.ts';
import { printJson, say } from './output.ts';
import { printTables, progressListener, tablesOf } from './show.ts';
import { verb } from './verb.ts';

const MODELS = ['baseline/random', 'baseline/center'];

export function startVerb(): Command {
  return verb('start', 'A first tour without network or keys: two baselines on generated pictures, compared.', [
    'sextant start',
  ]).action(async ({ json }: { json?: true }) => {
    const interrupts = watchInterrupts();
    const runs: ScoredRun[] = [];
    for (const model of MODELS) {
      const progress = progressListener(json === true);
      const { end, scored } = await launch({
        benchmark: 'tiny',
        who: { model },
        workers: 1,
        decoding: {},
        select: {},
        epochs: 1,
        seed: 0,
        concurrency: 'auto',
        retries: 0,
        keepMedia: false,
        ...interrupts,
        listener: progress.listener,
      }).finally(() => progress.end());
      if (end !== 'done') {
        process.exitCode = 130;
        return;
      }
      if (json) printJson({ event: 'done', run: scored.folder, summary: scored.summary });
      runs.push(scored);
    }
    interrupts.release();
    const [a, b] = runs;
    if (!a || !b) return;
    const comparison = compareRuns(a, b);
    if (json) return printJson({ event: 'comparison', comparison });
    // The headline, one breakdown and the verdict; `report` and `compare` have the rest.
    printTables([...tablesOf(runs).slice(0, 2), ...comparisonTables(comparison).slice(0, 2)]);
    say(`\nrun folders:\n  ${runs.map(({ folder }) => folder).join('\n  ')}`);
    say(
      `\nnext:\n  bin/sextant compare ${a.folder} ${b.folder}\n  bin/sextant run tiny --model openai/<your model>\n  bin/sextant --help`,
    );
  });
}
