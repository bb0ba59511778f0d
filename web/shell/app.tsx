import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { AbilitiesPage } from '../pages/abilities/abilities-page.tsx';
import { RunsPage } from '../pages/all-runs/runs-page.tsx';
import { ComparePage } from '../pages/compare/compare-page.tsx';
import { ReportPage } from '../pages/report/report-page.tsx';
import { RunPage } from '../pages/run/run-page.tsx';
import { UnitPage } from '../pages/unit/unit-page.tsx';
import type { Source } from '../source/index.ts';
import { Boundary, Problem } from './boundary.tsx';
import { hrefOf, type Route } from './route.ts';
import { Store } from './store.ts';
import { nextTheme, ThemeSwitch } from './theme.tsx';
import { useKeys } from './use-keys.ts';
import { StoreContext } from './use-load.ts';
import { useRoute } from './use-route.ts';
import { useTitle } from './use-title.ts';

/** A file of its own, which a report without a server does not even have. */
const TryPage =
  import.meta.env.MODE === 'single'
    ? undefined
    : lazy(async () => ({ default: (await import('../pages/try-it/try-page.tsx')).TryPage }));

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
          {source.front && (
            <NavLink here={route.page === 'report'} href="#/report">
              Report
            </NavLink>
          )}
          <NavLink here={route.page === 'runs'} href="#/">
            Runs
          </NavLink>
          <NavLink here={route.page === 'abilities'} href="#/abilities">
            Abilities
          </NavLink>
          <NavLink here={route.page === 'compare'} href="#/compare">
            Compare
          </NavLink>
          {source.trials && (
            <NavLink here={route.page === 'try'} href="#/try">
              Try it
            </NavLink>
          )}
        </nav>
        <button
          type="button"
          className="button quiet icon"
          title="Help"
          onClick={useCallback(() => setHelping(true), [])}
        >
          <span aria-hidden="true">?</span>
          <span className="visually-hidden">Help</span>
        </button>
        <ThemeSwitch />
      </header>
      <Connection store={store} />
      <main ref={main} tabIndex={-1} id="main">
        <Boundary at={place}>
          <Suspense fallback={<p className="loading">Loading the page …</p>}>
            <Page route={route} />
          </Suspense>
        </Boundary>
      </main>
      <Help open={helping} manual={source.manual} onClose={useCallback(() => setHelping(false), [])} />
    </StoreContext>
  );
}

/** Says that the server is gone, until it is back. */
function Connection({ store }: { store: Store }) {
  const isThere = useSyncExternalStore(store.subscribeConnection, () => store.isConnected);
  return (
    <div role="status" className="connection">
      {!isThere && (
        <p className="banner">
          <b>The viewer’s server does not answer.</b> What you see may be out of date. Start it again with{' '}
          <code>sextant view</code>: this page continues on its own.
        </p>
      )}
    </div>
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
  if (route.page === 'abilities') return <AbilitiesPage />;
  if (route.page === 'report') return <ReportPage />;
  if (route.page === 'try' && TryPage) return <TryPage query={route.query} />;
  if (route.page === 'compare') return <ComparePage query={route.query} />;
  return <Nowhere />;
}

function Nowhere() {
  useTitle('No such page');
  return <Problem error={new Error('There is no page at this address.')} />;
}

const keys: [where: string, [keys: string[], what: string][]][] = [
  [
    'Everywhere',
    [
      [['/'], 'search'],
      [['t'], 'light, dark, or as the system'],
      [['?'], 'this help'],
    ],
  ],
  [
    'List and grid',
    [
      [['j', 'k'], 'next and previous sample'],
      [['↑', '↓'], 'the same; in the grid, a line up or down'],
      [['PgUp', 'PgDn'], 'ten further'],
      [['Home', 'End'], 'first and last'],
      [['Enter'], 'open the sample'],
    ],
  ],
  [
    'A sample',
    [
      [['j', 'k'], 'next and previous sample'],
      [['n'], 'tag it: Enter adds the tag, Esc leaves'],
      [['m'], 'show or hide the target'],
      [['1', '… 9'], 'enlarge that picture'],
      [['Esc'], 'back to the list'],
    ],
  ],
  [
    'A large picture',
    [
      [['+', '−'], 'larger, smaller'],
      [['0'], 'all of it'],
      [['←', '→', '↑', '↓'], 'move it; where all of it is seen, next and previous picture'],
      [['Esc'], 'close it'],
    ],
  ],
  [
    'An episode',
    [
      [['Space'], 'play and stop'],
      [[',', '.'], 'a fiftieth of a second back and forth'],
    ],
  ],
  [
    'Try it',
    [
      [['Enter'], 'have it done'],
      [['⇧', 'Enter'], 'a new line'],
    ],
  ],
];

/** Which keys do what, and where to read more. */
function Help({ open, manual, onClose }: { open: boolean; manual: string | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="panel help" onClose={onClose} aria-labelledby="help-title">
      <h2 id="help-title">Help</h2>
      {manual !== undefined && (
        <p>
          <a href={manual}>Documentation</a>: every page, searchable, on this machine.
        </p>
      )}
      <div className="help-parts">
        {keys.map(([where, known]) => (
          <section key={where}>
            <h3>{where}</h3>
            <dl>
              {known.map(([names, what]) => (
                <div key={what}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

/** The arc, arm and horizon of a sextant. */
function Mark() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d="M12 3 3.5 17.5a17 17 0 0 0 17 0Z" strokeLinejoin="round" />
      <path d="m12 3 3.6 16.6M12 3v0" strokeLinecap="round" />
      <circle cx="12" cy="3.4" r="1.2" fill="currentColor" />
      <path d="M7.2 13.2a10 10 0 0 0 9.6 0" opacity="0.6" />
    </svg>
  );
}
