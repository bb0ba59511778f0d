import type { VerbGroup } from '../../../contracts/index.ts';
import { check } from './check.ts';
import { collect } from './collect.ts';
import { exportSet } from './export.ts';
import { merge } from './merge.ts';
import { questions } from './questions.ts';
import { recipe } from './recipe.ts';
import { relabel } from './relabel.ts';
import { results } from './results.ts';
import { reuse } from './reuse.ts';
import { show } from './show.ts';

/** `sextant rsb …` */
export const verbGroup: VerbGroup = {
  name: 'rsb',
  about: 'RoboSemanticBench beyond running it: demonstrations, question files, the authors’ result files.',
  examples: ['sextant rsb collect rsb-math-4 --episodes 0..10', 'sextant rsb <verb> --help'],
  verbs: [collect, relabel, merge, reuse, recipe, exportSet, check, show, questions, results],
};
