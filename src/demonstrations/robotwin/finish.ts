import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/index.ts';
import { cardOf } from './card.ts';
import { requireConsistent } from './consistency.ts';
import { withHdf5 } from './hdf5-read.ts';
import { standardJpeg } from './jpeg.ts';
import type { RecordedScene } from './scene.ts';
import { episodePath, setFiles } from './set-files.ts';
import { type EpisodeEntry, readAbout, readEntries, requireWhole, type SetAbout, writeEntries } from './set-record.ts';

/** How many episodes the card shows. */
const SHOWN = 4;

/**
 * Puts the ledger in order and writes what follows from the episodes: seed.txt, scene_info.json and the card. Throws `bad_data` when an episode is missing
 * in between or contradicts another.
 */
export async function finishSet(dir: string): Promise<void> {
  const entries = await readEntries(dir);
  requireWhole(dir, entries);
  requireConsistent(entries, ({ episode }) => `${dir} episode ${episode}`);
  // In the order of their numbers, not in that in which threads were done: the same set has the same bytes.
  writeEntries(dir, entries);
  await writeDerived(dir, readAbout(dir), entries);
}

export async function writeDerived(dir: string, about: SetAbout, entries: readonly EpisodeEntry[]): Promise<void> {
  writeSeeds(
    dir,
    entries.map(({ seed }) => seed),
  );
  writeScenes(dir, Object.fromEntries(entries.map(({ episode, scene }) => [`episode_${episode}`, scene])));
  const shown = entries.filter((_, at) => at % Math.ceil(entries.length / SHOWN) === 0);
  rmSync(join(dir, 'pictures'), { recursive: true, force: true });
  for (const { episode } of shown) {
    const path = join(dir, episodePath('hdf5', episode));
    const jpeg = await withHdf5(path, (file) => file.bytes('observation/head_camera/rgb', 0));
    writeFileAtomic(join(dir, `pictures/episode${episode}.jpg`), await standardJpeg(jpeg, about.rgbOrder, path));
  }
  writeFileAtomic(join(dir, setFiles.card), cardOf(about, entries, shown));
}

/** As the authors' program writes it: a space after every seed. */
export function writeSeeds(dir: string, seeds: readonly number[]): void {
  writeFileAtomic(join(dir, setFiles.seeds), seeds.map((seed) => `${seed} `).join(''));
}

/** Like the authors' files: no newline at the end. */
export function writeScenes(dir: string, scenes: Readonly<Record<string, RecordedScene>>): void {
  writeFileAtomic(join(dir, setFiles.scenes), JSON.stringify(scenes, null, 4));
}
