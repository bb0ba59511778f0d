import { readEvents } from '../data/index.ts';
import type { StoredRun } from './stored-run.ts';

/** A file that a run refers to. */
export interface Need {
  hash: string;
  bytes: number;
  /** Scoring or replay cannot do without. */
  needed: boolean;
}

/** Every file that a run's pages show: first what cannot be spared, then pictures, those of wrong answers first. */
export async function* needsOf(stored: StoredRun): AsyncGenerator<Need> {
  const seen = new Set<string>();
  const fresh = (hash: string) => !seen.has(hash) && seen.add(hash) !== undefined;
  for await (const { hash, bytes } of evidenceOf(stored)) if (fresh(hash)) yield { hash, bytes, needed: true };
  const wrong = new Set<string>();
  for (const { result } of stored.rows()) if (result.score === null || result.score < 1) wrong.add(result.id);
  const pictures = [...stored.index.media.values()];
  for (const first of [true, false]) {
    for (const { ref, sample } of pictures) {
      if (wrong.has(sample) === first && fresh(ref.sha256)) yield { hash: ref.sha256, bytes: ref.bytes, needed: false };
    }
  }
}

/** Masks of all questions, commands of all episodes. */
async function* evidenceOf({ journal, benchmark, blobs }: StoredRun): AsyncGenerator<Omit<Need, 'needed'>> {
  for await (const read of readEvents(journal.path)) {
    if (!('event' in read)) continue;
    const { event } = read;
    if (event.event === 'sample' && benchmark.evidence) {
      const { data } = benchmark.schema.safeParse(event.sample);
      if (data) for (const { sha256: hash, bytes } of benchmark.evidence(data)) yield { hash, bytes };
    }
    const hash = event.event === 'attempt' ? event.reply?.episode?.actions.sha256 : undefined;
    if (hash !== undefined) yield { hash, bytes: blobs.find(hash)?.bytes ?? 0 };
  }
}
