import { readEvents } from '../store/index.ts';
import type { StoredRun } from './stored-run.ts';

/** A file that a run refers to. */
export interface Need {
  hash: string;
  bytes: number;
}

/** Every picture that a run's pages show, those of wrong answers first. */
export function* picturesOf(stored: StoredRun): Generator<Need> {
  const wrong = new Set<string>();
  for (const { result } of stored.rows()) if (result.score === null || result.score < 1) wrong.add(result.id);
  for (const first of [true, false]) {
    for (const { ref, sample } of stored.index.media.values())
      if (wrong.has(sample) === first) yield { hash: ref.sha256, bytes: ref.bytes };
  }
}

/** What scoring and replay cannot do without: masks of all questions, commands of all episodes. */
export async function* evidenceOf({ journal, benchmark, blobs }: StoredRun): AsyncGenerator<Need> {
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
