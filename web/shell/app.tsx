import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RunsPage } from '../pages/all-runs/runs-page.tsx';
import { ComparePage } from '../pages/compare/compare-page.tsx';
import { RunPage } from '../pages/run/run-page.tsx';
import { UnitPage } from '../pages/unit/unit-page.tsx';
import type { Source } from '../source/index.ts';
import { Boundary, Problem } from './boundary.tsx';
import { Help } from './help.tsx';
import { Mark } from './mark.tsx';
import { hrefOf, type Route } from './route.ts';
import { Store } from './store.ts';
import { nextTheme, ThemeSwitch } from './theme.tsx';
import { useKeys } from './use-keys.ts';
import { StoreContext } from './use-load.ts';
import { useRoute } from './use-route.ts';

export function App({ source }: { source: Source }) {
  const store = useMemo(() => new Store(source), [source]);
  const { route } = useRoute();
  const [helping, setHelping] = useState(false);
  useKeys({ '?': () => setHelping(true), t: nextTheme });
  const place = placeOf(route);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // Whoever uses a screen reader or the keyboard starts at the top of the new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every page
  useEffect(() => {
    if (!first.current) {
      main.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    first.current = false;
  }, [place]);
  return (
    <StoreContext value={store}>
      <a className="button skip" href={hrefOf(route)} onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <header className="top">
        <a className="brand" href="#/">
          <Mark /> Sextant
        </a>
        <nav aria-label="Pages">
          <NavLink here={route.page === 'runs'} href="#/">
            Runs
          </NavLink>
          <NavLink here={route.page === 'compare'} href="#/compare">
            Compare
          </NavLink>
        </nav>
        <button
          type="button"
          className="button quiet icon"
          title="Keys"
          onClick={useCallback(() => setHelping(true), [])}
        >
          <span aria-hidden="true">?</span>
          <span className="visually-hidden">Keys</span>
        </button>
        <ThemeSwitch />
      </header>
      <main ref={main} tabIndex={-1} id="main">
        <Boundary at={place}>
          <Page route={route} />
        </Boundary>
      </main>
      <Help open={helping} onClose={useCallback(() => setHelping(false), [])} />
    </StoreContext>
  );
}

function NavLink({ here, href, children }: { here: boolean; href: string; children: ReactNode }) {
  return (
    <a href={href} {...(here ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}

/** Which page, whatever its filters are. */
function placeOf(route: Route): string {
  return hrefOf({ ...route, query: {} });
}

function Page({ route }: { route: Route }) {
  if (route.page === 'runs') return <RunsPage query={route.query} />;
  if (route.page === 'run') return <RunPage key={route.run} id={route.run} query={route.query} />;
  if (route.page === 'unit') return <UnitPage id={route.run} unit={route.unit} query={route.query} />;
  if (route.page === 'compare') return <ComparePage query={route.query} />;
  return <Problem error={new Error('There is no page at this address.')} />;
}
