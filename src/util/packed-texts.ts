import { at } from './at.ts';
import { ManyTexts } from './many-texts.ts';

/** As many are held by a Map and a list: that needs no warming up, and most runs have no more units. */
const FEW = 4096;

/**
 * Different texts, numbered as they come. Many are packed: a Map would take several times the memory, and the tables that it
 * outgrows stay until the next full collection.
 * @example
 * const ids = new PackedTexts();
 * ids.add('a'); // 0
 * ids.find('b'); // undefined
 */
export class PackedTexts {
  #texts: FewTexts | ManyTexts = new FewTexts();

  get size(): number {
    return this.#texts.size;
  }

  /** The number of a text, a new one where it is new. */
  add(text: string): number {
    if (this.#texts instanceof FewTexts && this.#texts.size === FEW && this.#texts.find(text) === undefined)
      this.#texts = packed(this.#texts);
    return this.#texts.add(text);
  }

  find(text: string): number | undefined {
    return this.#texts.find(text);
  }

  /** The text of a number that was given. */
  at(number: number): string {
    return this.#texts.at(number);
  }

  /** As `<` orders two of them, by their numbers: below 0 where the first comes first. @param skip how much of each is left out in front */
  compare(first: number, second: number, skipFirst = 0, skipSecond = 0): number {
    return this.#texts.compare(first, second, skipFirst, skipSecond);
  }

  /** Forgets all of them and keeps the room, for whoever needs it again and again. */
  clear(): void {
    this.#texts.clear();
  }

  /** Forgets all of them and gives the room back at once: the collector would take its time. */
  free(): void {
    this.#texts.free();
    this.#texts = new FewTexts();
  }
}

function packed(few: FewTexts): ManyTexts {
  const many = new ManyTexts();
  for (let number = 0; number < few.size; number++) many.add(few.at(number));
  few.free();
  return many;
}

class FewTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  at(number: number): string {
    return at(this.#texts, number);
  }

  compare(first: number, second: number, skipFirst: number, skipSecond: number): number {
    const a = this.at(first).slice(skipFirst);
    const b = this.at(second).slice(skipSecond);
    return a < b ? -1 : a > b ? 1 : 0;
  }

  clear(): void {
    this.#numbers.clear();
    this.#texts.length = 0;
  }

  free(): void {
    this.clear();
  }
}
