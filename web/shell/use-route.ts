import { useCallback, useSyncExternalStore } from 'react';
import { hrefOf, parseRoute, type Query, type Route } from './route.ts';

export interface Routing {
  route: Route;
  go(route: Route, opts?: { replace?: boolean }): void;
  /** The same page with some of its query changed; an empty value takes it out. */
  setQuery(patch: Query, opts?: { replace?: boolean }): void;
}

/** Where we are, and how to go elsewhere. Typing into a filter replaces the address, so that going back leaves the page. */
export function useRoute(): Routing {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const setQuery = useCallback<Routing['setQuery']>((patch, opts) => {
    const route = parseRoute(window.location.hash);
    go({ ...route, query: { ...route.query, ...patch } }, opts);
  }, []);
  return { route: parseRoute(hash), go, setQuery };
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

function go(route: Route, { replace = false }: { replace?: boolean } = {}): void {
  const href = hrefOf(route);
  if (!replace) {
    window.location.hash = href;
    return;
  }
  window.history.replaceState(null, '', href);
  // replaceState fires no event of its own.
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
