import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { parseRunLine, type RunEvent, type Sample } from '../contracts/index.ts';
import { type Line, readLines } from './ndjson.ts';

/** A line of the journal, or what is wrong with it. */
export type ReadEvent = { event: RunEvent; line: Line } | { problem: string };

/**
 * The events of a run in order. A torn last line, or one that a later session had to skip, is harmless and left out;
 * any other unreadable line is a problem named by file and line. With `after`, only what follows that line.
 */
export async function* readEvents(path: string, after?: Line): AsyncGenerator<ReadEvent> {
  if (!existsSync(path)) return;
  let suspect: string | undefined;
  for await (const line of readLines(path, after)) {
    const parsed = parseRunLine(line.text);
    if (parsed === undefined) {
      if (suspect !== undefined) yield { problem: suspect };
      suspect = line.complete ? `${path}:${line.number} is not a journal line` : undefined;
      continue;
    }
    if (suspect !== undefined && parsed.event !== 'session') yield { problem: suspect };
    suspect = undefined;
    yield { event: parsed, line };
  }
  if (suspect !== undefined) yield { problem: suspect };
}

/** How many samples are kept at hand: a sample's line mostly stands right before its first attempt. */
const RECENT = 512;

/** Samples of a journal by id, re-read from the file when asked for: 100,000 of them cost their offsets only. */
export class StoredSamples {
  #path: string;
  #fd: number | undefined;
  #places = new Map<string, { offset: number; length: number }>();
  #recent = new Map<string, Sample>();

  constructor(path: string) {
    this.#path = path;
  }

  add(sample: Sample, line: Line): void {
    this.#places.set(sample.id, { offset: line.offset, length: line.length });
    this.#remember(sample);
  }

  get(id: string): Sample | undefined {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const place = this.#places.get(id);
    if (!place) return undefined;
    this.#fd ??= openSync(this.#path, 'r');
    const bytes = Buffer.alloc(place.length);
    readSync(this.#fd, bytes, 0, place.length, place.offset);
    const event = parseRunLine(bytes.toString('utf8'));
    if (event?.event !== 'sample') return undefined;
    this.#remember(event.sample);
    return event.sample;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
  }

  #remember(sample: Sample): void {
    this.#recent.delete(sample.id);
    this.#recent.set(sample.id, sample);
    if (this.#recent.size <= RECENT) return;
    for (const oldest of this.#recent.keys()) {
      this.#recent.delete(oldest);
      break;
    }
  }
}
