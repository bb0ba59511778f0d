import type { AttemptEvent, ShownSample } from '../contracts/index.ts';

/** A list needs no more; the rest is on the unit's own page. */
const MOST = 300;

/** What was asked, for a list. */
export function questionOf({ question, listed = question }: ShownSample): string {
  return start(listed);
}

/** What came of it, for a list: the words, the block that was put down, or why there is neither. */
export function saidOf({ reply, error }: AttemptEvent): string {
  if (!reply) return start(error?.message ?? '');
  const { text, episode } = reply;
  return episode && text.trim() === '' ? `${episode.placed ?? 'nothing'} (${episode.end})` : start(text);
}

/** The beginning of a text, never half a character. */
function start(text: string): string {
  const cut = text.slice(0, MOST);
  return cut.isWellFormed() || text.length <= MOST ? cut : cut.slice(0, -1);
}
