import type { ArrayForm } from './array-forms.ts';
import type { Wire } from './wire.ts';

/** Deeper and larger than any real answer; servers may be hostile. */
const MOST_DEPTH = 64;
const MOST_ITEMS = 100_000;

/**
 * The value in a frame. Bytes and arrays are views of it, not copies. Throws on anything that is not exactly one value.
 * @example decode(frame, binaryKeys) // { actions: NdArray <f4 (50, 14) }
 */
export function decode(frame: Uint8Array, form: ArrayForm): Wire {
  const reader = new PackReader(frame, form);
  const value = reader.value(0);
  if (reader.left > 0) throw new Error(`msgpack: ${reader.left} bytes too many`);
  return value;
}

class PackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #form: ArrayForm;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #at = 0;
  #items = 0;

  constructor(frame: Uint8Array, form: ArrayForm) {
    this.#bytes = frame;
    this.#view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    this.#form = form;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  value(depth: number): Wire {
    if (depth > MOST_DEPTH) throw new Error('msgpack: nested too deeply');
    if (++this.#items > MOST_ITEMS) throw new Error(`msgpack: more than ${MOST_ITEMS} values`);
    const head = this.#view.getUint8(this.#skip(1));
    if (head < 0x80) return head;
    if (head < 0x90) return this.#map(head & 0x0f, depth);
    if (head < 0xa0) return this.#list(head & 0x0f, depth);
    if (head < 0xc0) return this.#text(head & 0x1f);
    if (head >= 0xe0) return head - 0x100;
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return head === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#raw(this.#length(1 << (head - 0xc4)));
      case 0xca:
        return this.#view.getFloat32(this.#skip(4));
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#length(1 << (head - 0xcc));
      case 0xcf:
        return plain(this.#view.getBigUint64(this.#skip(8)));
      case 0xd0:
        return this.#view.getInt8(this.#skip(1));
      case 0xd1:
        return this.#view.getInt16(this.#skip(2));
      case 0xd2:
        return this.#view.getInt32(this.#skip(4));
      case 0xd3:
        return plain(this.#view.getBigInt64(this.#skip(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#length(1 << (head - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.#list(this.#length(2 << (head - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#length(2 << (head - 0xde)), depth);
      // Types of somebody's own, as their bytes: nothing that a robot needs.
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#raw(this.#length(1 << (head - 0xc7)) + 1);
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#raw((1 << (head - 0xd4)) + 1);
      default:
        throw new Error(`msgpack: type 0x${head.toString(16)} is not understood`);
    }
  }

  #list(count: number, depth: number): Wire[] {
    this.#expect(count);
    return Array.from({ length: count }, () => this.value(depth + 1));
  }

  #map(count: number, depth: number): Wire {
    this.#expect(2 * count);
    // No prototype: a key may be called `__proto__`.
    const map: Record<string, Wire> = Object.create(null);
    for (let i = 0; i < count; i++) {
      const key = this.value(depth + 1);
      map[key instanceof Uint8Array ? this.#utf8.decode(key) : String(key)] = this.value(depth + 1);
    }
    return this.#form.revive(map) ?? map;
  }

  #text(length: number): string {
    return this.#utf8.decode(this.#raw(length));
  }

  #raw(length: number): Uint8Array {
    const from = this.#skip(length);
    return this.#bytes.subarray(from, from + length);
  }

  #length(size: number): number {
    const at = this.#skip(size);
    return size === 1 ? this.#view.getUint8(at) : size === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  #skip(length: number): number {
    this.#expect(length);
    this.#at += length;
    return this.#at - length;
  }

  /** Every value takes a byte or more: a length beyond the frame is a lie, found before room is made for it. */
  #expect(bytes: number): void {
    if (bytes > this.left) throw new Error(`msgpack: cut off, ${bytes - this.left} bytes are missing`);
  }
}

function plain(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
