import { grown, PackedTexts } from '../../util/index.ts';

/** A set of texts that takes a few bytes for each: a run's units, of which there may be 100,000. */
export class PackedSet {
  readonly #texts: PackedTexts;
  /** Membership, by the text's number. */
  #isIn = new Uint8Array(64);
  #size = 0;

  /** @param texts for sets of the same texts, so that they are kept once */
  constructor(texts = new PackedTexts()) {
    this.#texts = texts;
  }

  get size(): number {
    return this.#size;
  }

  has(text: string): boolean {
    // A run that begins asks for every unit whether it was answered.
    if (this.#size === 0) return false;
    const number = this.#texts.find(text);
    return number !== undefined && this.#isIn[number] === 1;
  }

  add(text: string): void {
    const number = this.#texts.add(text);
    while (number >= this.#isIn.length) this.#isIn = new Uint8Array(grown(this.#isIn.buffer));
    if (this.#isIn[number] === 0) this.#size += 1;
    this.#isIn[number] = 1;
  }

  delete(text: string): void {
    const number = this.#texts.find(text);
    if (number === undefined || this.#isIn[number] !== 1) return;
    this.#isIn[number] = 0;
    this.#size -= 1;
  }
}
