import type { SetAbout } from '../../demonstrations/index.ts';
import { Blobs } from '../../store/index.ts';
import type { Recording } from './messages.ts';
import type { StoredEpisode } from './reenact.ts';
import type { Stage } from './stage.ts';

export interface Relabelling {
  stage: Stage;
  /** The run's folder. */
  run: string;
  episodes: readonly StoredEpisode[];
  /** The set's folder. */
  dir: string;
  about: SetAbout;
  recording: Omit<Recording, 'index' | 'dir' | 'fps' | 'rgbOrder' | 'perturb'>;
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  onEpisode?(state: { done: number; total: number }): void;
}

/** Does a run's episodes again and writes what the expert would have done in them. Again: continues. Tells whether it is whole. */
export async function relabel(opts: Relabelling): Promise<boolean> {
  const { stage, run, episodes, dir, about, recording, stop, onEpisode } = opts;
  const { fps, rgbOrder } = about;
  const { finishSet, Ledger } = await import('../../demonstrations/index.ts');
  const ledger = await Ledger.open(dir, about);
  const blobs = new Blobs(run);
  try {
    for (const [index, { sample, episode }] of episodes.entries()) {
      onEpisode?.({ done: index, total: episodes.length });
      if (ledger.has(index)) continue;
      if (stop.aborted) return false;
      const actions = await blobs.get(episode.actions.sha256);
      ledger.add(await stage.do({ do: 'relabel', index, sample, actions, dir, fps, rgbOrder, ...recording }));
    }
    onEpisode?.({ done: episodes.length, total: episodes.length });
    await finishSet(dir);
    return true;
  } finally {
    ledger.close();
  }
}
