import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { type Forecast, forecast, openStored } from '../engine/index.ts';
import { percent } from '../report/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson } from './output.ts';
import { gather } from './use.ts';
import { number, verb } from './verb.ts';

interface Flags {
  detect?: number;
  like?: string[];
  power: number;
  json?: true;
}

export function planVerb(): Command {
  return verb('plan', abouts.plan.about, [
    'sextant plan --detect 3',
    'sextant plan --detect 3 --like runs/a --like runs/b',
    'sextant plan --like runs/a',
  ])
    .option('--detect <points>', 'the difference between two runs that should be found', number(0.01, 100))
    .option(
      '--like <run>',
      'an earlier run, whose clusters and spread are taken; two of them: also how often they differ',
      gather,
    )
    .option('--power <percent>', 'how often such a difference should be found', number(50, 99.9), 80)
    .action(async ({ detect, like = [], power, json }: Flags) => {
      if (detect === undefined && like.length === 0)
        throw new SextantError('bad_argument', 'nothing to plan', {
          fix: 'give --detect POINTS, an earlier run with --like, or both',
        });
      if (like.length > 2) throw new SextantError('bad_argument', 'name one or two runs', { where: '--like' });
      const runs = [];
      for (const folder of like) runs.push(await openStored(folder, undefined, { answers: false }));
      const found = forecast(runs, { power: power / 100, ...(detect !== undefined && { difference: detect / 100 }) });
      if (json) printJson(found);
      else process.stdout.write(`${wordsOf(found).join('\n')}\n`);
    });
}

function wordsOf({ from, spread, power, needed, shown }: Forecast): string[] {
  const { variance, design, clusterSize } = spread;
  const together =
    clusterSize > 1
      ? `, and the ${clusterSize.toFixed(1)} units of a cluster are worth ${(clusterSize / design).toFixed(1)} independent ones`
      : '';
  const often = `detected in ${percent(power)} % of such pairs of runs`;
  const clusters = clusterSize > 1 ? ` (${count(Math.ceil((needed?.units ?? 0) / clusterSize))} clusters)` : '';
  return [
    `${from}: they differ on ${percent(variance)} % of the units${together}.`,
    ...(needed
      ? [
          `${plural(needed.units, 'unit')}${clusters}: a difference of ${percent(needed.difference)} points is ${often}.`,
        ]
      : []),
    ...(shown
      ? [
          shown.difference > 1
            ? `${plural(shown.units, 'unit')}, as the run has them: too few for any difference to be ${often}.`
            : `${plural(shown.units, 'unit')}, as the run has them: ${percent(shown.difference)} points is the smallest difference that is ${often}.`,
        ]
      : []),
  ];
}
