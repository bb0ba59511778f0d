import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { writeFileAtomic } from '../data/index.ts';
import { type Ability, profileSvg, profileText, tourTable } from '../report/index.ts';
import { printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { type Stop, tour } from './tour.ts';
import { number, verb, whole } from './verb.ts';

/** About 200 requests: what each family asks. Motion is asked in four views of every clip. */
const asked: readonly Omit<Stop, 'who'>[] = [
  { ability: 'point', benchmark: 'synth-point:count=60' },
  { ability: 'views', benchmark: 'synth-views:count=55' },
  { ability: 'motion', benchmark: 'synth-motion:count=48' },
  { ability: 'act', benchmark: 'synth-act:count=36', protocol: 'rsb/answer' },
];

interface Flags {
  json?: true;
  model: string;
  seed: number;
  svg: string;
  budget?: number;
}

export function quickVerb(): Command {
  return verb('quick', 'A spatial profile of a model: about 200 generated questions of four families.', [
    'sextant quick --model openai/gpt-4o',
    'sextant quick --model openai/my-model --seed 7 --svg mine.svg',
  ])
    .requiredOption('--model <id>', 'who answers: openai/…, anthropic/…, gemini/…, baseline/random …')
    .option('--seed <n>', 'which questions: another seed, others', whole(0), 1)
    .option('--svg <file>', 'where the profile is drawn', 'profile.svg')
    .option('--budget <usd>', 'stop before more is spent', number(0))
    .action(async ({ json, model, seed, svg, budget }: Flags) => {
      if (!svg.endsWith('.svg')) throw new SextantError('bad_argument', `--svg ${svg} is no .svg file`);
      const stops = asked.map((stop) => ({ ...stop, benchmark: `${stop.benchmark},seed=${seed}`, who: { model } }));
      const seen = await tour(stops, { json: json === true, workers: 1, ...(budget === undefined ? {} : { budget }) });
      if (!seen) {
        process.exitCode = 130;
        return say('not finished. Nothing is lost: run the same command again to continue.');
      }
      const abilities: Ability[] = seen.map(({ ability, scored }) => ({
        name: ability,
        metric: scored.summary.metrics[0],
      }));
      writeFileAtomic(svg, profileSvg(`Spatial profile of ${model}, seed ${seed}`, abilities));
      if (json) return printJson({ event: 'profile', model, seed, svg, abilities });
      printTables([tourTable(seen.map(({ ability, scored: { summary } }) => ({ ability, summary })))]);
      process.stdout.write(`\n${profileText(abilities)}`);
      say(`\nprofile: ${svg}\nlook at every answer: bin/sextant view`);
    });
}
