import { lazy, Suspense, useMemo } from 'react';
import type { Episode } from '../../../src/contracts/index.ts';
import { useLoad } from '../../shell/use-load.ts';
import { embeddedFile, type Source } from '../../source/index.ts';
import type { Seen } from './seen.ts';

/** Three-dimensional drawing and physics are large: fetched when the first episode is looked at. */
const Replay = lazy(async () => ({ default: (await import('../../replay/replay.tsx')).Replay }));

/** What a robot did, to be seen again. */
export function EpisodeView(props: { source: Source; seen: Seen; episode: Episode; answer: string | undefined }) {
  const { source, seen, episode, answer } = props;
  const { sha256 } = episode.actions;
  const actions = useLoad(`actions ${seen.run.id} ${sha256}@`, () => source.bytes(seen.run.id, sha256));
  const engine = useLoad('engine@', () => embeddedFile('mujoco.wasm'));
  const job = useMemo(() => {
    const { sample, row } = seen.view;
    const unit = { id: row.result.id, epoch: row.result.epoch };
    if (!actions.value || engine.value === undefined) return undefined;
    return {
      benchmark: seen.run.run.spec.benchmark,
      sample,
      unit,
      episode,
      actions: actions.value,
      ...(engine.value ? { wasm: engine.value } : {}),
    };
  }, [seen, episode, actions.value, engine.value]);
  if (actions.error !== undefined || actions.value === null)
    return <p className="muted">The run does not hold the commands of this episode: it cannot be shown again.</p>;
  if (!seen.benchmark?.openWorld) return <p className="muted">This version has no world for this episode.</p>;
  return (
    <Suspense fallback={<p className="loading">Loading the world …</p>}>
      {job && <Replay job={job} answer={answer} />}
    </Suspense>
  );
}
