import type { OwnVerbs } from '../../../contracts/index.ts';

export const rsbVerbs: OwnVerbs = {
  name: 'rsb',
  about: 'RoboSemanticBench beyond running it: question files, results in the authors’ layout',
  load: async () => (await import('./group.ts')).verbGroup,
};
