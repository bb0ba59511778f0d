import type { Benchmark, Protocol } from '../../src/contracts/index.ts';
import type { Query } from '../shell/route.ts';

/** The protocol that an address asks for: one of the benchmark's, with another extractor or scorer where it says so. */
export function recipeOf(own: Protocol, benchmark: Benchmark | undefined, query: Query): Protocol {
  const named = benchmark?.protocols.find(({ id }) => id === query.protocol) ?? own;
  // How answers came about is stored; only how they are read, scored and summed up can change.
  const { extractor, scorer, aggregate, id, about } = named;
  const recipe = { ...named, extractor: query.extractor ?? extractor, scorer: query.scorer ?? scorer, aggregate };
  const changed = recipe.extractor !== extractor || recipe.scorer !== scorer;
  return changed ? { ...recipe, id: `${id} (changed)`, about } : named;
}
