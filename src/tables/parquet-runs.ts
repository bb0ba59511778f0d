/** Where a sequence of runs lies in a page. */
export interface Runs {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Bits per value. */
  width: number;
  /** How many values the page promises. */
  count: number;
}

/**
 * Walks over parquet's run-length/bit-packed encoding and tells each run.
 * hyparquet believes the lengths it finds there, so a flipped bit would make it fill all memory; this throws instead.
 */
export function eachRun(
  { bytes, from, to, width, count }: Runs,
  on: { repeated(value: number, times: number): void; packed(at: number, values: number): void },
): void {
  if (width > 32) throw new RangeError(`${width} bits per value`);
  let at = from;
  let seen = 0;
  const next = (): number => {
    const byte = at < to ? bytes[at] : undefined;
    if (byte === undefined) throw new RangeError(`${count} values were promised, ${seen} are there`);
    at += 1;
    return byte;
  };
  while (seen < count) {
    let header = 0;
    for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
      if (shift > 28) throw new RangeError('a run has an impossible length');
      byte = next();
      header += (byte & 0x7f) * 2 ** shift;
    }
    const half = Math.floor(header / 2);
    if (header % 2 === 0) {
      let value = 0;
      for (let byte = 0; byte < Math.ceil(width / 8); byte += 1) value += next() * 2 ** (8 * byte);
      if (half > count - seen) throw new RangeError(`a run of ${half} values where at most ${count - seen} fit`);
      on.repeated(value, half);
      seen += half;
      continue;
    }
    const values = Math.min(half * 8, count - seen);
    // Values come in groups of eight; only the last group may have some to spare.
    if (half * 8 - values >= 8) throw new RangeError(`a run of ${half * 8} values where at most ${values} fit`);
    if (at + Math.ceil((values * width) / 8) > to) throw new RangeError('a run goes beyond its page');
    on.packed(at, values);
    at += half * width;
    seen += values;
  }
}

/** The values themselves; for levels, which are small. */
export function readLevels(runs: Runs): Uint8Array {
  const { bytes, width, count } = runs;
  const levels = new Uint8Array(count);
  const mask = (1 << width) - 1;
  let seen = 0;
  eachRun(runs, {
    repeated(value, times) {
      levels.fill(value, seen, seen + times);
      seen += times;
    },
    packed(at, values) {
      for (let index = 0; index < values; index += 1) {
        const bit = index * width;
        const byte = at + (bit >> 3);
        const word = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8);
        levels[seen + index] = (word >> (bit & 7)) & mask;
      }
      seen += values;
    },
  });
  return levels;
}
