import type { Benchmark, Episode, Protocol, Sample } from '../../contracts/index.ts';
import { Journal, runPaths } from '../../store/index.ts';
import type { Clock } from '../run/ask.ts';
import { hashOf } from '../run/hash.ts';
import { hashPath, placeRun } from './import.ts';

export interface ImportedEpisodes {
  benchmark: Benchmark;
  args: Record<string, string>;
  protocol: Protocol;
  /** Who acted. */
  policy: string;
  /** Where it was found: a folder. */
  source: string;
  episodes: readonly { sample: Sample; episode: Episode }[];
  /** Folder for runs; the new one is named after its content. */
  runs: string;
  versions: Record<string, string>;
  clock: Clock;
}

/** Makes a run folder of episodes that were played elsewhere. They can be scored and reported, but not done again. */
export async function importEpisodes(opts: ImportedEpisodes): Promise<string> {
  const { benchmark, args, protocol, policy, source, episodes, runs, versions, clock } = opts;
  const sha256 = await hashPath(source);
  return placeRun(runs, async (draft) => {
    const journal = new Journal(runPaths(draft).events);
    const at = clock.date();
    for (const { sample, episode } of episodes) {
      journal.append({ event: 'sample', sample });
      journal.append({
        event: 'attempt',
        unit: sample.id,
        epoch: 0,
        attempt: 1,
        at,
        ms: 0,
        final: true,
        reply: { text: '', finish: 'stop', episode },
      });
    }
    await journal.close();
    const model = { id: `foreign/${policy}`, settings: { sha256 }, readsTruth: false };
    const recipe = { protocol, protocolHash: hashOf(protocol), model, select: {}, epochs: 1, seed: 0 };
    return {
      format: 'sextant-run-1',
      spec: { benchmark: benchmark.id, args, data: { source, sha256 }, ...recipe },
      createdAt: at,
      versions,
      price: null,
      units: episodes.length,
    };
  });
}
