import { resolve } from 'node:path';
import { sha256, writeFolderAtomic } from '../files/index.ts';
import { canonicalJson } from '../util/index.ts';
import { Card } from './card.ts';
import type { Family, Made } from './family.ts';
import { keepScenes } from './kept-scenes.ts';
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
 * Makes a data set and writes its published forms with its scenes and a card, the whole folder or nothing. Interrupted, the
 * next attempt goes on where this one stopped. The same settings give the same bytes, however many threads make them.
 */
export async function makeDataset(benchmark: SynthBenchmark, settings: Settings, opts: Making) {
  const family = await benchmark.family();
  return writeFolderAtomic(opts.dir, async (draft) => {
    const card = new Card(benchmark, family, settings);
    const scenes = await SceneFile.create(draft);
    const total = Math.ceil(settings.count / family.perScene);

    /** The scenes on their way to the published files; their own file and the card take note. */
    async function* watched(): AsyncGenerator<Made> {
      let done = 0;
      for await (const made of sceneStream(benchmark, family, settings, opts)) {
        await card.add(made, done < EXAMPLES);
        await scenes.add(made);
        done += 1;
        yield made;
        opts.onScene?.({ done, total });
      }
    }

    try {
      await family.publish(watched(), draft);
    } finally {
      await scenes.close();
    }
    return card.write(draft, opts.version);
  });
}

/** The scenes of a set, those of an interrupted attempt first. */
function sceneStream(
  { id }: SynthBenchmark,
  { generator, perScene }: Family,
  settings: Settings,
  { dir, maps = false, threads, stop, version }: Making,
): AsyncGenerator<Made> {
  const { seed, difficulty, count } = settings;
  const making = (first: number) =>
    makeScenes(
      { benchmark: id, difficulty, seed },
      {
        first,
        count: Math.ceil(count / perScene),
        threads,
        ...(stop ? { stop } : {}),
        options: (scene) => ({ preview: scene < EXAMPLES, maps, publish: count - scene * perScene }),
      },
    );
  const asked = sha256(canonicalJson({ generator, ...settings, maps, version }));
  return keepScenes(`${resolve(dir)}.${asked.slice(0, 8)}.part`, making, stop);
}
