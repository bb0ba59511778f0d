import type { BitWriter } from './bits.ts';
import { type Blocks, blockX, blockY, COLOUR } from './blocks.ts';
import { patterns } from './codes.ts';
import type { Neighbours } from './neighbours.ts';
import { CHROMA_DC, writeBlock } from './residual.ts';

/** Colour planes number the shapes in another order. */
const colourShapes = Uint8Array.of(2, 1, 0, 3);

/** Writes macroblocks, and notes what their neighbours have to know. */
export class BlockWriter {
  readonly #bits: BitWriter;
  readonly #blocks: Blocks;
  readonly #neighbours: Neighbours;
  /** Macroblocks left out since the last one. */
  #skipped = 0;

  constructor(bits: BitWriter, blocks: Blocks, neighbours: Neighbours) {
    this.#bits = bits;
    this.#blocks = blocks;
    this.#neighbours = neighbours;
  }

  /** To be called at the end of a picture. */
  end(): void {
    if (this.#skipped > 0) this.#bits.unsigned(this.#skipped);
    this.#skipped = 0;
  }

  /** A macroblock that is as it was, or moves as its neighbours do. */
  skip(column: number, row: number): void {
    this.#skipped += 1;
    this.#blocks.pattern = 0;
    this.#blocks.colour = 0;
    this.#levels(column, row, 0);
  }

  /** A macroblock that is continued from what is around it. */
  square(column: number, row: number, shape: number, colourShape: number): void {
    const { pattern, colour, means } = this.#blocks;
    this.#bits.unsigned(1 + shape + 4 * colour + (pattern > 0 ? 12 : 0));
    this.#bits.unsigned(colourShapes[colourShape] ?? 0);
    this.#bits.signed(0); // the step size stays
    writeBlock(this.#bits, means, 0, 16, this.#neighbours.luma.around(4 * column, 4 * row));
    this.#levels(column, row, 1);
  }

  /** A macroblock from another picture; its motion as it differs from what was expected. */
  moved(column: number, row: number, dx: number, dy: number): void {
    const pattern = this.#blocks.pattern + 16 * this.#blocks.colour;
    this.#bits.unsigned(this.#skipped);
    this.#skipped = 0;
    this.#bits.unsigned(0);
    this.#bits.signed(dx);
    this.#bits.signed(dy);
    this.#bits.unsigned(patterns[pattern] ?? 0);
    if (pattern > 0) this.#bits.signed(0);
    this.#levels(column, row, 0);
  }

  #levels(column: number, row: number, first: number): void {
    const { levels, counts, pattern, colour, colourMeans } = this.#blocks;
    const { luma, u, v } = this.#neighbours;
    for (let b = 0; b < 16; b += 1) {
      const x = 4 * column + (blockX[b] ?? 0);
      const y = 4 * row + (blockY[b] ?? 0);
      const isCoded = ((pattern >> (b >> 2)) & 1) === 1;
      if (isCoded) writeBlock(this.#bits, levels, 16 * b + first, 16 * b + 16, luma.around(x, y));
      luma.set(x, y, isCoded ? (counts[b] ?? 0) : 0);
    }
    if (colour > 0) {
      writeBlock(this.#bits, colourMeans, 0, 4, CHROMA_DC);
      writeBlock(this.#bits, colourMeans, 4, 8, CHROMA_DC);
    }
    for (let b = COLOUR; b < COLOUR + 8; b += 1) {
      const plane = b < COLOUR + 4 ? u : v;
      const x = 2 * column + (b & 1);
      const y = 2 * row + ((b >> 1) & 1);
      if (colour === 2) writeBlock(this.#bits, levels, 16 * b + 1, 16 * b + 16, plane.around(x, y));
      plane.set(x, y, colour === 2 ? (counts[b] ?? 0) : 0);
    }
  }
}
