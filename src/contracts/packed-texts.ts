/**
 * Different texts, numbered as they come. A hundred thousand short ones take 3 MB; in a Map they would take ten times as much,
 * and the tables that it outgrows stay until the next full collection.
 * @example
 * const ids = new PackedTexts();
 * ids.add('a'); // 0
 * ids.find('b'); // undefined
 */
export class PackedTexts {
  /** One byte a character, or two where a text has others than Latin-1. */
  #bytes = new Uint8Array(1024);
  #used = 0;
  /** By number: where a text begins, times two, plus one where characters take two bytes. */
  #starts = new Float64Array(64);
  #hashes = new Uint32Array(64);
  #size = 0;
  /** Numbers plus one by hash, at most half of them taken; 0 is free. */
  #slots = new Uint32Array(128);

  get size(): number {
    return this.#size;
  }

  /** The number of a text, a new one where it is new. */
  add(text: string): number {
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#size;
    this.#slots[slot] = number + 1;
    this.#write(number, text);
    this.#hashes[number] = hash;
    this.#size += 1;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return number;
  }

  find(text: string): number | undefined {
    const known = this.#slots[this.#slotOf(text, hashOf(text))] ?? 0;
    return known > 0 ? known - 1 : undefined;
  }

  /** The text of a number that was given. */
  at(number: number): string {
    const { from, to, wide } = this.#extent(number);
    let text = '';
    // In parts: a function takes only so many arguments.
    for (let at = from; at < to; at += 8192) {
      const part = this.#bytes.subarray(at, Math.min(at + 8192, to));
      text += String.fromCharCode(...(wide ? codesOf(part) : part));
    }
    return text;
  }

  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot] ?? 0; known > 0; known = this.#slots[slot] ?? 0) {
      if (this.#hashes[known - 1] === hash && this.#isAt(known - 1, text)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isAt(number: number, text: string): boolean {
    const { from, to, wide } = this.#extent(number);
    if (to - from !== (wide ? 2 : 1) * text.length) return false;
    for (let i = 0; i < text.length; i++) {
      const low = this.#bytes[from + (wide ? 2 * i : i)] ?? 0;
      const code = wide ? low + 256 * (this.#bytes[from + 2 * i + 1] ?? 0) : low;
      if (code !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #extent(number: number): { from: number; to: number; wide: boolean } {
    const start = this.#starts[number] ?? 0;
    const next = number + 1 < this.#size ? Math.floor((this.#starts[number + 1] ?? 0) / 2) : this.#used;
    return { from: Math.floor(start / 2), to: next, wide: start % 2 === 1 };
  }

  #write(number: number, text: string): void {
    while (this.#used + 2 * text.length > this.#bytes.length) this.#bytes = new Uint8Array(doubled(this.#bytes.buffer));
    if (number === this.#starts.length) {
      this.#starts = new Float64Array(doubled(this.#starts.buffer));
      this.#hashes = new Uint32Array(doubled(this.#hashes.buffer));
    }
    const wide = isWide(text);
    this.#starts[number] = 2 * this.#used + (wide ? 1 : 0);
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
      let slot = (this.#hashes[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** Twice the room. What was there moves: the old place goes back at once and does not wait for the collector. */
export function doubled(buffer: ArrayBuffer): ArrayBuffer {
  return buffer.transfer(2 * buffer.byteLength);
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
