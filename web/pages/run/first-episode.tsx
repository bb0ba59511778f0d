import { useState } from 'react';
import { verdictOf } from '../../../src/viewer/pure.ts';
import { Section } from '../../parts/section.tsx';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import { hrefOf } from '../../shell/route.ts';
import { useLoad, useStore } from '../../shell/use-load.ts';
import type { RunHead, UnitRow } from '../../source/index.ts';
import { EpisodeView } from '../sample/episode-view.tsx';
import { lastAttempt, type Seen, truthOf } from '../sample/seen.ts';
import { useAssets } from '../sample/use-media.ts';

/** What the robot did, playing: the first episode that went wrong, or the first of all. Nothing for who only answers. */
export function FirstEpisode({ head, rows }: { head: RunHead; rows: readonly UnitRow[] }) {
  const store = useStore();
  const benchmark = benchmarkOf(head);
  const assets = useAssets(store.source, head.id);
  // Chosen once: a run that is going must not begin another one while somebody watches.
  const [chosen] = useState(() => rows.find(({ result }) => verdictOf(result) === 'wrong') ?? rows[0]);
  const { id, epoch } = chosen?.result ?? {};
  const { value } = useLoad(`episode ${head.id} ${id} ${epoch}@`, async () => {
    if (!benchmark?.openWorld || id === undefined || epoch === undefined) return undefined;
    const seen: Seen = { run: head, letter: '', view: await store.unit(head.id, id, epoch), benchmark };
    return { seen, right: await truthOf(seen.view.sample, benchmark, assets) };
  });
  const episode = value && lastAttempt(value.seen)?.reply?.episode;
  if (!value || !episode) return null;
  const { sample, row } = value.seen.view;
  const query = row.result.epoch > 0 ? { epoch: String(row.result.epoch) } : {};
  return (
    <Section title="What the robot did">
      <p>
        <a href={hrefOf({ page: 'unit', run: head.id, unit: sample.id, query })}>{row.question}</a>
      </p>
      <EpisodeView source={store.source} seen={value.seen} episode={episode} answer={value.right} />
    </Section>
  );
}
