import { createHash } from 'node:crypto';
import type { AttemptEvent } from '../../contracts/index.ts';
import { at, canonicalJson, PackedTexts } from '../../util/index.ts';

/** What two parts of a run contradict each other in. */
export interface Contradiction {
  name: string;
  /** By number. */
  parts: [number, number];
}

/**
 * Things of the same name in several parts of a run, and which part's counts. Of each only a hash is kept: there may be millions.
 * @example
 * const claims = new Claims();
 * claims.add('0:q1', 0, hashOf(reply));
 * claims.partOf('0:q1'); // 0
 */
export class Claims {
  readonly #names = new PackedTexts();
  readonly #parts: number[] = [];
  /** 0 where nothing counts yet, so that any later claim does. */
  readonly #hashes: number[] = [];

  get size(): number {
    return this.#names.size;
  }

  partOf(name: string): number | undefined {
    const number = this.#names.find(name);
    return number === undefined ? undefined : at(this.#parts, number);
  }

  *entries(): Generator<{ name: string; part: number }> {
    for (const [number, part] of this.#parts.entries()) yield { name: this.#names.at(number), part };
  }

  /** The first part to say something keeps its claim. @param hash 0 for what any other claim replaces */
  add(name: string, part: number, hash: number): Contradiction | undefined {
    const number = this.#names.add(name);
    const known = this.#hashes[number];
    if (known === undefined || (known === 0 && hash !== 0)) {
      this.#parts[number] = part;
      this.#hashes[number] = hash;
      return undefined;
    }
    return hash === 0 || hash === known ? undefined : { name, parts: [at(this.#parts, number), part] };
  }

  /** Takes over what one part says at last. */
  addAll(said: LastSaid, part: number): Contradiction[] {
    return [...said.entries()].flatMap(([name, hash]) => this.add(name, part, hash) ?? []);
  }
}

/** What a part says of each name, the last word of which counts. */
export class LastSaid {
  readonly #names = new PackedTexts();
  readonly #hashes: number[] = [];

  get size(): number {
    return this.#names.size;
  }

  set(name: string, hash: number): void {
    this.#hashes[this.#names.add(name)] = hash;
  }

  *entries(): Generator<[name: string, hash: number]> {
    for (const [number, hash] of this.#hashes.entries()) yield [this.#names.at(number), hash];
  }
}

/** What of a final attempt must be the same wherever it was made: words, and the episode to the last bit. An error is no answer: 0. */
export function answerHash({ reply }: AttemptEvent): number {
  return reply ? contentHash({ text: reply.text, finish: reply.finish, episode: reply.episode ?? null }) : 0;
}

/** 48 bits of the content, and never 0. */
export function contentHash(content: unknown): number {
  return createHash('sha256').update(canonicalJson(content)).digest().readUIntBE(0, 6) + 1;
}
