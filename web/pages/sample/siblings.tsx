import { useRef } from 'react';
import { groupPrefix } from '../../../src/viewer/pure.ts';
import { VerdictMark } from '../../parts/verdict-mark.tsx';
import { hrefOf } from '../../shell/route.ts';
import { useLister, useListPart } from '../../shell/use-list.ts';
import { useLoad } from '../../shell/use-load.ts';
import { useRoute } from '../../shell/use-route.ts';
import type { Source, UnitRow, UnitView } from '../../source/index.ts';
import { type Seen, shownOf, truthOf } from './seen.ts';
import { useAssets, useUrls } from './use-media.ts';

/** Units that say they ask the same: a group of this name with the same key. */
const SAME = 'question';
/** A question is asked a few times in other forms; a key that very many share means something else. */
const MOST = 12;

/** The other forms of a question, side by side, each with its answer and what is right there. */
export function Siblings({ source, seen }: { source: Source; seen: Seen }) {
  const { run, view } = seen;
  const key = view.sample.groups[SAME];
  const list = useLister(run.id);
  const { value: page } = useListPart(key === undefined ? undefined : list, {
    filter: { [`${groupPrefix}${SAME}`]: key ?? '', epoch: String(view.row.result.epoch) },
    from: 0,
    count: MOST + 1,
  });
  const all = page?.rows
    // Runs end in any order. What was changed twice has the longer name, so the plain form comes first.
    .toSorted(({ result: a }, { result: b }) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  if (!all || all.length < 2 || all.length > MOST) return null;
  return <Grid source={source} seen={seen} rows={all} />;
}

function Grid({ source, seen, rows }: { source: Source; seen: Seen; rows: readonly UnitRow[] }) {
  const grid = useRef<HTMLDivElement>(null);
  const { run, benchmark } = seen;
  const assets = useAssets(source, run.id);
  const { value: forms } = useLoad(`siblings ${run.id} ${rows.map(({ result }) => result.id).join()}@`, () =>
    Promise.all(
      rows.map(async ({ result }) => {
        const view = await source.unit(run.id, result.id, result.epoch);
        return { view, right: await truthOf(view.sample, benchmark, assets) };
      }),
    ),
  );
  if (!forms) return null;
  const axis = differing(rows);
  const playAll = () => {
    for (const video of grid.current?.querySelectorAll('video') ?? []) {
      video.currentTime = 0;
      // A clip that cannot be played says so itself.
      video.play().catch(() => undefined);
    }
  };
  return (
    <section className="panel stack" aria-label="The same question in other forms">
      <header className="row spread">
        <h2>The same question, {rows.length} forms</h2>
        {forms.some(({ view }) => view.sample.media[0]?.type.startsWith('video/')) && (
          <button type="button" className="button" onClick={playAll}>
            Play all
          </button>
        )}
      </header>
      <div ref={grid} className="siblings">
        {forms.map(({ view, right }) => (
          <Form
            key={view.row.result.id}
            source={source}
            view={view}
            right={right}
            benchmark={benchmark}
            run={run.id}
            name={view.sample.groups[axis] ?? view.row.result.id}
            here={view.row.result.id === seen.view.row.result.id}
          />
        ))}
      </div>
    </section>
  );
}

function Form(props: {
  source: Source;
  run: string;
  view: UnitView;
  right: string | undefined;
  benchmark: Seen['benchmark'];
  name: string;
  here: boolean;
}) {
  const { source, run, view, right, name, here } = props;
  const { route } = useRoute();
  const { result } = view.row;
  const { choices = {} } = shownOf(view, props.benchmark);
  const [media] = view.sample.media;
  const [url] = useUrls(source, run, media ? [media] : []);
  const said = result.extraction && 'answer' in result.extraction ? result.extraction.answer : null;
  const text = (letter: string) => `${letter}${choices[letter] ? ` · ${choices[letter]}` : ''}`;
  return (
    <article className={here ? 'sibling is-here' : 'sibling'}>
      <header className="row">
        <VerdictMark result={result} />
        <b>{here ? name : <a href={hrefOf({ page: 'unit', run, unit: result.id, query: route.query })}>{name}</a>}</b>
      </header>
      {url && media?.type.startsWith('video/') && <video src={url} muted loop playsInline preload="metadata" />}
      {url && media?.type.startsWith('image/') && <img src={url} alt={name} loading="lazy" />}
      <dl className="small">
        <div>
          <dt className="muted">said</dt>
          <dd className={result.score === 1 ? 'is-hit' : 'is-miss'}>
            {said === null ? result.outcome : text(String(said))}
          </dd>
        </div>
        {right !== undefined && (
          <div>
            <dt className="muted">right</dt>
            <dd>{text(right)}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}

/** The first axis on which the forms differ: it names them. */
function differing(rows: readonly UnitRow[]): string {
  const [first] = rows;
  const axes = Object.keys(first?.result.groups ?? {});
  return axes.find((axis) => new Set(rows.map(({ result }) => result.groups[axis])).size > 1) ?? '';
}
