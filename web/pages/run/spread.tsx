import { spreadTable } from '../../../src/report/index.ts';
import { Await } from '../../parts/loading.tsx';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { benchmarkOf, rescoreKept } from '../../rescore/use-scored.ts';
import type { Query } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { RunHead } from '../../source/index.ts';

/** The same answers under every protocol of the benchmark, when somebody asks for it: how much of a number is the recipe. */
export function Spread({ head, query }: { head: RunHead; query: Query }) {
  const { setQuery } = useRoute();
  const own = head.run.spec.protocol;
  const others = (benchmarkOf(head)?.protocols ?? []).filter(({ id, act }) => id !== own.id && act === own.act);
  if (others.length === 0) return null;
  const wanted = query.spread === 'all';
  return (
    <Section
      title="Under other protocols"
      about="The same stored answers, read and scored by every recipe that the benchmark has: how much of the number is the recipe."
    >
      {wanted ? (
        <SpreadTable head={head} protocols={[own, ...others]} />
      ) : (
        <p>
          <button type="button" className="button" onClick={() => setQuery({ spread: 'all' }, { replace: true })}>
            {`Score under all ${others.length + 1}`}
          </button>
        </p>
      )}
    </Section>
  );
}

function SpreadTable({ head, protocols }: { head: RunHead; protocols: RunHead['run']['spec']['protocol'][] }) {
  const { source } = useStore();
  const scored = useLoad(`spread ${head.id}@${head.changed}`, () => rescoreKept(source, head, protocols));
  return (
    <Await of={scored} what="every answer again">
      {(all) => <TableView table={spreadTable(all.map(({ summary }) => summary))} name={`${head.name}-protocols`} />}
    </Await>
  );
}
