/**
 * A zlib stream of `data`, the same on every machine: zlib builds differ from platform to platform, hashes must not.
 * One block of fixed Huffman codes; repeats are looked for one byte back and one row back, which is what drawings need.
 */
export function deflate(data: Uint8Array, rowLength: number): Uint8Array {
  // The format looks no further back.
  const row = rowLength <= 32_768 ? rowLength : 1;
  const out = new DeflateBits(Math.ceil((data.length * 9) / 8) + 16);
  out.add(0x0178, 16);
  out.add(0b011, 3);
  const oneBack = distanceBits(1);
  const rowBack = distanceBits(row);
  for (let at = 0; at < data.length; ) {
    const byte = data[at] ?? 0;
    const above = at >= row && data[at - row] === byte ? repeats(data, at, row) : 0;
    const along = above < longest && at > 0 && data[at - 1] === byte ? repeats(data, at, 1) : 0;
    const length = Math.max(along, above);
    if (length < 3) {
      out.addSymbol(byte);
      at++;
      continue;
    }
    const { code, base, extra } = lengthCodes[length] ?? lengthCode(length);
    out.addSymbol(code);
    out.add(length - base, extra);
    for (const [value, count] of above >= along ? rowBack : oneBack) out.add(value, count);
    at += length;
  }
  out.addSymbol(256);
  return out.finish(adler32(data));
}

/** The format's limit for one repeat. */
const longest = 258;

/** How many bytes from `at` on equal those `distance` earlier; the first is known to. */
function repeats(data: Uint8Array, at: number, distance: number): number {
  const most = Math.min(longest, data.length - at);
  let length = 1;
  while (length < most && data[at + length] === data[at + length - distance]) length++;
  return length;
}

type Coded = readonly [value: number, bits: number];

const symbols = Array.from({ length: 288 }, (_, i): Coded => {
  if (i < 144) return reversed(0x30 + i, 8);
  if (i < 256) return reversed(0x190 + i - 144, 9);
  return i < 280 ? reversed(i - 256, 7) : reversed(0xc0 + i - 280, 8);
});

const symbolValues = Uint16Array.from(symbols, ([value]) => value);
const symbolBits = Uint8Array.from(symbols, ([, bits]) => bits);

/** Huffman codes are sent from their highest bit on. */
function reversed(code: number, bits: number): Coded {
  let value = 0;
  for (let i = 0; i < bits; i++) value |= ((code >> i) & 1) << (bits - 1 - i);
  return [value, bits];
}

/** Symbol, smallest length and number of extra bits: lengths 3 … 10 have a symbol each, then 4 per doubling. */
function lengthCode(length: number): { code: number; base: number; extra: number } {
  if (length === longest) return { code: 285, base: longest, extra: 0 };
  if (length < 11) return { code: 254 + length, base: length, extra: 0 };
  const extra = 29 - Math.clz32(length - 3);
  const step = (length - 3) >> extra;
  return { code: 257 + 4 * extra + step, base: 3 + (step << extra), extra };
}

const lengthCodes = Array.from({ length: longest + 1 }, (_, length) => lengthCode(length));

/** The code of a distance and its extra bits: two codes per doubling. */
function distanceBits(distance: number): readonly Coded[] {
  const from0 = distance - 1;
  if (from0 < 4) return [reversed(from0, 5)];
  const extra = 30 - Math.clz32(from0);
  const step = from0 >> extra;
  return [reversed(2 * extra + step, 5), [from0 - (step << extra), extra]];
}

function adler32(data: Uint8Array): number {
  let a = 1;
  let b = 0;
  // One loop: one in another would be compiled anew for every picture.
  for (let at = 0; at < data.length; at++) {
    a = (a + (data[at] ?? 0)) | 0;
    b = (b + a) | 0;
    // Division is dear: once per 2¹¹ bytes keeps both sums below 2³¹.
    if ((at & 2047) !== 2047) continue;
    a %= 65521;
    b %= 65521;
  }
  return (b % 65521) * 65536 + (a % 65521);
}

/** Used again and again: fresh memory of this size costs as much as filling it. */
let room = new Uint8Array();

/** Bits into bytes, lowest first. */
class DeflateBits {
  readonly #out: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(capacity: number) {
    if (room.length < capacity) room = new Uint8Array(capacity);
    this.#out = room;
  }

  add(value: number, bits: number): void {
    this.#held |= value << this.#count;
    this.#count += bits;
    for (; this.#count >= 8; this.#count -= 8) {
      this.#out[this.#at++] = this.#held;
      this.#held >>>= 8;
    }
  }

  addSymbol(symbol: number): void {
    this.add(symbolValues[symbol] ?? 0, symbolBits[symbol] ?? 0);
  }

  finish(checksum: number): Uint8Array {
    this.add(0, 7);
    new DataView(this.#out.buffer).setUint32(this.#at, checksum);
    return this.#out.slice(0, this.#at + 4);
  }
}
