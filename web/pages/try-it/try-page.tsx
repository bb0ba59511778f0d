import '../../replay/replay.css';
import './try-it.css';
import { Await } from '../../parts/loading.tsx';
import type { Query } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import { useTitle } from '../../shell/use-title.ts';
import { Choice, tryHref } from './choices.tsx';
import { FetchingPage } from './fetching-page.tsx';
import { PointingPage } from './pointing-page.tsx';

/** The networks that come with Sextant, at work in this browser on what one types. */
export function TryPage({ query }: { query: Query }) {
  useTitle('Try it');
  const { trials } = useStore().source;
  const references = useLoad('references@0', async () => (await trials?.references()) ?? []);
  return (
    <div className="stack try-page">
      <Await of={references} what="the networks">
        {(heads) => {
          const chosen =
            heads.find(({ id }) => id === query.who) ?? heads.find(({ ability }) => ability === 'act') ?? heads[0];
          const Page = chosen?.ability === 'point' ? PointingPage : FetchingPage;
          return (
            <>
              <header>
                <h1>Try it</h1>
                <p className="muted">
                  {chosen
                    ? `${chosen.id}: ${chosen.about}. It runs in this browser.`
                    : 'Networks run where the viewer’s own server is: start it with sextant view.'}
                </p>
              </header>
              {heads.length > 1 && (
                <nav className="row" aria-label="Network">
                  {heads.map((head) => (
                    <Choice key={head.id} href={tryHref({}, { who: head.id })} chosen={head === chosen}>
                      {head.id}
                    </Choice>
                  ))}
                </nav>
              )}
              {chosen && <Page key={chosen.id} reference={chosen} query={query} />}
            </>
          );
        }}
      </Await>
    </div>
  );
}
