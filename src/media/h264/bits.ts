/** Bits from the highest on, as a decoder reads them. */
export class BitWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #held = 0;
  #count = 0;

  /** At most 24 of them. */
  put(value: number, count: number): void {
    if (this.#length + 4 > this.#bytes.length) this.#grow();
    this.#held = (this.#held << count) | value;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#bytes[this.#length++] = this.#held >> this.#count;
    }
  }

  /** A number from 0 on, by Exp-Golomb: the smaller, the shorter. */
  unsigned(value: number): void {
    const length = 31 - Math.clz32(value + 1);
    this.put(0, length);
    this.put(value + 1, length + 1);
  }

  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** What was put so far, ended as units of a stream are; then it begins anew. */
  end(): Uint8Array {
    this.put(1, 1);
    if (this.#count > 0) this.put(0, 8 - this.#count);
    const bytes = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  #grow(): void {
    const bytes = new Uint8Array(2 * this.#bytes.length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** How many bits `signed` takes. */
export function signedLength(value: number): number {
  return 63 - 2 * Math.clz32(value > 0 ? 2 * value : 1 - 2 * value);
}

/** A unit of the stream: its kind, then the bytes, with a 3 after two zeros wherever they would look like a start code. */
export function unit(kind: number, bytes: Uint8Array): Uint8Array {
  const out = [kind];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros === 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(out);
}
