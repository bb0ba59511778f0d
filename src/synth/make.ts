import type { Sample } from '../contracts/index.ts';
import { writeFolderAtomic } from '../files/index.ts';
import { Card } from './card.ts';
import type { Family, Made } from './family.ts';
import type { SynthBenchmark } from './mirror.ts';
import type { Settings } from './settings.ts';
import { makeScenes } from './threads.ts';

/** Scenes whose pictures are shown on the card. */
const EXAMPLES = 4;

export interface Making {
  dir: string;
  threads: number;
  /** Sextant's. */
  version: string;
  stop?: AbortSignal;
  onScene?(state: { done: number; total: number }): void;
}

/**
 * Makes a data set and writes its published forms with a card, the whole folder or nothing. The same settings give the same
 * bytes, however many threads make them.
 */
export async function makeDataset(benchmark: SynthBenchmark, settings: Settings, opts: Making) {
  const family = await benchmark.family();
  return writeFolderAtomic(opts.dir, async (draft) => {
    const card = new Card(benchmark, family, settings);
    await family.publish(watched(benchmark, family, settings, card, opts), draft);
    return card.write(draft, opts.version);
  });
}

/** The scenes on their way to the files; the card takes note. */
async function* watched(
  benchmark: SynthBenchmark,
  family: Family,
  { seed, difficulty, count }: Settings,
  card: Card,
  opts: Making,
): AsyncGenerator<Made> {
  const total = Math.ceil(count / family.perScene);
  const scenes = makeScenes(
    { benchmark: benchmark.id, difficulty, seed },
    {
      count: total,
      threads: opts.threads,
      ...(opts.stop ? { stop: opts.stop } : {}),
      options: (scene) => ({ preview: scene < EXAMPLES }),
    },
  );
  let done = 0;
  for await (const made of scenes) {
    const kept = cut(benchmark, made, count - done * family.perScene);
    await card.add(kept, done < EXAMPLES);
    done += 1;
    yield kept;
    opts.onScene?.({ done, total });
  }
}

/** The last scene may have more questions than were asked for; their files go with them. */
function cut(benchmark: SynthBenchmark, made: Made, room: number): Made {
  if (made.samples.length <= room) return made;
  const samples = made.samples.slice(0, room);
  const used = new Set(samples.flatMap((sample) => refsOf(benchmark, sample).map(({ sha256 }) => sha256)));
  return { ...made, samples, files: made.files.filter(({ ref }) => used.has(ref.sha256)) };
}

function refsOf(benchmark: SynthBenchmark, sample: Sample) {
  return [...sample.media, ...(benchmark.evidence?.(sample) ?? [])];
}
