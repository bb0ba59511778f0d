import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What an episode consists of, and where the authors keep it. */
const places = {
  hdf5: { folder: 'data', ending: '.hdf5' },
  video: { folder: 'video', ending: '.mp4' },
  instructions: { folder: 'instructions', ending: '.json' },
  paths: { folder: '_traj_data', ending: '.pkl' },
} as const;

export type EpisodeFile = keyof typeof places;
export const episodeFiles: readonly EpisodeFile[] = ['hdf5', 'video', 'instructions', 'paths'];

/** What a set consists of beside its episodes; the last two are ours. */
export const setFiles = {
  seeds: 'seed.txt',
  scenes: 'scene_info.json',
  card: 'README.md',
  about: 'sextant-demos.json',
  episodes: 'episodes.ndjson',
} as const;

/** @example episodePath('hdf5', 7) // 'data/episode7.hdf5' */
export function episodePath(file: EpisodeFile, episode: number): string {
  const { folder, ending } = places[file];
  return `${folder}/episode${episode}${ending}`;
}

/** The numbers of the episodes of which there is such a file, in order. */
export function listEpisodes(dir: string, file: EpisodeFile): number[] {
  const { folder, ending } = places[file];
  if (!existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder))
    .flatMap((name) => {
      const number = /^episode(\d+)$/.exec(name.slice(0, -ending.length))?.[1];
      return number !== undefined && name.endsWith(ending) ? [Number(number)] : [];
    })
    .sort((a, b) => a - b);
}
