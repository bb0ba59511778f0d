import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import { type Ability, profileSvg, profileText, tourTable } from '../report/index.ts';
import { abouts } from './abouts.ts';
import { COMMAND, printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { familiesOf, learned, type Stop, tour } from './tour.ts';
import { number, verb, whole } from './verb.ts';

interface Flags {
  json?: true;
  model: string;
  seed: number;
  count: number;
  svg: string;
  budget?: number;
}

export function quickVerb(): Command {
  return verb('quick', abouts.quick.about, [
    'sextant quick --model openai/gpt-4o',
    'sextant quick --model openai/my-model --seed 7 --svg mine.svg',
  ])
    .requiredOption('--model <id>', 'who answers: openai/…, anthropic/…, gemini/…, baseline/random …')
    .option('--seed <n>', 'which questions: another seed asks others', whole(0), 1)
    .option('--count <n>', 'questions of each family; half as many of the robot’s tables', whole(4), 56)
    .option('--svg <file>', 'where the profile is drawn', 'profile.svg')
    .option('--budget <usd>', 'stop before more is spent', number(0))
    .action(async ({ json, model, seed, count, svg, budget }: Flags) => {
      if (!svg.endsWith('.svg')) throw new SextantError('bad_argument', `--svg ${svg} is not an .svg file`);
      const families = familiesOf(count).map(({ ability, benchmark }) => ({
        ability,
        benchmark: `${benchmark},seed=${seed}`,
      }));
      const asked = families.map((family): Stop => {
        // Asks only which block it would fetch; nothing is simulated.
        return { ...family, who: { model }, ...(family.ability === 'act' ? { protocol: 'rsb/answer' } : {}) };
      });
      // To be compared with: what has learned the ability, on the same questions.
      const beside = families.flatMap((family) =>
        learned(family.ability).map((who): Stop => ({ ...family, who, free: true })),
      );
      const all = [...asked, ...beside];
      const seen = await tour(all, { json: json === true, workers: 1, ...(budget === undefined ? {} : { budget }) });
      if (!seen) return;
      const abilities: Ability[] = seen.slice(0, asked.length).map(({ ability, scored }) => ({
        name: ability,
        metric: scored.summary.metrics[0],
      }));
      writeFileAtomic(svg, profileSvg(`Spatial profile of ${model}, seed ${seed}`, abilities));
      if (json) return printJson({ event: 'profile', model, seed, svg, abilities });
      printTables([tourTable(seen.map(({ ability, scored: { summary } }) => ({ ability, summary })))]);
      process.stdout.write(`\n${profileText(abilities)}`);
      say(`\nprofile: ${svg}\nlook at every answer: ${COMMAND} view`);
    });
}
