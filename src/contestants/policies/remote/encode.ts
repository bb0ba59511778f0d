import type { ArrayForm } from './array-forms.ts';
import { NdArray } from './wire.ts';

/** What can be packed. A `Map` may have keys of bytes, which Python tells from text. */
export type Packable =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | NdArray
  | Packable[]
  | Map<string | Uint8Array, Packable>
  | PackableMap;
export interface PackableMap {
  readonly [key: string]: Packable;
}

/**
 * A value as msgpack, in the shortest form, as Python writes it.
 * @example encode({ x: fromNumbers([1], 'float32', [1]) }, binaryKeys)
 */
export function encode(value: Packable, form: ArrayForm): Uint8Array {
  const writer = new Writer(form);
  writer.put(value);
  return writer.done();
}

class Writer {
  readonly #form: ArrayForm;
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  constructor(form: ArrayForm) {
    this.#form = form;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  put(value: Packable): void {
    if (value === null) this.#byte(0xc0);
    else if (typeof value === 'boolean') this.#byte(value ? 0xc3 : 0xc2);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'string') this.#text(value);
    else if (value instanceof Uint8Array) {
      this.#head(value.length, { eight: 0xc4, sixteen: 0xc5 });
      this.#raw(value);
    } else if (value instanceof NdArray) this.put(this.#form.write(value));
    else if (Array.isArray(value)) {
      this.#head(value.length, { fix: 0x90, most: 15, sixteen: 0xdc });
      for (const item of value) this.put(item);
    } else {
      const entries = value instanceof Map ? [...value] : Object.entries(value);
      this.#head(entries.length, { fix: 0x80, most: 15, sixteen: 0xde });
      for (const [key, item] of entries) {
        this.put(key);
        this.put(item);
      }
    }
  }

  #number(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.#byte(0xcb);
      const at = this.#room(8);
      this.#view.setFloat64(at, value);
    } else if (value >= -0x20 && value < 0x80) this.#byte(value);
    else if (value >= 0) {
      const log = value <= 0xff ? 0 : value <= 0xffff ? 1 : value <= 0xffff_ffff ? 2 : 3;
      this.#sized(0xcc + log, 1 << log, value);
    } else {
      const log = value >= -0x80 ? 0 : value >= -0x8000 ? 1 : value >= -0x8000_0000 ? 2 : 3;
      this.#sized(0xd0 + log, 1 << log, value);
    }
  }

  #text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.#head(bytes.length, { fix: 0xa0, most: 31, eight: 0xd9, sixteen: 0xda });
    this.#raw(bytes);
  }

  /** The first byte and a length, as short as this type has it. */
  #head(length: number, codes: { fix?: number; most?: number; eight?: number; sixteen: number }): void {
    const { fix, most = -1, eight, sixteen } = codes;
    if (fix !== undefined && length <= most) this.#byte(fix | length);
    else if (eight !== undefined && length <= 0xff) this.#sized(eight, 1, length);
    else if (length <= 0xffff) this.#sized(sixteen, 2, length);
    else this.#sized(sixteen + 1, 4, length);
  }

  #byte(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }

  /** A code and a whole number in so many bytes; negative ones come out as two's complement. */
  #sized(code: number, size: number, value: number): void {
    this.#byte(code);
    const at = this.#room(size);
    if (size === 1) this.#view.setUint8(at, value);
    else if (size === 2) this.#view.setUint16(at, value);
    else if (size === 4) this.#view.setUint32(at, value);
    else this.#view.setBigInt64(at, BigInt(value));
  }

  #raw(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Where there is room for so many bytes. */
  #room(more: number): number {
    const at = this.#at;
    this.#at += more;
    if (this.#at > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#at);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
