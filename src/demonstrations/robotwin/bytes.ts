/** Small pieces of a file one after the other, numbers little-endian. */
export class ByteWriter {
  #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  u8(...values: number[]): this {
    this.#bytes.push(...values);
    return this;
  }

  u16(...values: number[]): this {
    return this.u8(...values.flatMap((value) => [value & 0xff, value >>> 8]));
  }

  u32(...values: number[]): this {
    return this.u16(...values.flatMap((value) => [value & 0xffff, value >>> 16]));
  }

  u64(...values: (number | bigint)[]): this {
    for (const value of values) this.u32(Number(BigInt(value) & 0xffff_ffffn), Number(BigInt(value) >> 32n));
    return this;
  }

  /** A character per byte. */
  text(latin1: string): this {
    return this.u8(...Buffer.from(latin1, 'latin1'));
  }

  raw(bytes: Uint8Array): this {
    return this.u8(...bytes);
  }

  /** Zeros until it is this long. */
  upTo(length: number): this {
    return this.u8(...new Uint8Array(length - this.length));
  }

  align(): this {
    return this.upTo(Math.ceil(this.length / 8) * 8);
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
