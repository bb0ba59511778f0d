import { type Benchmark, type Episode, SextantError } from '../../contracts/index.ts';

/** Refuses, by its name, to do an episode again that took place in a world which this version does not have. */
export function requireSameWorld({ world }: Benchmark, episode: Episode, where?: string): void {
  if (world === undefined || episode.world === world || episode.world.startsWith(`${world} `)) return;
  throw new SextantError('bad_run', `played in ${episode.world}: this version has ${world} and cannot do it again`, {
    ...(where === undefined ? {} : { where }),
    fix: 'use the version of Sextant that made the run (run.json names it); `sextant score` needs no world',
  });
}
