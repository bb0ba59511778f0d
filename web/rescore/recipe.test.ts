import { expect, test } from 'vitest';
import { tiny } from '../../src/benchmarks/tiny/index.ts';
import { recipeOf } from './recipe.ts';

const [own, strict] = tiny.protocols;
if (!own || !strict) throw new Error('tiny has two protocols');

test('an address without a recipe means the run’s own, and a name means that protocol', () => {
  expect(recipeOf(own, tiny, {})).toBe(own);
  expect(recipeOf(own, tiny, { protocol: strict.id })).toBe(strict);
  expect(recipeOf(own, tiny, { protocol: 'nonsense' })).toBe(own);
});

test('another extractor makes another recipe, which says so', () => {
  const recipe = recipeOf(own, tiny, { extractor: 'choice/exact' });
  expect(recipe).toEqual({ ...own, id: `${own.id} (changed)`, extractor: 'choice/exact' });
  expect(recipeOf(own, tiny, { extractor: own.extractor, scorer: own.scorer })).toBe(own);
});
