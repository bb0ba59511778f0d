import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type AttemptEvent, MediaRef, RunEvent, type Sample } from '../contracts/index.ts';
import { type Line, readLines } from './ndjson.ts';

/** A line of the journal, or what is wrong with it. */
export type ReadEvent = { event: RunEvent; line: Line } | { problem: string };

/**
 * The events of a run in order. A torn last line, or one that a later session had to skip, is harmless and left out;
 * any other unreadable line is a problem named by file and line.
 */
export async function* readEvents(path: string): AsyncGenerator<ReadEvent> {
  if (!existsSync(path)) return;
  let suspect: string | undefined;
  for await (const line of readLines(path)) {
    const parsed = parse(line.text);
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

function parse(text: string): RunEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainAttempt(value) || isPlainSample(value) ? value : RunEvent.safeParse(value).data;
  } catch {
    return undefined;
  }
}

/**
 * Half of all lines are answers of one shape: looking at their fields is several times faster than the schema, which
 * still judges everything else.
 */
function isPlainAttempt(value: unknown): value is AttemptEvent {
  if (!isObject(value) || value.event !== 'attempt' || value.error !== undefined || !isObject(value.reply))
    return false;
  const { unit, epoch, attempt, at, ms, final, cached } = value;
  const { text, finish, usage, reasoning, servedBy, responseId } = value.reply;
  return (
    typeof unit === 'string' &&
    isCount(epoch) &&
    isCount(attempt) &&
    attempt > 0 &&
    typeof at === 'string' &&
    typeof ms === 'number' &&
    typeof final === 'boolean' &&
    cached === undefined &&
    typeof text === 'string' &&
    (finish === 'stop' || finish === 'length') &&
    (usage === undefined || (isObject(usage) && isCount(usage.inputTokens) && isCount(usage.outputTokens))) &&
    (usage === undefined ||
      !isObject(usage) ||
      usage.reasoningTokens === undefined ||
      isCount(usage.reasoningTokens)) &&
    [reasoning, servedBy, responseId].every((each) => each === undefined || typeof each === 'string')
  );
}

/** The same for questions: whoever uses one reads it by its benchmark's own schema anyway. */
function isPlainSample(value: unknown): value is Extract<RunEvent, { event: 'sample' }> {
  if (!isObject(value) || value.event !== 'sample' || !isObject(value.sample)) return false;
  const { id, cluster, groups, media } = value.sample;
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof cluster === 'string' &&
    isObject(groups) &&
    Object.values(groups).every((each) => typeof each === 'string') &&
    Array.isArray(media) &&
    media.every((ref) => MediaRef.safeParse(ref).success)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
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
    const event = parse(bytes.toString('utf8'));
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
