import type { AttemptEvent, Episode, UnitResult } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import type { RunScoring } from './run-scoring.ts';

/** What of a reply goes into a run's results; null without one. */
export interface KeptReply {
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

  /** By position among sorted units. Holds on to nothing else of a scoring, which is as large as its journal. */
  inOrder(scoring: Pick<RunScoring, 'placeOf'>, units: readonly UnitResult[]): ReplyAt {
    const places = new Uint32Array(units.length);
    // A loop: what a function in here mentions would be kept as long as what is returned.
    for (const [position, unit] of units.entries()) places[position] = at(scoring.placeOf(unit));
    return (position) => this.#at(at(places[position]));
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

/** What was scored has a place. */
function at(place: number | undefined): number {
  if (place === undefined) throw new Error('every unit that was scored was kept');
  return place;
}
