import { Command } from 'commander';
import { abouts } from './abouts.ts';
import { collectVerb } from './rsb-collect.ts';
import { questionsVerb } from './rsb-questions.ts';
import { recipeVerb } from './rsb-recipe.ts';
import { resultsVerb } from './rsb-results.ts';
import { checkVerb, exportSetVerb, mergeVerb, reuseVerb } from './rsb-sets.ts';
import { showVerb } from './rsb-show.ts';

export function rsbVerb(): Command {
  const all = new Command('rsb')
    .description(abouts.rsb.about)
    .addHelpText('after', '\nExample:\n  sextant rsb collect rsb-math-4 --episodes 0..10\n  sextant rsb <verb> --help');
  const verbs = [
    collectVerb(),
    mergeVerb(),
    reuseVerb(),
    recipeVerb(),
    exportSetVerb(),
    checkVerb(),
    showVerb(),
    questionsVerb(),
    resultsVerb(),
  ];
  for (const command of verbs) all.addCommand(command);
  return all;
}
