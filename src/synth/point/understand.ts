/** What a prompt says, read from its words alone. */
export type Meaning =
  | { how: 'name'; name: string }
  | { how: 'extreme'; kind: string; which: 'leftmost' | 'rightmost' | 'closest' | 'farthest' }
  | { how: 'row'; kind: string; place: number; from: 'left' | 'right' }
  | { how: 'top'; of: Meaning }
  | { how: 'between'; kind: string; first: Meaning; second: Meaning }
  | { how: 'beside' | 'closest'; kind: string; side: string; of: Meaning };

export type Wanted =
  | { thing: Meaning }
  | { space: { side: string; of: Meaning } | { between: [Meaning, Meaning] } | { top: Meaning } | { region: string } };

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const relations = ['to the left of', 'to the right of', 'in front of', 'behind', 'closest to'];

/**
 * Reads a prompt. `nouns` are the kinds and names that may occur.
 * @example understand('Please point out the leftmost mug.', ['mug']) // { thing: { how: 'extreme', kind: 'mug', which: 'leftmost' } }
 */
export function understand(prompt: string, nouns: readonly string[]): Wanted {
  const request = /^(?:From the viewer's perspective, please|Please) point out (.*)\.$/.exec(prompt)?.[1];
  if (request === undefined) throw new Error(`not a request: ${prompt}`);
  const reader = new Reader(request, nouns);
  const wanted = reader.wanted();
  if (!reader.atEnd()) throw new Error(`not understood: ${prompt}`);
  return wanted;
}

/** Reads words from left to right. */
class Reader {
  #rest: string;
  /** The longest first: `toy car` before `toy`. */
  readonly #nouns: readonly string[];

  constructor(text: string, nouns: readonly string[]) {
    this.#rest = text;
    this.#nouns = nouns.toSorted((a, b) => b.length - a.length);
  }

  atEnd(): boolean {
    return this.#rest === '';
  }

  wanted(): Wanted {
    if (!this.#take('the free space')) return { thing: this.#meaning() };
    if (this.#take('on top of')) return { space: { top: this.#meaning() } };
    if (this.#take('on the')) return { space: { region: this.#oneOf(this.#nouns) } };
    if (this.#take('between')) {
      const first = this.#meaning();
      this.#need('and');
      return { space: { between: [first, this.#meaning()] } };
    }
    this.#need('immediately');
    return { space: { side: this.#oneOf(relations), of: this.#meaning() } };
  }

  #meaning(): Meaning {
    this.#need('the');
    if (this.#take('object')) {
      this.#need('that is on top of');
      return { how: 'top', of: this.#meaning() };
    }
    for (const which of ['leftmost', 'rightmost'] as const) {
      if (this.#take(which)) return { how: 'extreme', which, kind: this.#oneOf(this.#nouns) };
    }
    const place = ordinals.findIndex((word) => this.#take(word));
    const kind = this.#oneOf(this.#nouns);
    if (place >= 0) {
      const from = this.#take('from the left in the row of') ? 'left' : 'right';
      if (from === 'right') this.#need('from the right in the row of');
      this.#oneOf([`${kind}s`, `${kind}es`]);
      return { how: 'row', kind, place, from };
    }
    if (!this.#take('that is')) return { how: 'name', name: kind };
    if (this.#take('closest to the camera')) return { how: 'extreme', kind, which: 'closest' };
    if (this.#take('farthest from the camera')) return { how: 'extreme', kind, which: 'farthest' };
    if (this.#take('between')) {
      const first = this.#meaning();
      this.#need('and');
      return { how: 'between', kind, first, second: this.#meaning() };
    }
    const side = this.#oneOf(relations);
    return { how: side === 'closest to' ? 'closest' : 'beside', kind, side, of: this.#meaning() };
  }

  #take(words: string): boolean {
    if (this.#rest !== words && !this.#rest.startsWith(`${words} `)) return false;
    this.#drop(words.length);
    return true;
  }

  #drop(length: number): number {
    this.#rest = this.#rest.slice(length).trimStart();
    return length;
  }

  #need(words: string): void {
    if (!this.#take(words)) throw new Error(`expected "${words}" before "${this.#rest}"`);
  }

  #oneOf(list: readonly string[]): string {
    const found = list.find((words) => this.#take(words));
    if (found === undefined) throw new Error(`nothing known at "${this.#rest}"`);
    return found;
  }
}
