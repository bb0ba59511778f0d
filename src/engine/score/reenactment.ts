import { type Benchmark, type Episode, SextantError } from '../../contracts/index.ts';
import { canonicalJson } from '../../util/index.ts';

/** What of a replayed episode is not as it is told. A replay that runs out of commands ends as done: how it ended follows from the rest. */
export function differences(told: Episode, found: Episode): string[] {
  const at = told.hashes.findIndex((hash, i) => hash !== found.hashes[i]);
  const fields = (['world', 'start', 'steps', 'placed', 'events', 'end'] as const).filter((field) =>
    field === 'end'
      ? (told.end === 'success') !== (found.end === 'success')
      : canonicalJson(told[field]) !== canonicalJson(found[field]),
  );
  return [
    ...fields.map((field) => `${field}: ${shown(told[field])} in the run, ${shown(found[field])} again`),
    ...(at >= 0 || told.hashes.length !== found.hashes.length
      ? [`states: differ from step ${250 * (at < 0 ? told.hashes.length : at)} on`]
      : []),
  ];
}

function shown(value: unknown): string {
  const text = canonicalJson(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Refuses, by its name, to do an episode again that took place in a world which this version does not have. */
export function requireSameWorld({ world }: Benchmark, episode: Episode, where?: string): void {
  if (world === undefined || episode.world === world || episode.world.startsWith(`${world} `)) return;
  throw new SextantError('bad_run', `played in ${episode.world}: this version has ${world} and cannot replay it`, {
    ...(where === undefined ? {} : { where }),
    fix: 'use the version of Sextant that made the run (run.json names it); `sextant score` needs no world',
  });
}
