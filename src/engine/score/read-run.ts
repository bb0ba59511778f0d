import type { Benchmark } from '../../contracts/index.ts';
import { collectEvery } from '../../host/index.ts';
import { readEventGroups, readRunFile, runPaths, StoredSamples } from '../../store/index.ts';
import { type FinalAttempt, type Reading, RunReading } from './reading.ts';

/** Reads a journal once, whatever it is read for; of a unit that was asked again, the last one that is visited counts. */
export async function readRun(
  folder: string,
  benchmark: Benchmark,
  visit: (attempt: FinalAttempt) => Promise<void>,
): Promise<Reading> {
  const path = runPaths(folder).events;
  const samples = new StoredSamples(path);
  const reading = new RunReading({ run: readRunFile(folder), benchmark, samples, where: path, visit });
  try {
    await readInto(reading, path, samples);
    return reading.reading;
  } finally {
    samples.free();
  }
}

/** Anything that takes the events of a journal: a reading, or a scoring. */
type JournalReader = Pick<RunReading, 'note' | 'take'>;

/** How many events are read before their garbage is collected. */
const EVENTS_AT_ONCE = 1 << 16;

/** Hands a journal's events to a reader, questions to their store first. */
export async function readInto(reader: JournalReader, path: string, samples: StoredSamples): Promise<void> {
  const tidy = collectEvery(EVENTS_AT_ONCE);
  for await (const events of readEventGroups(path)) {
    for (const read of events) {
      tidy();
      if ('problem' in read) {
        reader.note(read.problem);
        continue;
      }
      if (read.event.event === 'sample') samples.add(read.event.sample, read.line);
      const scoring = reader.take(read.event);
      if (scoring) await scoring;
    }
  }
}
