import type { Sample } from '../contracts/index.ts';
import { writeFolderAtomic } from '../files/index.ts';
import { Card } from './card.ts';
import type { Family, Made } from './family.ts';
import type { SynthBenchmark } from './mirror.ts';
import { SceneFile } from './scene-file.ts';
import type { Settings } from './settings.ts';
import { makeScenes } from './threads.ts';

/** Scenes whose pictures are shown on the card. */
const EXAMPLES = 4;

export interface Making {
  dir: string;
  threads: number;
  /** Sextant's. */
  version: string;
  /** With segmentation and depth of every picture. */
  maps?: boolean;
  stop?: AbortSignal;
  onScene?(state: { done: number; total: number }): void;
}

/**
 * Makes a data set and writes its published forms with its scenes and a card, the whole folder or nothing. The same settings give the same
 * bytes, however many threads make them.
 */
export async function makeDataset(benchmark: SynthBenchmark, settings: Settings, opts: Making) {
  const family = await benchmark.family();
  return writeFolderAtomic(opts.dir, async (draft) => {
    const card = new Card(benchmark, family, settings);
    const scenes = await SceneFile.create(draft);
    try {
      await family.publish(watched(benchmark, family, settings, { card, scenes }, opts), draft);
    } finally {
      await scenes.close();
    }
    return card.write(draft, opts.version);
  });
}

/** The scenes on their way to the published files; their own file and the card take note. */
async function* watched(
  benchmark: SynthBenchmark,
  family: Family,
  { seed, difficulty, count }: Settings,
  { card, scenes }: { card: Card; scenes: SceneFile },
  opts: Making,
): AsyncGenerator<Made> {
  const total = Math.ceil(count / family.perScene);
  const making = makeScenes(
    { benchmark: benchmark.id, difficulty, seed },
    {
      count: total,
      threads: opts.threads,
      ...(opts.stop ? { stop: opts.stop } : {}),
      options: (scene) => ({ preview: scene < EXAMPLES, maps: opts.maps ?? false }),
    },
  );
  let done = 0;
  for await (const made of making) {
    const kept = cut(benchmark, made, count - done * family.perScene);
    await card.add(kept, done < EXAMPLES);
    await scenes.add(kept);
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
