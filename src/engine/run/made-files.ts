import type { StoredReply } from '../../contracts/index.ts';

/** Looks a file of the run up by its hash. */
export type FindFile = (sha256: string) => { path: string; bytes: number } | undefined;

/**
 * The file that a reply made and that is gone: an episode's commands, its film. It reaches the disk a moment after the reply's
 * line, so a power cut can take it alone; then the unit counts as unanswered.
 */
export function lostFile({ episode, film }: StoredReply, find: FindFile): string | undefined {
  // Episodes that were played elsewhere come without their commands.
  if (episode?.actions.sha256 && !find(episode.actions.sha256)?.bytes) {
    return `the commands of its episode (${episode.actions.sha256}) are gone`;
  }
  if (film && find(film.sha256)?.bytes !== film.bytes) return `the film of its episode (${film.sha256}) is gone`;
  return undefined;
}
