/** From where a block's coefficients are taken, one after the other, coarse ones first; the 16 means of a macroblock, too. */
export const scan = Uint8Array.of(0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15);

/** The standard's factors by step size within six: for coefficients in even rows and columns, in odd ones, and for the others. */
const divide = [
  [13_107, 5243, 8066],
  [11_916, 4660, 7490],
  [10_082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
];
const multiply = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
];

/** Rounds coefficients to levels, and makes of these what a decoder will. */
export class Quantiser {
  readonly #divide: Int32Array;
  readonly #multiply: Int32Array;
  readonly #shift: number;
  readonly #round: number;
  /** Blocks that differ by less than this in all have no level but zero. */
  readonly least: number;

  constructor(qp: number) {
    const six = Math.floor(qp / 6);
    const factor = (table: readonly (readonly number[])[], i: number) => {
      const odd = (i & 1) + ((i >> 2) & 1);
      return table[qp % 6]?.[[0, 2, 1][odd] ?? 0] ?? 0;
    };
    this.#divide = Int32Array.from({ length: 16 }, (_, i) => factor(divide, i));
    this.#multiply = Int32Array.from({ length: 16 }, (_, i) => factor(multiply, i) << six);
    this.#shift = 15 + six;
    // Rather towards zero than to the nearest: it costs less than it spoils.
    this.#round = Math.floor((1 << this.#shift) / 3);
    // A coefficient is at most four times that, in odd rows and columns, which have the largest factor for it.
    this.least = Math.ceil(((1 << this.#shift) - this.#round) / (4 * (this.#divide[5] ?? 0)));
  }

  /**
   * Coefficients `first` … 15 of the block at `at`: levels in the order of the scan, and in place what they stand for.
   * How many are not zero.
   */
  block(coefficients: Int32Array, at: number, first: number, levels: Int32Array): number {
    const shift = this.#shift;
    const round = this.#round;
    let count = 0;
    for (let i = first; i < 16; i += 1) {
      const place = scan[i] ?? 0;
      const value = coefficients[at + place] ?? 0;
      const size = (Math.abs(value) * (this.#divide[place] ?? 0) + round) >> shift;
      const level = value < 0 ? -size : size;
      levels[at + i] = level;
      coefficients[at + place] = level * (this.#multiply[place] ?? 0);
      if (level !== 0) count += 1;
    }
    return count;
  }

  /** The level of a mean that was transformed once more. */
  mean(value: number): number {
    const size = (Math.abs(value) * (this.#divide[0] ?? 0) + 2 * this.#round) >> (this.#shift + 1);
    return value < 0 ? -size : size;
  }

  /** What a decoder makes of the means' levels, once they are transformed back. */
  lumaMean(level: number): number {
    return (level * (this.#multiply[0] ?? 0) + 2) >> 2;
  }

  chromaMean(level: number): number {
    return (level * (this.#multiply[0] ?? 0)) >> 1;
  }
}

/** Colours are coded more finely: a wrong one is seen at once on a plain wall. */
export const COLOUR_OFFSET = -3;

/** The standard's own, from 30 on. */
const coarse = [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39];

/** The step size of colour planes. */
function colourQp(qp: number): number {
  const finer = Math.max(0, qp + COLOUR_OFFSET);
  return coarse[finer - 30] ?? finer;
}

/** How finely a picture is coded: its step size, and what follows from it. */
export interface Fineness {
  qp: number;
  /** What a bit is worth, in differences of pixels. */
  bit: number;
  luma: Quantiser;
  colour: Quantiser;
}

const sixths = [64, 72, 81, 91, 102, 114];

export function finenessOf(qp: number): Fineness {
  // Doubles with every six.
  const bit = Math.max(1, ((sixths[qp % 6] ?? 0) << Math.floor(qp / 6)) >> 9);
  return { qp, bit, luma: new Quantiser(qp), colour: new Quantiser(colourQp(qp)) };
}
