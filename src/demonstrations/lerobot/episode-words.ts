import { z } from 'zod';
import type { Language } from '../demonstration.ts';

/** What is said about an episode: the instruction that its frames have comes first. */
export function episodeWords(
  task: string,
  language?: Language,
): Record<string, string | string[]> & { tasks: string[] } {
  if (!language) return { tasks: [task] };
  const { seen, unseen, question, answer, letter } = language;
  return { tasks: [...new Set([task, ...seen])], unseen_tasks: [...unseen], question, answer, letter };
}

/** What is said about an episode beside its tasks. */
const schema = z
  .object({ unseen_tasks: z.array(z.string()), question: z.string(), answer: z.string(), letter: z.string() })
  .transform(({ unseen_tasks: unseen, ...words }) => ({ unseen, ...words }));

export type EpisodeWords = z.infer<typeof schema>;

/** The same as it is read; nothing where a set has none. */
export function wordsOf(row: unknown): { words?: EpisodeWords } {
  const words = schema.safeParse(row).data;
  return words ? { words } : {};
}
