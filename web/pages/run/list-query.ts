import { groupPrefix } from '../../../src/viewer/pure.ts';
import type { Query } from '../../shell/route.ts';

const filters = ['outcome', 'score', 'q', 'differs', 'way', 'order'];
const recipe = ['protocol', 'extractor', 'scorer'];

/** What of an address decides which samples are listed, and in which order. */
export function filterQuery(query: Query): Query {
  return only(query, filters);
}

/** What of an address is about the list; a link to one unit carries it along. */
export function listQuery(query: Query): Query {
  return only(query, [...filters, ...recipe]);
}

function only(query: Query, keys: readonly string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([key]) => keys.includes(key) || key.startsWith(groupPrefix)));
}
