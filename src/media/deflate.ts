/**
 * A zlib stream of `data`, the same on every machine: zlib builds differ from platform to platform, hashes must not.
 * One block of fixed Huffman codes; repeats are looked for one byte back and one row back, which is what drawings need.
 */
export function deflate(data: Uint8Array, rowLength: number): Uint8Array {
  // The format looks no further back.
  const row = rowLength <= 32_768 ? rowLength : 1;
  const capacity = Math.ceil((data.length * 9) / 8) + 32;
  if (room.length < capacity) room = new Uint8Array(capacity);
  const out = room;
  out[0] = 0x78;
  out[1] = 0x01;
  let to = 2;
  const oneBack = distanceBits(1);
  const rowBack = distanceBits(row);
  // Bits that are not written yet, lowest first. They stand in variables of this one loop: it takes most of a picture's encoding.
  let held = 0b011;
  let count = 3;
  for (let at = 0; at < data.length; ) {
    const byte = data[at] ?? 0;
    const above = at >= row && data[at - row] === byte ? repeats(data, at, row) : 0;
    const along = above < longest && at > 0 && data[at - 1] === byte ? repeats(data, at, 1) : 0;
    const length = Math.max(above, along);
    if (length < 3) {
      held |= (symbolValues[byte] ?? 0) << count;
      count += symbolBits[byte] ?? 0;
      at += 1;
    } else {
      held |= (lengthValues[length] ?? 0) << count;
      count += lengthBits[length] ?? 0;
      // A distance takes up to 18 bits.
      while (count >= 8) {
        out[to] = held;
        to += 1;
        held >>>= 8;
        count -= 8;
      }
      const { value, bits } = above >= along ? rowBack : oneBack;
      held |= value << count;
      count += bits;
      at += length;
    }
    // Two bytes at once: a test that comes out the same every second time is easy to foresee.
    if (count >= 16) {
      out[to] = held;
      out[to + 1] = held >>> 8;
      to += 2;
      held >>>= 16;
      count -= 16;
    }
  }
  // The end of the block is seven zeros; more fill the last byte.
  for (count += 7; count > 0; count -= 8) {
    out[to] = held;
    to += 1;
    held >>>= 8;
  }
  new DataView(out.buffer).setUint32(to, adler32(data));
  return out.slice(0, to + 4);
}

/** Used again and again: fresh memory of this size costs as much as filling it. */
let room = new Uint8Array();

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

/**
 * Of every length, its symbol and what is left to be said, joined: lengths 3 … 10 have a symbol each, then 4 per doubling, and
 * the longest has one of its own.
 */
const lengths = Array.from({ length: longest + 1 }, (_, length): Joined => {
  if (length < 11) return joined(symbols[254 + length] ?? [0, 0], 0, 0);
  const extra = length === longest ? 0 : 29 - Math.clz32(length - 3);
  const step = (length - 3) >> extra;
  const code = length === longest ? 285 : 257 + 4 * extra + step;
  return joined(symbols[code] ?? [0, 0], length === longest ? 0 : length - 3 - (step << extra), extra);
});
const lengthValues = Uint16Array.from(lengths, ({ value }) => value);
const lengthBits = Uint8Array.from(lengths, ({ bits }) => bits);

interface Joined {
  value: number;
  bits: number;
}

/** A code and the bits that follow it. */
function joined([value, bits]: Coded, extraValue: number, extra: number): Joined {
  return { value: value | (extraValue << bits), bits: bits + extra };
}

/** The code of a distance and its extra bits: two codes per doubling. */
function distanceBits(distance: number): Joined {
  const from0 = distance - 1;
  if (from0 < 4) return joined(reversed(from0, 5), 0, 0);
  const extra = 30 - Math.clz32(from0);
  const step = from0 >> extra;
  return joined(reversed(2 * extra + step, 5), from0 - (step << extra), extra);
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
