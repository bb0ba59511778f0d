/** Everything that a page shows is said by its address, so that a link shows the same thing. */
export type Query = Readonly<Record<string, string>>;

export type Route =
  | { page: 'runs'; query: Query }
  | { page: 'run'; run: string; query: Query }
  | { page: 'unit'; run: string; unit: string; query: Query }
  | { page: 'compare'; query: Query }
  | { page: 'abilities'; query: Query }
  | { page: 'report'; query: Query }
  | { page: 'try'; query: Query }
  | { page: 'unknown'; query: Query };

/**
 * A hash as a page; hashes work from disk and on any static host.
 * @example parseRoute('#/run/ab12?outcome=unparsed') // { page: 'run', run: 'ab12', query: { outcome: 'unparsed' } }
 */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const query = Object.fromEntries(new URLSearchParams(search));
  const parts = path.split('/').filter(Boolean).map(decode);
  const [first, run, kind, unit] = parts;
  if (first === undefined) return { page: 'runs', query };
  if (first === 'abilities' && parts.length === 1) return { page: 'abilities', query };
  if (first === 'try' && parts.length === 1) return { page: 'try', query };
  if (first === 'report' && parts.length === 1) return { page: 'report', query };
  if (first === 'compare' && parts.length === 1) return { page: 'compare', query };
  if (first === 'run' && run !== undefined && parts.length === 2) return { page: 'run', run, query };
  if (first === 'run' && run !== undefined && kind === 'unit' && unit !== undefined && parts.length === 4)
    return { page: 'unit', run, unit, query };
  return { page: 'unknown', query };
}

/** The inverse of `parseRoute`; empty values are left out. */
export function hrefOf(route: Route): string {
  const query = new URLSearchParams(Object.entries(route.query).filter(([, value]) => value !== ''));
  const search = query.size > 0 ? `?${query}` : '';
  return `#${pathOf(route)}${search}`;
}

function pathOf(route: Route): string {
  if (route.page === 'run') return `/run/${encodeURIComponent(route.run)}`;
  if (route.page === 'unit') return `/run/${encodeURIComponent(route.run)}/unit/${encodeURIComponent(route.unit)}`;
  return route.page === 'runs' || route.page === 'unknown' ? '/' : `/${route.page}`;
}

/** A hand-typed address may not be valid encoding; then it is taken literally. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
