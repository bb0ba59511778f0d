import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { wrap } from '../report/index.ts';
import { at } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { COMMAND, say } from './output.ts';
import { moral, opening, tellChapter } from './story.ts';
import { familiesOf, isLearned, learned, type Stop, tour } from './tour.ts';
import { verb, whole } from './verb.ts';

/** As many questions of each family as a tour has unless told otherwise. */
const USUAL = 48;
/** Making lessons takes longest: a smaller tour has fewer. */
const LESSONS_PER_QUESTION = 5;

/** Who guesses; `baseline/blind` learns from all lessons where the tour is no smaller than usual. */
function guessers(count: number): string[] {
  const few = count < USUAL ? `:lessons=${LESSONS_PER_QUESTION * count}` : '';
  return ['baseline/random', `baseline/blind${few}`];
}
const UNTAUGHT = ['policy/random', 'policy/nearest', 'policy/expert-random'];

/** A small set of each family, and who plays it: who has learned stands between those that guess and the one that is told. */
function stopsOf(count: number): Stop[] {
  return familiesOf(count).flatMap((family): Stop[] => {
    const [untaught, told] =
      family.ability === 'act'
        ? [UNTAUGHT.map((policy) => ({ policy })), { policy: 'policy/expert' }]
        : [guessers(count).map((model) => ({ model })), { model: 'baseline/oracle' }];
    return [...untaught, ...learned(family.ability), told].map((who) => ({ ...family, who }));
  });
}

export function startVerb(): Command {
  return verb('start', abouts.start.about, ['sextant start'])
    .option('--count <n>', 'questions of each family; half as many tables for the robot', whole(4), USUAL)
    .option('--open', 'open the report in the browser')
    .action(async ({ json, count, open }: { json?: true; count: number; open?: true }) => {
      const stops = stopsOf(count);
      const abilities = [...new Set(stops.map(({ ability }) => ability))];
      const { columns = 100, isTTY } = process.stdout;
      const bold = (text: string) => (isTTY && process.env.NO_COLOR === undefined ? `\x1b[1m${text}\x1b[22m` : text);
      if (!json) process.stdout.write(`${wrap(opening(count), columns).join('\n')}\n\n`);
      const seen = await tour(stops, {
        json: json === true,
        workers: Math.min(2, availableParallelism()),
        ahead: { lessons: LESSONS_PER_QUESTION * count },
        ...(!json && {
          chapter: (results, example) => {
            const ability = at(results, 0).ability;
            const runs = results.map(({ scored }) => scored);
            const number = abilities.indexOf(ability) + 1;
            process.stdout.write(
              tellChapter({ ability, number, of: abilities.length, runs, example }, { width: columns, bold }),
            );
          },
        }),
      });
      if (!seen || json) return;
      process.stdout.write(
        `${wrap(moral(seen.map(({ scored }) => scored).filter(({ run }) => !isLearned(run.spec.model.id))), columns).join('\n')}\n`,
      );
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
