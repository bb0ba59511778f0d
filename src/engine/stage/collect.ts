import type { Collected } from '../../contracts/index.ts';
import type { SetAbout } from '../../demonstrations/index.ts';
import { Blobs, type LockOptions } from '../../store/index.ts';
import type { StoredEpisode } from './reenact.ts';
import type { RecordingOrder, Stage } from './stage.ts';

export interface Collecting {
  stage: Stage;
  threads: number;
  /** The set's folder. */
  dir: string;
  about: SetAbout;
  /** Which episodes: from the first to before the last. */
  from: number;
  to: number;
  recording: Omit<RecordingOrder, 'index' | 'dir' | 'fps' | 'rgbOrder'>;
  /** What the lock of another machine is worth. */
  lock?: LockOptions;
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  onEpisode?(state: { done: number; total: number; rejected: number }): void;
}

/**
 * Records demonstrations of the expert. Again: continues; an episode counts once all its files are written and its line stands
 * in the ledger. Returns whether the set is whole.
 */
export async function collect(opts: Collecting): Promise<Collected> {
  const { stage, dir, about, from, to, stop } = opts;
  const { fps, rgbOrder } = about;
  // Imported only for recording: it loads file formats that no run needs.
  const { finishSet, EpisodeLedger } = await import('../../demonstrations/index.ts');
  const ledger = await EpisodeLedger.open(dir, about, opts.lock);
  let rejected = 0;
  let recorded = 0;
  let failed = 0;
  try {
    const total = to - from;
    const left = Array.from({ length: total }, (_, i) => from + i).filter((index) => !ledger.has(index));
    let done = total - left.length;
    const tell = () => opts.onEpisode?.({ done, total, rejected });
    tell();
    const work = async () => {
      for (let index = left.shift(); index !== undefined && !stop.aborted; index = left.shift()) {
        const result = await stage.do({ do: 'record', index, dir, fps, rgbOrder, ...opts.recording });
        ledger.add(result.entry);
        rejected += result.rejected;
        failed += result.failed;
        recorded += 1;
        done += 1;
        tell();
      }
    };
    await Promise.all(Array.from({ length: opts.threads }, work));
    const whole = done === total;
    if (whole) await finishSet(dir);
    return { recorded, rejected, failed, whole };
  } finally {
    ledger.close();
  }
}

export interface Relabelling {
  stage: Stage;
  /** The run's folder. */
  run: string;
  episodes: readonly StoredEpisode[];
  /** The set's folder. */
  dir: string;
  about: SetAbout;
  recording: Omit<RecordingOrder, 'index' | 'dir' | 'fps' | 'rgbOrder' | 'perturb'>;
  /** Finish what is under way, begin nothing new. */
  stop: AbortSignal;
  onEpisode?(state: { done: number; total: number }): void;
}

/** Does a run's episodes again and writes what the expert would have done in them. Run again, it continues. Tells whether it is whole. */
export async function relabel(opts: Relabelling): Promise<boolean> {
  const { stage, run, episodes, dir, about, recording, stop, onEpisode } = opts;
  const { fps, rgbOrder } = about;
  const { finishSet, EpisodeLedger } = await import('../../demonstrations/index.ts');
  const ledger = await EpisodeLedger.open(dir, about);
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
