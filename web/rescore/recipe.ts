import type { Benchmark, Protocol } from '../../src/contracts/index.ts';
import type { Query } from '../shell/route.ts';

/** The protocol that an address asks for: one of the benchmark's, with another extractor or scorer where it says so. */
export function recipeOf(own: Protocol, benchmark: Benchmark | undefined, query: Query): Protocol {
  const named = benchmark?.protocols.find(({ id }) => id === query.protocol) ?? own;
  // How answers came about is stored; only how they are read and scored can change.
  const { extractor = named.extractor, scorer = named.scorer } = query;
  const changed = extractor !== named.extractor || scorer !== named.scorer;
  return changed ? { ...named, id: `${named.id} (changed)`, extractor, scorer } : named;
}
