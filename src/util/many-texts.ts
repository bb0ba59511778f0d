/** How many are looked up in a Map. */
const FIRST = 64;

/** Different texts, numbered as they come, packed into bytes; see `PackedTexts`. */
export class ManyTexts {
  /** Each text after a byte that says whether its characters take one byte or, beyond Latin-1, two. */
  #bytes = new Uint8Array(1024);
  #used = 0;
  /** By number, where a text begins. */
  #starts = new Uint32Array(64);
  #size = 0;
  /** Numbers plus one, each near the place that its text leads to; 0 is free. */
  #slots = new Uint32Array(128);
  /** The first of them once more: what comes again and again, such as groups, is mostly among these, and a Map is faster. */
  readonly #first = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /** The number of a text, a new one where it is new. */
  add(text: string): number {
    const first = this.#first.get(text);
    if (first !== undefined) return first;
    const slot = this.#slotOf(text);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#size;
    this.#write(number, text);
    this.#slots[slot] = number + 1;
    this.#size += 1;
    if (number < FIRST) this.#first.set(text, number);
    if (5 * this.#size > 4 * this.#slots.length) this.#spread();
    return number;
  }

  find(text: string): number | undefined {
    const known = this.#slots[this.#slotOf(text)] ?? 0;
    return known > 0 ? known - 1 : undefined;
  }

  /** The text of a number that was given. */
  at(number: number): string {
    const { from, to, wide } = this.#extent(number);
    let text = '';
    // In parts: a function takes only so many arguments.
    for (let at = from; at < to; at += 8192) {
      const part = this.#bytes.subarray(at, Math.min(at + 8192, to));
      text += Reflect.apply(String.fromCharCode, undefined, wide ? codesOf(part) : part);
    }
    return text;
  }

  /** As `<` orders two of them, by their numbers: below 0 where the first comes first. @param skip how much of each is left out in front */
  compare(first: number, second: number, skipFirst = 0, skipSecond = 0): number {
    const [a, b] = [this.#extent(first), this.#extent(second)];
    const [lengthA, lengthB] = [this.#lengthOf(a) - skipFirst, this.#lengthOf(b) - skipSecond];
    const shared = Math.min(lengthA, lengthB);
    for (let i = 0; i < shared; i++) {
      const difference = this.#codeAt(a, skipFirst + i) - this.#codeAt(b, skipSecond + i);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  /** Forgets all of them and keeps the room, for whoever needs it again and again. */
  clear(): void {
    this.#used = 0;
    this.#size = 0;
    this.#slots.fill(0);
    this.#first.clear();
  }

  /** Forgets all of them and gives the room back at once: the collector would take its time. */
  free(): void {
    for (const { buffer } of [this.#bytes, this.#starts, this.#slots]) buffer.transfer(0);
    this.#bytes = new Uint8Array(1024);
    this.#starts = new Uint32Array(64);
    this.#slots = new Uint32Array(128);
    this.clear();
  }

  /** Where its number stands, or would. */
  #slotOf(text: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(text) & mask;
    for (let known = this.#slots[slot] ?? 0; known > 0; known = this.#slots[slot] ?? 0) {
      if (this.#isAt(known - 1, text)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isAt(number: number, text: string): boolean {
    const extent = this.#extent(number);
    if (this.#lengthOf(extent) !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (this.#codeAt(extent, i) !== text.charCodeAt(i)) return false;
    return true;
  }

  #lengthOf({ from, to, wide }: Extent): number {
    return wide ? (to - from) >> 1 : to - from;
  }

  #codeAt({ from, wide }: Extent, i: number): number {
    if (!wide) return this.#bytes[from + i] ?? 0;
    return (this.#bytes[from + 2 * i] ?? 0) + 256 * (this.#bytes[from + 2 * i + 1] ?? 0);
  }

  #extent(number: number): Extent {
    const start = this.#starts[number] ?? 0;
    const to = number + 1 < this.#size ? (this.#starts[number + 1] ?? 0) : this.#used;
    return { from: start + 1, to, wide: this.#bytes[start] === 1 };
  }

  #write(number: number, text: string): void {
    const wide = isWide(text);
    const end = this.#used + 1 + (wide ? 2 : 1) * text.length;
    if (end >= 2 ** 32) throw new RangeError('texts of 4 GiB are too many');
    while (end > this.#bytes.length) this.#bytes = new Uint8Array(grown(this.#bytes.buffer));
    if (number === this.#starts.length) this.#starts = new Uint32Array(grown(this.#starts.buffer));
    this.#starts[number] = this.#used;
    this.#bytes[this.#used++] = wide ? 1 : 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      this.#bytes[this.#used++] = code;
      if (wide) this.#bytes[this.#used++] = code >> 8;
    }
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hashOf(this.at(number)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Where the characters of a text are. */
interface Extent {
  from: number;
  to: number;
  wide: boolean;
}

/** A quarter more room, in steps of eight bytes. The old room goes back at once and does not wait for the collector. */
export function grown(buffer: ArrayBuffer): ArrayBuffer {
  return buffer.transfer(8 * Math.ceil((1.25 * buffer.byteLength) / 8));
}

function isWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return true;
  return false;
}

function codesOf(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, i) => (bytes[2 * i] ?? 0) + 256 * (bytes[2 * i + 1] ?? 0));
}

/** FNV-1a over UTF-16, and mixed: neighbours differ in their last digit only. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
