import { createHash, type Hash } from 'node:crypto';
import type { AttemptEvent, Episode, RunFile, UnitResult } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { at } from '../../util/index.ts';

/** What of a reply goes into a run's results; null without one. */
interface KeptReply {
  /** sha256 of its text, as UTF-8. */
  text: string | null;
  episode?: { actions: string; start: string; states: string[]; world: string };
}

/** The reply to the unit at a position. */
export type ReplyAt = (position: number) => KeptReply;

/** Of each: whether there is a reply, and the sha256 of its text. */
const ENTRY = 1 + 32;
/** How many stand in one piece of memory: what grows by copying leaves as much behind. */
const PIECE = 4096;

/** Replies by place, and as little of each as possible: there may be 100,000, and hashes take less as bytes than as texts. */
export class KeptReplies {
  readonly #pieces: Buffer[] = [];
  readonly #episodes = new Map<number, Episode>();

  keep(place: number, { reply }: AttemptEvent): void {
    const entry = this.#entry(place);
    entry[0] = reply ? 1 : 0;
    if (reply) entry.write(sha256(reply.text), 1, 'hex');
    this.#episodes.delete(place);
    if (reply?.episode) this.#episodes.set(place, reply.episode);
  }

  /** By position among sorted units. @param places of the units in that order */
  inOrder(places: Uint32Array): ReplyAt {
    return (position) => this.#at(at(places, position));
  }

  /** Gives the room back at once; nothing can be read any more. */
  free(): void {
    for (const { buffer } of this.#pieces.splice(0)) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
    this.#episodes.clear();
  }

  #entry(place: number): Buffer {
    const from = (place % PIECE) * ENTRY;
    const number = Math.floor(place / PIECE);
    const piece = this.#pieces[number] ?? Buffer.alloc(PIECE * ENTRY);
    this.#pieces[number] = piece;
    return piece.subarray(from, from + ENTRY);
  }

  #at(place: number): KeptReply {
    const entry = this.#entry(place);
    const text = entry[0] === 1 ? entry.toString('hex', 1) : null;
    const episode = this.#episodes.get(place);
    if (!episode) return { text };
    const { actions, start, hashes, world } = episode;
    return { text, episode: { actions: actions.sha256, start, states: hashes, world } };
  }
}

export interface ResultsOptions {
  run: RunFile;
  /** By id and epoch, as scoring sorts them. */
  units: readonly UnitResult[];
  replyAt: ReplyAt;
}

/** Lines are written in pieces of about this size. */
const WRITE_BYTES = 1 << 16;

/**
 * results.ndjson, piece by piece: what a run came to and nothing that varies with time, machine, attempt or endpoint. Canonical
 * JSON: keys are named in their order here, which is several times faster than sorting them. A piece is only good until the next
 * one is asked for.
 */
export function* resultsFile({ run, units, replyAt }: ResultsOptions): Generator<Uint8Array> {
  const { benchmark, data, protocolHash } = run.spec;
  const header = { benchmark, data: data.sha256, format: 'sextant-results-1', protocol: protocolHash };
  const piece = Buffer.allocUnsafe(WRITE_BYTES);
  let used = piece.write(`${JSON.stringify({ ...header, units: run.units })}\n`);
  for (const [position, unit] of units.entries()) {
    const text = `${line(unit, replyAt(position))}\n`;
    // In UTF-8 a character takes three bytes at most.
    if (used + 3 * text.length > WRITE_BYTES) {
      yield piece.subarray(0, used);
      used = 0;
    }
    if (3 * text.length > WRITE_BYTES) yield Buffer.from(text);
    else used += piece.write(text, used);
  }
  yield piece.subarray(0, used);
}

/** The run's digest: sha256 of its results. @param write may keep them on the way; it must take all of them */
export function digestOf(
  results: Iterable<Uint8Array>,
  write: (parts: Iterable<Uint8Array>) => void = (parts) => {
    for (const _ of parts);
  },
): string {
  const hash = createHash('sha256');
  write(hashed(results, hash));
  return hash.digest('hex');
}

function* hashed(parts: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array> {
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
}

function line({ id, epoch, outcome, extraction, score, damaged }: UnitResult, { text, episode }: KeptReply): string {
  return JSON.stringify({
    ...(damaged ? { damaged } : {}),
    epoch,
    ...(episode ? { episode } : {}),
    extraction:
      extraction && 'error' in extraction ? { effect: extraction.effect, error: extraction.error } : extraction,
    id,
    outcome,
    score,
    text,
  });
}
