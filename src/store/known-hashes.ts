/** As many as there are places; two that lead to the same place push each other out. */
const PLACES = 4096;
const WORDS = 8;

/**
 * Some of the hashes that were added, in a fixed room: names of a hundred thousand pictures would take more memory than their
 * pixels, and objects that live for a while and go stay until the next full collection.
 * @example
 * const known = new KnownHashes();
 * known.add(sha256);
 * known.has(sha256); // true, until another one takes its place
 */
export class KnownHashes {
  readonly #words = new Int32Array(PLACES * WORDS);

  has(sha256: string): boolean {
    const start = placeOf(sha256);
    for (let i = 0; i < WORDS; i++) if (this.#words[start + i] !== wordOf(sha256, i)) return false;
    return true;
  }

  add(sha256: string): void {
    const start = placeOf(sha256);
    for (let i = 0; i < WORDS; i++) this.#words[start + i] = wordOf(sha256, i);
  }
}

function placeOf(sha256: string): number {
  return WORDS * (wordOf(sha256, 0) & (PLACES - 1));
}

/** Eight of its digits. Characters, because parts of a text would be texts again. */
function wordOf(sha256: string, number: number): number {
  let word = 0;
  for (let i = 8 * number; i < 8 * number + 8; i++) {
    const code = sha256.charCodeAt(i);
    word = (word << 4) | (code < 0x3a ? code - 0x30 : code - 0x57);
  }
  return word;
}
