import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SextantError, type ShardChoice } from '../contracts/index.ts';
import { demandReplaceable, sha256, writeFolderAtomic } from '../files/index.ts';
import { canonicalJson } from '../util/index.ts';
import { AblationFile } from './ablation-file.ts';
import { Card } from './card.ts';
import type { Family, Made } from './family.ts';
import { keepScenes, keptScenes } from './kept-scenes.ts';
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
  /** Put together what so many shards made. */
  merge?: number;
  stop?: AbortSignal;
  onScene?(state: { done: number; total: number }): void;
}

/** Whether these are the files of a generated data set. */
function isSet(folder: string): boolean {
  return ['card.json', 'scenes.jsonl'].every((name) => existsSync(join(folder, name)));
}

/**
 * Makes a data set and writes its published forms with its scenes and a card, the whole folder or nothing. Interrupted, the
 * next attempt goes on where this one stopped. The same settings give the same bytes, however many threads make them.
 */
export async function makeDataset(benchmark: SynthBenchmark, settings: Settings, opts: Making) {
  demandReplaceable(opts.dir, () => isSet(opts.dir));
  const family = await benchmark.family();
  const card = await writeFolderAtomic(opts.dir, async (draft) => {
    const card = new Card(benchmark, family, settings);
    const scenes = await SceneFile.create(draft);
    const ablations = new AblationFile(draft);
    const total = Math.ceil(settings.count / family.perScene);

    /** The scenes on their way to the published files; their own file and the card take note. */
    async function* watched(): AsyncGenerator<Made> {
      let done = 0;
      for await (const made of sceneStream(benchmark, family, settings, opts)) {
        await card.add(made, done < EXAMPLES);
        await scenes.add(made);
        await ablations.add(made);
        done += 1;
        yield made;
        opts.onScene?.({ done, total });
      }
    }

    try {
      await family.publish(watched(), draft);
    } finally {
      await scenes.close();
      await ablations.close();
    }
    return card.write(draft, opts.version);
  });
  for (const shard of allShards(opts.merge ?? 0)) rmSync(partOf(family, settings, opts, shard), { force: true });
  return card;
}

/** Makes the scenes of one part of a set and keeps them beside where the set will be. Run again, it continues. */
export async function makeShard(
  benchmark: SynthBenchmark,
  settings: Settings,
  { shard, ...opts }: Making & { shard: ShardChoice },
): Promise<{ scenes: number }> {
  const family = await benchmark.family();
  const { from, to } = scenesOf(family, settings, shard);
  const path = partOf(family, settings, opts, shard);
  let done = 0;
  const making = (first: number) => makeRange({ benchmark, family, settings, opts }, from + first, to);
  for await (const _ of keepScenes(path, making, opts.stop, true)) opts.onScene?.({ done: ++done, total: to - from });
  return { scenes: to - from };
}

/** The scenes of a set: those of an interrupted attempt first, or those that shards have made. */
function sceneStream(
  benchmark: SynthBenchmark,
  family: Family,
  settings: Settings,
  opts: Making,
): AsyncGenerator<Made> {
  if (opts.merge !== undefined) return shardScenes(family, settings, opts, opts.merge);
  const count = Math.ceil(settings.count / family.perScene);
  const making = (first: number) => makeRange({ benchmark, family, settings, opts }, first, count);
  return keepScenes(partOf(family, settings, opts), making, opts.stop);
}

function allShards(count: number): ShardChoice[] {
  return Array.from({ length: count }, (_, i) => ({ index: i + 1, count }));
}

async function* shardScenes(family: Family, settings: Settings, opts: Making, count: number): AsyncGenerator<Made> {
  const parts = allShards(count).map((shard) => ({
    shard,
    path: partOf(family, settings, opts, shard),
    ...scenesOf(family, settings, shard),
  }));
  const missing = parts.filter(({ path, from, to }) => to > from && !existsSync(path));
  if (missing.length > 0) throw unfinished(missing.map(({ shard }) => shard));
  for (const { shard, path, from, to } of parts) {
    let scenes = from;
    if (to > from) for await (const made of keptScenes(path)) if (scenes++ < to) yield made;
    if (scenes !== to) throw unfinished([shard]);
  }
}

function unfinished(shards: readonly ShardChoice[]): SextantError {
  const names = shards.map(({ index, count }) => `${index}/${count}`);
  return new SextantError('parts_missing', `shards are missing or not finished: ${names.join(', ')}`, {
    fix: `make them with the same command and --shard ${names[0]}`,
  });
}

/** Which scenes a shard makes: as many as the others, or one more. */
function scenesOf({ perScene }: Family, { count }: Settings, shard: ShardChoice): { from: number; to: number } {
  const begin = (index: number) => Math.floor((Math.ceil(count / perScene) * index) / shard.count);
  return { from: begin(shard.index - 1), to: begin(shard.index) };
}

/** Where scenes are kept until the set is whole. Other settings, another file. */
function partOf(
  { generator }: Family,
  settings: Settings,
  { dir, maps = false, version }: Making,
  shard?: ShardChoice,
) {
  const asked = sha256(canonicalJson({ generator, ...settings, maps, version })).slice(0, 8);
  return `${resolve(dir)}.${asked}${shard ? `.shard-${shard.index}-of-${shard.count}` : ''}.part`;
}

/** Scenes from `first` on; `end` is the first one that is not made. */
function makeRange(
  about: { benchmark: SynthBenchmark; family: Family; settings: Settings; opts: Making },
  first: number,
  end: number,
): AsyncGenerator<Made> {
  const { perScene } = about.family;
  const { seed, difficulty, count } = about.settings;
  const { maps = false, threads, stop } = about.opts;
  return makeScenes(
    { benchmark: about.benchmark.id, difficulty, seed },
    {
      first,
      count: end,
      threads,
      ...(stop ? { stop } : {}),
      options: (scene) => ({ preview: scene < EXAMPLES, maps, publish: count - scene * perScene }),
    },
  );
}
