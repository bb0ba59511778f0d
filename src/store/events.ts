import { closeSync, lstatSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseRunLine, type RunEvent, type Sample } from '../contracts/index.ts';
import { type Line, openRegular, type RegularOptions, readLineGroups } from '../files/index.ts';
import { at, grown, PackedTexts } from '../util/index.ts';

/** A line of the journal, or what is wrong with it. */
export type ReadEvent = { event: RunEvent; line: Line } | { problem: string };

/**
 * The events of a run in order. A torn last line, or one that a later session had to skip, is harmless and left out;
 * any other unreadable line is a problem named by file and line. With `after`, only what follows that line.
 */
export async function* readEvents(path: string, after?: Line): AsyncGenerator<ReadEvent> {
  for await (const events of readEventGroups(path, after)) for (const event of events) yield event;
}

/** The same in groups, for callers that need not await between events. */
export async function* readEventGroups(path: string, after?: Line): AsyncGenerator<Iterable<ReadEvent>> {
  // lstat: a dangling link must be reported, not treated as a missing file.
  if (!lstatSync(path, { throwIfNoEntry: false })) return;
  let suspect: string | undefined;
  function* eventsOf(lines: Iterable<Line>): Generator<ReadEvent> {
    for (const line of lines) {
      const event = parseRunLine(line.text);
      if (suspect !== undefined && event?.event !== 'session') yield { problem: suspect };
      suspect = event || !line.complete ? undefined : `${path}:${line.number} is not a journal line`;
      if (event) yield { event, line };
    }
  }
  for await (const lines of readLineGroups(path, after, inRun(path))) yield eventsOf(lines);
  if (suspect !== undefined) yield [{ problem: suspect }];
}

/** A journal belongs to its folder. */
function inRun(path: string): RegularOptions {
  return { inside: dirname(path), code: 'damaged_run' };
}

/** How many samples are kept at hand: a sample's line mostly stands right before its first attempt. */
const RECENT = 512;

/** Samples of a journal by id, re-read from the file when asked for: 100,000 of them cost their offsets only. */
export class StoredSamples {
  #path: string;
  #fd: number | undefined;
  /** Those of all of them; by their numbers, where each line begins and how long it is. */
  readonly ids = new PackedTexts();
  #offsets = new Float64Array(64);
  #lengths = new Uint32Array(64);
  /**
   * Each has one place, by its number. Not a Map: one that is added to and taken from all the time leaves old tables behind, each
   * with a reference to the next, and all that was ever in them stays until the next full collection.
   */
  #recent: (Sample | undefined)[] = new Array(RECENT).fill(undefined);

  constructor(path: string) {
    this.#path = path;
  }

  add(sample: Sample, line: Line): void {
    const number = this.ids.add(sample.id);
    if (number === this.#offsets.length) this.#offsets = new Float64Array(grown(this.#offsets.buffer));
    if (number === this.#lengths.length) this.#lengths = new Uint32Array(grown(this.#lengths.buffer));
    this.#offsets[number] = line.offset;
    this.#lengths[number] = line.length;
    this.#recent[number % RECENT] = sample;
  }

  get(id: string): Sample | undefined {
    const number = this.ids.find(id);
    if (number === undefined) return undefined;
    const recent = this.#recent[number % RECENT];
    if (recent?.id === id) return recent;
    const length = at(this.#lengths, number);
    this.#fd ??= openRegular(this.#path, inRun(this.#path));
    const bytes = Buffer.alloc(length);
    readSync(this.#fd, bytes, 0, length, at(this.#offsets, number));
    const event = parseRunLine(bytes.toString('utf8'));
    if (event?.event !== 'sample') return undefined;
    this.#recent[number % RECENT] = event.sample;
    return event.sample;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
  }

  /** Closes it and gives its room back at once, for whoever reads no more. */
  free(): void {
    this.close();
    this.ids.free();
    for (const { buffer } of [this.#offsets, this.#lengths]) buffer.transfer(0);
  }
}
