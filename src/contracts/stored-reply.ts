import type { Performance } from './episode.ts';
import type { Reply } from './model.ts';
import { StoredReply } from './run.ts';

/** What came of an attempt: words, a deed, or both. */
export interface Responded {
  reply?: Reply;
  performance?: Performance;
}

/** The reply that is stored for a policy, which says nothing. */
const NO_WORDS: Reply = { text: '', finish: 'stop' };

/** Words and deeds as the journal has them, in the order in which it always had them. */
export function storedReply({ reply = NO_WORDS, performance }: Responded): StoredReply {
  if (!performance) return reply;
  const { usage, ...rest } = StoredReply.parse({ ...reply, ...performance });
  return usage === undefined ? rest : { ...rest, usage };
}
